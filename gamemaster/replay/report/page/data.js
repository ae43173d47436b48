// What the file carries: an index of all turns, and the turns in chunks that are unpacked when they are looked at.

const KEPT = 12; // unpacked chunks; each has about half a megabyte
const chunkElements = document.getElementsByClassName("chunk");
const unpackedChunks = new Map();

/** Base64 of compressed JSON. */
async function unpack(element) {
  const binary = atob(element.textContent);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** A chunk's turns; the ones looked at last are kept. */
function chunkOf(number) {
  const kept = unpackedChunks.get(number) ?? unpack(chunkElements[number]);
  unpackedChunks.delete(number);
  unpackedChunks.set(number, kept);
  if (unpackedChunks.size > KEPT) unpackedChunks.delete(unpackedChunks.keys().next().value);
  return kept;
}

async function turnAt(index, at) {
  return (await chunkOf(Math.floor(at / index.chunk)))[at % index.chunk];
}

/** All that a person may search a turn for, in small letters. */
function searchable(turn) {
  const parts = [turn.words, turn.error];
  for (const side of [turn.then, turn.now, turn.other]) {
    if (!side) continue;
    for (const span of side.spans ?? []) parts.push(span.name, span.text);
    parts.push(...(side.checks ?? []), ...(side.changed ?? []), ...(side.rejected ?? []), ...(side.suggestions ?? []));
  }
  for (const violation of [...(turn.violations ?? []), ...(turn.gone ?? [])]) parts.push(violation.kind, violation.why, violation.text);
  parts.push(turn.judge?.why);
  return parts.filter(Boolean).join("\n").toLowerCase();
}

const searchTexts = [];

/** The turns in which a text stands; `progress` hears the share that was looked through; null once `cancelled()`. */
async function searchAll(index, text, progress, cancelled) {
  const found = new Set();
  const wanted = text.toLowerCase();
  for (let number = 0; number < chunkElements.length; number++) {
    if (!searchTexts[number]) {
      searchTexts[number] = (await unpack(chunkElements[number])).map(searchable);
      progress(number / chunkElements.length);
    }
    if (cancelled()) return null;
    searchTexts[number].forEach((turn, at) => {
      if (turn.includes(wanted)) found.add(number * index.chunk + at);
    });
  }
  return found;
}

/** An element; text only ever goes in as text. */
function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") element.className = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children.flat()) if (child !== null && child !== undefined && child !== false && child !== "") element.append(child);
  return element;
}

const byId = (id) => document.getElementById(id);
const words = (name) => name.replaceAll("_", " ");
const milliseconds = (value) => (value === null || value === undefined ? "–" : value < 10000 ? `${Math.round(value).toLocaleString("en")} ms` : `${(value / 1000).toFixed(1)} s`);
const percent = (value) => (value === null || value === undefined ? "–" : `${(value * 100).toFixed(1)} %`);
const amount = (value) => (value === null || value === undefined ? "–" : value.toLocaleString("en"));
