/** The last turn: what was understood, proposed, ruled and refused, with reasons; and the same with another roll. */
import { h } from "../dom.js";
import { lines, section } from "./parts.js";

const ROLLS = [1, 5, 10, 15, 20];

/** @param {any} shown @param {(d20: number) => void} replay @param {() => void} openPrompts */
export function turn(shown, replay, openPrompts) {
  const last = shown.last;
  if (!last) return h("div", { class: "w-page" }, h("p", { class: "p-none", text: "Nothing was played yet." }));
  return h("div", { class: "w-page" },
    h("p", { class: "w-lead" }, `Turn ${last.number}: `, h("q", { text: last.words }), `, told by the ${last.narrator}; ${last.minutes} ${last.minutes === 1 ? "minute" : "minutes"}.`),
    h("div", { class: "w-tools" }, h("span", { text: "Again, with a roll of" }),
      ...ROLLS.map((d20) => h("button", { type: "button", class: "quiet", "data-roll": d20, text: String(d20), on: { click: () => replay(d20) } })),
      h("button", { type: "button", class: "quiet", text: "The prompt, by zones", on: { click: openPrompts } })),
    section("Understood", lines(last.unclear ? [...last.understood, `unclear: ${last.unclear}`] : last.understood, "Nothing.")),
    section("Proposed", lines(last.proposed, "Nothing.")),
    section("Refused, and why", last.refused.length ? h("ul", { class: "w-lines" }, ...last.refused.map((/** @type {any} */ one) =>
      h("li", { class: "is-refused" }, h("code", { text: one.operation }), h("span", { text: ` ${one.reason} ` }), h("small", { text: one.code })))) : lines([], "Nothing.")),
    section("Checks", lines(last.checks.map((/** @type {any} */ one) =>
      `${one.skill}${one.rule ? ` (${one.rule})` : ""}: ${one.d20} ${one.bonus < 0 ? "−" : "+"} ${Math.abs(one.bonus)} against ${one.difficulty}: ${one.result}`), "None.")),
    section("Came about", lines(last.came_about, "Nothing.")),
    section("Changed", lines(last.changes, "Nothing.")));
}
