/** The plays that were kept: what is told otherwise now stands in red beside what was told, to bless or to mend. */
import { h } from "../dom.js";
import { coded } from "../save_notice.js";

/** @param {any} found @param {string|null} fault @param {(name: string) => void} keep @param {(name: string) => void} bless */
export function plays(found, fault, keep, bless) {
  const name = h("input", { id: "w-play-name", maxlength: 60, required: true, autocomplete: "off" });
  const form = h("form", { class: "w-keep", on: { submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    if (name.value.trim()) keep(name.value.trim());
  } } }, h("label", { for: "w-play-name", text: "Keep this play as" }), name, h("button", { type: "submit", class: "begin", text: "Keep" }));
  const faults = [...found.unread, ...found.paths.map((/** @type {any} */ one) => `${one.file}:${one.line}: ${one.message}`)];
  return h("div", { class: "w-page" }, form, fault && h("p", { class: "is-refused", role: "alert", text: fault }),
    ...faults.map((text) => h("p", { class: "is-refused" }, ...coded(text))),
    found.plays.length ? h("ul", { class: "w-plays" }, ...found.plays.map((/** @type {any} */ one) => play(one, bless)))
      : h("p", { class: "p-none", text: "No play was kept yet. A kept play is played again whenever the world is saved." }),
    bots(found.bots, bless));
}

/** What bots came to since the last save: what they do not any more stands out. @param {any} found @param {(name: string) => void} bless */
function bots(found, bless) {
  if (!found) return h("p", { class: "p-none", text: "Bots go through the world after each save, too." });
  const news = found.gained.length ? h("p", { class: "w-lead", text: `They come now to ${found.gained.join(", ")}.` }) : null;
  const lost = found.lost.map((/** @type {string} */ name) => h("p", { class: "is-changed", text: `No bot comes any more to ${name}.` }));
  return h("ul", { class: "w-plays" }, h("li", { "data-play": "bots", ...(found.lost.length ? { "data-changed": "" } : {}) },
    h("div", { class: "w-tools" }, h("b", { text: "bots" }), h("small", { text: `${found.stories} of them came to ${found.came_to} things of the world` }),
      h("button", { type: "button", class: "quiet", text: "Bless", "aria-label": "Bless bots", on: { click: () => bless("bots") } })),
    lost.length ? h("div", { class: "w-change" }, h("div", { class: "w-is" }, ...lost)) : null, news));
}

/** @param {any} one @param {(name: string) => void} bless */
function play(one, bless) {
  if (one.same) return h("li", { "data-play": one.name }, h("b", { text: one.name }), h("small", { text: ` ${one.turns} turns, as it was${one.ends ? `; ends: ${one.ends}` : ""}` }));
  const ends = one.ended === one.ends ? null : change({ turn: "end", say: "", was: one.ended ?? "not ended", now: one.ends ?? "not ended" });
  return h("li", { "data-play": one.name, "data-changed": "" },
    h("div", { class: "w-tools" }, h("b", { text: one.name }), h("small", { text: `${one.changes.length} of ${one.turns} turns are told otherwise` }),
      h("button", { type: "button", class: "quiet", text: "Bless", "aria-label": `Bless ${one.name}`, on: { click: () => bless(one.name) } })),
    ...one.changes.map(change), ends);
}

/** @param {{turn: number|string, say: string, was: string, now: string|null}} one */
function change(one) {
  return h("div", { class: "w-change" }, h("p", { class: "w-say", text: `${one.turn}${one.say ? ` › ${one.say}` : ""}` }),
    h("div", { class: "w-was" }, h("small", { text: "was" }), ...paragraphs(one.was)),
    h("div", { class: "w-is" }, h("small", { text: "is" }), ...paragraphs(one.now ?? "(The story has ended before.)", one.was)));
}

/** Paragraphs; those that were not there before stand out. @param {string} text @param {string} [before] */
function paragraphs(text, before = text) {
  const known = new Set(before.split("\n\n"));
  return text.split("\n\n").map((part) => h("p", { class: known.has(part) ? "" : "is-changed", text: part }));
}
