/**
 * What the player's stories leave out: terms to choose, words of their own, and how much violence is told.
 * @typedef {{avoid: string[], violence: "none"|"mild"|"full"}} Lines
 * @typedef {import("./types.js").ServerMessage} ServerMessage
 */
import { h, showEach } from "./dom.js";
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
    /** As the player wants them. @type {Lines} */
    this.lines = { avoid: [], violence: "full" };
    this.kept = this.lines; // as the service last said
    this.known = false; // until then nothing may be changed: a change says all lines, and those kept would go
    this.n = 0; // of the message sent last: answers to those before it are out of date
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
    if (!this.asked) this.send({ type: "boundaries", n: ++this.n });
  }

  /** @param {Partial<Lines>|{violence: string}} change */
  change(change) {
    const lines = { ...this.lines, ...change };
    if (lines.avoid.length > MOST) return void (this.status.textContent = t("That is as much as can be left out."));
    if (this.send({ type: "boundaries", lines, n: ++this.n })) {
      this.lines = /** @type {Lines} */ (lines);
      this.asked = true;
    } else this.status.textContent = t("There is no connection just now; try again in a moment.");
    this.show();
  }

  /** A change could not be kept. Returns whether one was on its way. @param {string} text */
  failed(text) {
    if (!this.asked) return false;
    this.asked = false;
    this.lines = this.kept;
    this.status.textContent = text;
    this.show();
    return true;
  }

  /** @param {ServerMessage} message */
  receive(message) {
    this.kept = message.lines;
    this.known = true;
    this.terms = message.terms;
    if (message.n < this.n) return void this.show();
    this.lines = message.lines;
    if (this.status) this.status.textContent = this.asked ? t("Kept. It holds from your next words on.") : "";
    this.asked = false;
    this.show();
  }

  show() {
    if (!this.part) return;
    for (const box of this.part.querySelectorAll("fieldset")) box.disabled = !this.known;
    for (const input of this.violence.querySelectorAll("input")) input.checked = input.value === this.lines.violence;
    const names = shown();
    const all = [...this.terms, ...this.lines.avoid.filter((term) => !this.terms.includes(term))];
    const at = [...this.chosen.querySelectorAll("input")].findIndex((input) => input === document.activeElement);
    showEach(this.chosen, all, (term) => h("label", {}, h("input", { type: "checkbox", name: "lines-term", value: term, on: { change: () => this.toggle(term) } }),
      h("span", { text: names[term] ?? term })));
    const boxes = this.chosen.querySelectorAll("input");
    for (const box of boxes) box.checked = this.lines.avoid.includes(box.value);
    if (at >= 0 && !this.chosen.contains(document.activeElement)) boxes[Math.min(at, boxes.length - 1)]?.focus();
  }

  /** @param {string} term */
  toggle(term) {
    const { avoid } = this.lines;
    this.change({ avoid: avoid.includes(term) ? avoid.filter((one) => one !== term) : [...avoid, term] });
  }
}
