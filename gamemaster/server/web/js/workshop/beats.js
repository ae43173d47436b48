/** Every beat and ending, the nearest to happening first: which part of its condition holds, and which fails. */
import { h } from "../dom.js";
import { conditions } from "./parts.js";

const STATES = { due: "all holds", waiting: "waits", repeats: "has happened, and may again", done: "has happened", finished: "is over" };
const OPEN = 4; // shown whole at first

/** @param {any} shown @param {import("./parts.js").Sources} sources @param {{filter: string}} kept */
export function beats(shown, sources, kept) {
  const list = h("ul", { class: "w-beats" }, ...shown.waiting.map((/** @type {any} */ one, /** @type {number} */ n) => beat(one, n, sources)));
  const filter = h("input", { id: "w-filter", type: "search", value: kept.filter, autocomplete: "off" });
  const apply = () => {
    kept.filter = filter.value;
    for (const item of list.children) item.hidden = !item.dataset.text.includes(filter.value.trim().toLowerCase());
  };
  filter.addEventListener("input", apply);
  apply();
  return h("div", { class: "w-page" }, h("p", { class: "w-field" }, h("label", { for: "w-filter", text: "Find" }), filter), list);
}

/** @param {any} one @param {number} n @param {import("./parts.js").Sources} sources */
function beat(one, n, sources) {
  const waits = one.state === "waiting" || one.state === "repeats";
  const state = waits && one.missing ? `${STATES[/** @type {"due"} */ (one.state)]}: ${one.missing} of ${one.parts.length} fail` : STATES[/** @type {"due"} */ (one.state)];
  return h("li", { "data-beat": one.id, "data-state": one.state, "data-text": `${one.id} ${one.title} ${one.parts.map((/** @type {any} */ part) => part.text).join(" ")}`.toLowerCase() },
    h("details", { open: n < OPEN },
      h("summary", {}, h("b", { text: one.id }), h("small", { text: `${one.kind === "ending" ? "ending, " : ""}${state}` })),
      h("p", { class: "w-beat-text" }, `${one.title} `, sources.link(`${one.kind === "ending" ? "endings" : "beats"}.${one.id}`, "source")),
      one.parts.length ? conditions(one.parts) : h("p", { class: "p-none", text: "It waits for nothing." })));
}
