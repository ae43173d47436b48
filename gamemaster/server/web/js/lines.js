/**
 * What the player's stories leave out: terms to choose, words of their own, and how much violence is told.
 * @typedef {{avoid: string[], violence: "none"|"mild"|"full"}} Lines
 * @typedef {import("./types.js").ServerMessage} ServerMessage
 */
import { h } from "./dom.js";
import { t } from "./words.js";

const MOST = 30; // as `Boundaries.avoid` in `worlds/schema.py`
/** The terms as they are shown. @returns {Record<string, string>} */
const shown = () => ({
  spiders: t("spiders"), snakes: t("snakes"), insects: t("insects"), rats: t("rats"), gore: t("gore"), blood: t("blood"), torture: t("torture"),
  "harm to children": t("harm to children"), "harm to animals": t("harm to animals"), "sexual content": t("sexual content"),
  "sexual violence": t("sexual violence"), suicide: t("suicide"), drugs: t("drugs"), alcohol: t("alcohol"), cannibalism: t("cannibalism"),
  needles: t("needles"), drowning: t("drowning"), "being buried alive": t("being buried alive"), slavery: t("slavery"), "pregnancy loss": t("pregnancy loss"),
});

export class LinesChoice {
  /** @param {object} parts @param {(message: object) => boolean} parts.send */
  constructor({ send }) {
    this.send = send;
    /** @type {Lines} */
    this.lines = { avoid: [], violence: "full" };
    /** @type {string[]} */
    this.terms = [];
    this.asked = false; // a change is on its way
  }

  /** The settings' part. */
  makePart() {
    this.violence = h("div", { class: "choice-row" }, ...Object.entries({ full: t("As the world is written"), mild: t("Without detail"), none: t("None") }).map(([value, text]) =>
      h("label", {}, h("input", { type: "radio", name: "set-violence", value, on: { change: () => this.change({ violence: value }) } }), h("span", { text }))));
    this.chosen = h("div", { class: "choice-row lines-terms" });
    this.own = h("input", { type: "text", id: "lines-own", maxlength: 60, autocomplete: "off" });
    this.status = h("p", { class: "note", role: "status" });
    const form = h("form", { class: "lines-own", on: { submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const term = this.own.value.trim();
      this.own.value = "";
      if (term && !this.lines.avoid.includes(term)) this.change({ avoid: [...this.lines.avoid, term] });
    } } }, h("label", { for: "lines-own", text: t("Something else") }), this.own, h("button", { type: "submit", class: "quiet", text: t("Leave it out") }));
    this.part = h("div", { class: "lines" },
      h("fieldset", { class: "choice" }, h("legend", { text: t("Violence") }), this.violence),
      h("fieldset", { class: "choice", "aria-describedby": "lines-note" }, h("legend", { text: t("My stories leave out") }), this.chosen, form,
        h("p", { class: "note", id: "lines-note", text: t("From your next words on, in all your stories. Moments of that kind are told without the detail, or not at all.") }), this.status));
    this.show();
    return this.part;
  }

  /** Asks how it stands: another window may have changed it. */
  ask() {
    this.send({ type: "boundaries" });
  }

  /** @param {Partial<Lines>|{violence: string}} change */
  change(change) {
    const lines = { ...this.lines, ...change };
    if (lines.avoid.length > MOST) return void (this.status.textContent = t("That is as much as can be left out."));
    this.asked = this.send({ type: "boundaries", lines });
    if (this.asked) this.lines = /** @type {Lines} */ (lines);
    else this.status.textContent = t("There is no connection just now; try again in a moment.");
    this.show();
  }

  /** @param {ServerMessage} message */
  receive(message) {
    this.lines = message.lines;
    this.terms = message.terms;
    if (this.status) this.status.textContent = this.asked ? t("Kept. It holds from your next words on.") : "";
    this.asked = false;
    this.show();
  }

  show() {
    if (!this.part) return;
    for (const input of this.violence.querySelectorAll("input")) input.checked = input.value === this.lines.violence;
    const names = shown();
    const all = [...this.terms, ...this.lines.avoid.filter((term) => !this.terms.includes(term))];
    const at = [...this.chosen.querySelectorAll("input")].findIndex((input) => input === document.activeElement);
    this.chosen.replaceChildren(...all.map((term) => h("label", {}, h("input", { type: "checkbox", name: "lines-term", value: term,
      checked: this.lines.avoid.includes(term), on: { change: () => this.toggle(term) } }), h("span", { text: names[term] ?? term }))));
    if (at >= 0) this.chosen.querySelectorAll("input")[at]?.focus();
  }

  /** @param {string} term */
  toggle(term) {
    const { avoid } = this.lines;
    this.change({ avoid: avoid.includes(term) ? avoid.filter((one) => one !== term) : [...avoid, term] });
  }
}
