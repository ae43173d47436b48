// One turn, side by side: what the player said, the rulings, the prose with its differences, and what is wrong with it.

const BEFORE_SHOWN = 4;

/** `against`: "then" or "other", what stands on the left. */
function turnShown(index, at, turn, against, steps) {
  const left = against === "other" ? turn.other : turn.then;
  const right = turn.now;
  const marks = left && right ? differences(textOf(left), textOf(right)) : { one: null, other: null, shared: null };
  const faults = turn.violations ?? [];
  const sides = [];
  if (left) sides.push(sideShown("then", against === "other" ? "The other run" : "Recorded", left, right, marks.one, "del", against === "other" ? [] : faults.filter((it) => it.side === "then")));
  if (right) sides.push(sideShown("now", "Now", right, left, marks.other, "ins", faults.filter((it) => it.side !== "then")));
  const told = marks.shared !== null && !marks.one && left && right ? `Told in other words: ${Math.round(marks.shared * 100)} % of them are in common, and none are marked.` : "";
  return [
    h("div", { class: "top" }, h("a", { class: "name", href: `#${nameOf(index, at)}`, title: "Link to this turn" }, nameOf(index, at)),
      h("span", { class: "note" }, `${index.sessions[index.session[at]]?.world ?? ""} · turn ${index.turn[at]}`), badgesOf(index, at), steps),
    turnsBefore(index, at),
    turn.words ? h("p", { class: "player" }, turn.words) : null,
    faultsShown(turn, faults),
    turn.unmet?.length ? h("ul", { class: "faults" }, turn.unmet.map((text) => h("li", {}, h("b", {}, "expected"), `: ${text}`))) : null,
    turn.error ? h("div", { class: "note" }, h("pre", {}, turn.error)) : null,
    sides.length ? h("div", { class: "sides" }, sides) : null,
    told ? h("p", { class: "small" }, told) : null,
    turn.differs?.length ? h("p", { class: "small" }, `Not as recorded: ${turn.differs.map(words).join(", ")}.${turn.branched ? " The story would have gone elsewhere; the next turn goes on from the recorded state." : ""}`) : null,
    turn.missed?.length ? h("p", { class: "small" }, `Objectives missed: ${turn.missed.map(words).join(", ")}.`) : null,
    index.group[at] >= 0 ? h("p", { class: "small" }, `Alike: ${amount(index.group.filter((one) => one === index.group[at]).length)} turns, by ${index.groups[index.group[at]]}.`) : null,
    index.kind === "verify" ? null : reviewShown(nameOf(index, at), turn.answer),
    turn.judge ? h("p", { class: "small" }, `The judge: ${turn.judge.score} of 10. ${turn.judge.why}`) : null,
  ];
}

const nameOf = (index, at) => index.names[at];

/** As links name turns: s2t14, and s2t14-2 if turn 14 was taken back and told again. */
function namesOf(index) {
  const seen = new Map();
  return index.turn.map((turn, at) => {
    const name = `s${index.session[at] + 1}t${turn}`;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return seen.get(name) > 1 ? `${name}-${seen.get(name)}` : name;
  });
}

function badgesOf(index, at) {
  const found = [];
  if (index.error[at]) found.push(["bad", index.kind === "verify" ? "diverged" : "error"]);
  for (const kind of new Set(index.kinds[at])) found.push(["bad", words(kind)]);
  if (index.new[at]) found.push(["bad", `${index.new[at]} new`]);
  if (index.gone[at]) found.push(["good", `${index.gone[at]} gone`]);
  for (const objective of index.missed[at]) found.push(["look", words(objective)]);
  if (index.branched[at]) found.push(["look", "branched"]);
  else if (index.differs[at].includes("ruling")) found.push(["look", "ruling"]);
  if (index.understudy[at] && index.kind !== "drive") found.push(["", "understudy"]);
  return found.map(([mood, text]) => h("span", { class: `badge ${mood}` }, text));
}

function faultsShown(turn, faults) {
  const news = new Set((turn.new ?? []).map((it) => `${it.kind}\n${it.text}`));
  const rows = faults.map((it) => h("li", {}, h("b", {}, words(it.kind)), it.side === "then" ? " (as recorded)" : news.has(`${it.kind}\n${it.text}`) ? " (new)" : "", `: ${it.why}`, h("q", {}, it.text)));
  for (const it of turn.gone ?? []) rows.push(h("li", { class: "fixed" }, h("b", {}, `${words(it.kind)}, gone`), `: ${it.why}`, h("q", {}, it.text)));
  return rows.length ? h("ul", { class: "faults" }, rows) : null;
}

function sideShown(style, title, side, other, ranges, tag, faults) {
  return h("section", { class: `side ${style}`, "aria-label": title },
    h("h3", {}, title, h("span", {}, [side.narrator, side.reason].filter(Boolean).join(", "))),
    factsShown(side, other), proseShown(side, ranges, tag, faults),
    side.suggestions?.length ? h("p", { class: "small" }, `Suggested: ${side.suggestions.join(" · ")}`) : null,
    h("p", { class: "small" }, numbersOf(side)), underneath(side, other));
}

/** What lies under a side: the change of the state, the outcome, the memories, the prompt. */
function underneath(side, other) {
  const lines = (key) => (side[key] ?? []).map((text) => h("li", { class: other && !(other[key] ?? []).includes(text) ? "unlike" : null }, text));
  const parts = [["State", lines("state"), "ul"], ["Memories", lines("memories"), "ul"], ["Outcome", side.outcome && indented(side.outcome), "pre"], ["Prompt", side.prompt, "pre"]];
  return parts.filter(([, content]) => content?.length).map(([title, content, tag]) => h("details", { class: "under" }, h("summary", {}, title), h(tag, {}, content)));
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text;
  }
}

/** The turns before, in place: fetched when they are asked for. */
function turnsBefore(index, at) {
  const earlier = [];
  for (let before = at - 1; before >= 0 && earlier.length < BEFORE_SHOWN && index.session[before] === index.session[at]; before--) earlier.unshift(before);
  if (!earlier.length) return null;
  const box = h("details", { class: "under before" }, h("summary", {}, `The ${earlier.length === 1 ? "turn" : `${earlier.length} turns`} before`));
  box.addEventListener("toggle", async () => {
    if (!box.open || box.children.length > 1) return;
    for (const before of earlier) {
      const turn = await turnAt(index, before);
      const side = turn.then ?? turn.now;
      box.append(h("p", { class: "player" }, turn.words || "(nothing said)"), h("p", { class: "small" }, side ? textOf(side) : (turn.error ?? "")));
    }
  });
  return box;
}

function factsShown(side, other) {
  const rows = [["⚂", "checks", ""], ["+", "changed", ""], ["✕", "rejected", "Refused: "]].flatMap(([sign, key, before]) =>
    (side[key] ?? []).map((text) => h("li", { class: other && !(other[key] ?? []).includes(text) ? "unlike" : null }, h("i", { "aria-hidden": "true" }, sign), before + text)));
  return rows.length ? h("ul", { class: "facts" }, rows) : null;
}

/** What is compared and blamed: all spans but notices, a line each. */
const toldSpans = (side) => (side.spans ?? []).filter((span) => span.kind !== "notice" && span.kind !== "aside");
const textOf = (side) => toldSpans(side).map((span) => span.text).join("\n");

function proseShown(side, ranges, tag, faults) {
  const text = textOf(side);
  // A fault's mark is the inner one: its colour is the one to be seen.
  const marks = [];
  for (const fault of faults) {
    const from = fault.text ? text.indexOf(fault.text) : -1;
    if (from >= 0) marks.push({ from, to: from + fault.text.length, tag: "mark", title: `${words(fault.kind)}: ${fault.why}` });
  }
  for (const [from, to] of ranges ?? []) marks.push({ from, to, tag });
  let offset = 0;
  const paragraphs = (side.spans ?? []).map((span) => {
    if (span.kind === "notice" || span.kind === "aside") return h("p", { class: "notice" }, span.text);
    const from = offset;
    offset += span.text.length + 1;
    return h("p", {}, span.name ? h("span", { class: "speaker" }, `${span.name}: `) : null, marked(span.text, from, marks));
  });
  return h("div", { class: "prose" }, paragraphs.length ? paragraphs : h("p", { class: "notice" }, "Nothing was told."));
}

/** A text that begins at `offset` of the whole, cut where a mark begins or ends, each piece within its marks. */
function marked(text, offset, marks) {
  const within = marks.filter((mark) => mark.from < offset + text.length && mark.to > offset);
  const cuts = [...new Set([0, text.length, ...within.flatMap((mark) => [mark.from - offset, mark.to - offset])])].filter((cut) => cut >= 0 && cut <= text.length).sort((a, b) => a - b);
  return cuts.slice(1).map((to, at) => {
    const from = cuts[at];
    return within.filter((mark) => mark.from - offset <= from && mark.to - offset >= to)
      .reduce((inner, mark) => h(mark.tag, { title: mark.title }, inner), text.slice(from, to));
  });
}

function numbersOf(side) {
  const ms = side.ms ?? {}, tokens = side.tokens ?? {};
  const parts = [["acknowledged", ms.acknowledged], ["first text", ms.first_visible], ["first sound", ms.first_audio], ["whole", ms.total], ["longest gap", ms.gap_p99]]
    .filter(([, value]) => value !== undefined).map(([name, value]) => `${name} ${milliseconds(value)}`);
  if (tokens.prompt) parts.push(`${amount(tokens.prompt)} prompt tokens, ${percent((tokens.cached ?? 0) / tokens.prompt)} cached`);
  if (tokens.completion) parts.push(`${amount(tokens.completion)} written${tokens.reasoning ? `, ${amount(tokens.reasoning)} of reasoning` : ""}`);
  if (side.accept_length) parts.push(`${side.accept_length.toFixed(2)} accepted a step`);
  return parts.join(" · ");
}
