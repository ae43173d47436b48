/** What is true now, and what a writer may arrange: go somewhere, have a thing, set a flag. */
import { h } from "../dom.js";
import { readMinds } from "./api.js";
import { section } from "./parts.js";

const ARRANGE = [
  { what: "at", label: "Go to", verb: "Go" }, { what: "give", label: "Have", verb: "Give" },
  { what: "set", label: "Set the flag", verb: "Set" }, { what: "know", label: "Know", verb: "Teach" },
];

/** @param {any} shown @param {import("./parts.js").Sources} sources @param {(words: string) => void} arrange */
export function now(shown, sources, arrange) {
  const flags = Object.entries(shown.flags);
  return h("div", { class: "w-page" },
    h("p", { class: "w-lead" }, `Turn ${shown.turn}, ${shown.minutes} minutes in, at `, sources.link(`locations.${shown.place}`, shown.place)),
    h("div", { class: "w-arrange" }, ...ARRANGE.map((one) => form(one, shown.known[one.what], arrange))),
    section("Flags", flags.length ? h("ul", { class: "w-chips" }, ...flags.map(([flag, turn]) => h("li", {},
      h("code", { text: flag }), h("small", { text: `turn ${turn}` }),
      h("button", { type: "button", "aria-label": `Clear ${flag}`, text: "×", on: { click: () => arrange(`!clear ${flag}`) } }))))
      : h("p", { class: "p-none", text: "None is set." })),
    section("Who knows what", h("ul", { class: "w-lines" },
      h("li", {}, h("b", { text: "You: " }), Object.keys(shown.facts).join(", ") || "nothing yet"),
      ...shown.people.filter((/** @type {any} */ one) => one.saw.length).map((/** @type {any} */ one) =>
        h("li", {}, h("b", { text: `${one.name}: ` }), `saw ${one.saw.join(", ")}`)))),
    section("People", h("table", { class: "w-table" }, h("thead", {}, h("tr", {}, ...["who", "where", "disposition", "how"].map((text) => h("th", { scope: "col", text })))),
      h("tbody", {}, ...shown.people.map((/** @type {any} */ one) => h("tr", {}, h("td", {}, sources.link(`characters.${one.id}`, one.id)),
        h("td", { text: one.place }), h("td", { class: "is-number", text: signed(one.disposition) }),
        h("td", { text: [!one.alive && "dead", one.following && "follows", one.met && "met"].filter(Boolean).join(", ") })))))),
    minds(shown.story),
    section("Measures", h("p", { class: "w-lead", text: measures(shown) })),
    h("details", {}, h("summary", { text: `Things (${shown.things.length})` }), h("ul", { class: "w-lines" },
      ...shown.things.map((/** @type {any} */ one) => h("li", {}, sources.link(`items.${one.id}`, one.id), ` ${one.place}`)))));
}

/** @param {typeof ARRANGE[number]} one @param {Record<string, string>} known @param {(words: string) => void} arrange */
function form(one, known, arrange) {
  const id = `w-${one.what}`;
  const input = h("input", { id, list: `${id}-known`, autocomplete: "off", spellcheck: "false" });
  return h("form", { on: { submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = input.value.trim();
    input.value = "";
    if (name) arrange(`!${one.what} ${name}`);
  } } }, h("label", { for: id, text: one.label }), input,
  h("datalist", { id: `${id}-known` }, ...Object.entries(known).map(([value, label]) => h("option", { value, label }))),
  h("button", { type: "submit", class: "quiet", text: one.verb }));
}

/** What they feel and remember, read when it is opened. @param {string} story */
function minds(story) {
  const body = h("div", { class: "w-minds" });
  const box = h("details", { id: "w-minds" }, h("summary", { text: "Relations and memories" }), body);
  box.addEventListener("toggle", async () => {
    if (!box.open) return;
    try {
      const found = await readMinds(story);
      body.replaceChildren(...found.characters.map(mind));
    } catch (error) {
      body.replaceChildren(h("p", { text: String(error) }));
    }
  });
  return box;
}

/** @param {any} one */
function mind(one) {
  const said = [...one.relations.map((/** @type {any} */ it) => it.words).filter(Boolean), ...one.promises.map((/** @type {any} */ it) => `${it.words} (${it.status})`),
    ...one.memories.map((/** @type {any} */ it) => `turn ${it.turn}, ${it.when}: ${it.text}`)];
  return section(one.name, h("ul", { class: "w-lines" }, ...(said.length ? said : ["nothing yet"]).map((text) => h("li", { text }))));
}

/** @param {any} shown */
const measures = (shown) => [`wounds ${shown.wounds}`, ...Object.entries(shown.needs).map(([name, value]) => `${name} ${value}`),
  ...Object.entries(shown.skills).map(([name, value]) => `${name} ${signed(Number(value))}`)].join(" · ");

/** @param {number} number */
const signed = (number) => (number > 0 ? `+${number}` : String(number));
