/**
 * The panel beside the text: place, time, needs, company, things, ways out, what is known.
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Shown} Shown
 * @typedef {import("./types.js").Gauge} Gauge
 */
import { capital, h, icon, showEach } from "./dom.js";
import { curl, inline } from "./typeset.js";
import { t } from "./words.js";

/** A name inside a sentence: without its capital article. @param {string} name */
export const inSentence = (name) => name.replace(/^(The|A|An)\s/, (article) => article.toLowerCase());

/** With an article, where it has none and is no proper name. @param {string} name */
const definite = (name) => (/^(the|a|an|some|your|his|her|their)\s/i.test(name) ? inSentence(name) : `the ${name}`);

const CHIPS = [
  { key: "exits", title: t("Ways out"), icon: "exit", none: t("None that you know of."),
    act: (/** @type {Shown} */ one) => `go to ${inSentence(one.name)}`, send: true },
  { key: "here", title: t("Who is here"), icon: "person", none: t("Nobody."),
    act: (/** @type {Shown} */ one) => (one.note === "danger" ? `look at ${inSentence(one.name)}` : `talk to ${inSentence(one.name)}`), send: false },
  { key: "things", title: t("In sight"), icon: "eye", none: "",
    act: (/** @type {Shown} */ one) => `take ${definite(one.name)}`, send: false },
  { key: "carried", title: t("You carry"), icon: "bag", none: t("Nothing."),
    act: (/** @type {Shown} */ one) => `look at ${definite(one.name)}`, send: false },
];

export class Panel {
  /** @param {HTMLElement} element @param {(text: string, send: boolean) => void} onPick */
  constructor(element, onPick) {
    this.element = element;
    this.onPick = onPick;
    /** @type {View|null} */
    this.before = null;
    this.place = h("section", { class: "p-place", "aria-label": t("Place and time") });
    this.aims = h("section", { class: "p-aims", "aria-label": t("What you are after") });
    this.gauges = h("section", { class: "p-gauges", "aria-label": t("How you are") });
    this.lists = new Map(CHIPS.map((chip) => [chip.key, h("section", { class: `p-list p-${chip.key}` },
      h("h3", {}, icon(chip.icon), h("span", { text: chip.title })), h("p", { class: "p-none", text: chip.none }), h("ul"))]));
    this.facts = h("ul");
    this.factsCount = h("span", { class: "count" });
    this.factsBox = h("details", { class: "p-facts" },
      h("summary", {}, icon("book"), h("span", { text: t("What you know") }), this.factsCount), this.facts);
    this.skills = h("dl");
    this.skillsBox = h("details", { class: "p-skills" }, h("summary", {}, icon("star"), h("span", { text: t("What you can do") })), this.skills);
    element.append(this.place, this.aims, this.gauges, ...this.lists.values(), this.factsBox, this.skillsBox);
  }

  /** @param {View} view @param {boolean} afresh another story: nothing in it is news */
  render(view, afresh) {
    const before = afresh ? null : this.before;
    this.before = view;
    const focused = /** @type {HTMLElement|null} */ (document.activeElement)?.dataset?.key;
    this.place.replaceChildren(h("h2", { text: view.place.name }),
      h("p", { class: "p-time" }, icon(view.night ? "moon" : "sun"), h("span", { text: view.time })));
    if (view.place.picture) this.place.prepend(h("img", { class: "p-picture", src: view.place.picture.url, alt: view.place.picture.alt }));
    if (view.place.note) this.place.append(h("p", { class: "p-note", text: capital(view.place.note) }));
    this.renderAims(view);
    this.gauges.replaceChildren(...view.gauges.map((gauge) => this.gauge(gauge, before)));
    this.gauges.hidden = !view.gauges.length;
    for (const chip of CHIPS) this.list(chip, view, before);
    this.renderKnown(view, before);
    if (focused) /** @type {HTMLElement|null} */ (this.element.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
  }

  /** What the player is after, and what is still open. @param {View} view */
  renderAims({ goal = "", threads = [] }) {
    this.aims.hidden = !goal && !threads.length;
    this.aims.replaceChildren(...(goal ? [h("h3", {}, icon("aim"), h("span", { text: t("Your goal") })), h("p", { class: "p-goal" }, ...inline(goal))] : []),
      ...(threads.length ? [h("h3", {}, icon("open"), h("span", { text: t("Still open") })), h("ul", {}, ...threads.map((thread) => h("li", {}, ...inline(thread))))] : []));
  }

  /** @param {View} view @param {View|null} before */
  renderKnown(view, before) {
    const known = new Set(before?.facts ?? view.facts);
    this.facts.replaceChildren(...[...view.facts].reverse().map((fact) =>
      h("li", { class: known.has(fact) ? "" : "is-new", text: curl(fact) })));
    this.factsCount.textContent = view.facts.length ? String(view.facts.length) : "";
    this.factsBox.hidden = !view.facts.length;
    this.skills.replaceChildren(...view.skills.flatMap((skill) => [h("dt", { text: skill.name }), h("dd", { text: skill.word })]));
    this.skillsBox.hidden = !view.skills.length;
  }

  /** @param {Gauge} gauge @param {View|null} before */
  gauge(gauge, before) {
    const share = gauge.maximum ? Math.max(0, Math.min(1, gauge.value / gauge.maximum)) : 0;
    const old = before?.gauges.find((one) => one.id === gauge.id);
    const level = share >= 0.75 ? "dire" : share >= 0.45 ? "bad" : "well";
    const bar = h("div", { class: "g-bar", role: "meter", "aria-label": gauge.name, "aria-valuemin": 0,
      "aria-valuemax": gauge.maximum, "aria-valuenow": gauge.value, "aria-valuetext": gauge.word }, h("i"));
    const from = old && old.maximum ? old.value / old.maximum : share;
    bar.firstChild.style.transform = `scaleX(${Math.max(0, Math.min(1, from))})`;
    requestAnimationFrame(() => requestAnimationFrame(() => { bar.firstChild.style.transform = `scaleX(${share})`; }));
    return h("div", { class: `gauge is-${level}${old && old.word !== gauge.word ? " is-new" : ""}`, data: { gauge: gauge.id } },
      h("span", { class: "g-name", text: gauge.name }), h("span", { class: "g-word", text: gauge.word }), bar);
  }

  /** @param {typeof CHIPS[number]} chip @param {View} view @param {View|null} before */
  list(chip, view, before) {
    const section = this.lists.get(chip.key);
    const shown = /** @type {Shown[]} */ (view[/** @type {"exits"} */ (chip.key)]);
    const known = new Set((/** @type {Shown[]} */ (before?.[/** @type {"exits"} */ (chip.key)] ?? shown)).map((one) => one.id));
    section.hidden = !shown.length && !chip.none;
    const [, none, list] = section.children;
    none.hidden = shown.length > 0;
    list.hidden = !shown.length;
    showEach(list, shown.map((one) => ({ one, known: known.has(one.id), ended: Boolean(view.ended) })), (item) => h("li", {}, this.chip(chip, item)));
  }

  /** @param {typeof CHIPS[number]} chip @param {{one: Shown, known: boolean, ended: boolean}} item */
  chip(chip, { one, known, ended }) {
    const words = chip.act(one);
    return h("button", { type: "button", class: `chip${known ? "" : " is-new"}`, title: words, disabled: ended,
      data: { key: `${chip.key}.${one.id}`, note: one.note }, on: { click: () => this.onPick(words, chip.send) } },
      one.picture && h("img", { class: "chip-picture", src: one.picture.url, alt: one.picture.alt }),
      h("span", { text: curl(one.name) }), one.note && h("small", { text: one.note }));
  }
}
