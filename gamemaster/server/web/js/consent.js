/**
 * Whether the player's play may be recorded: asked once, on the first page, and theirs to change in the settings.
 * @typedef {import("./types.js").RecordingOffer} RecordingOffer
 * @typedef {import("./types.js").ServerMessage} ServerMessage
 */
import { byId, h } from "./dom.js";
import { t, tn } from "./words.js";

/** Version of the words below, as `CONSENT_TEXT` in `gamemaster/protocol/messages.py`: who agreed to others is asked again. */
export const TEXT = 1;

/** @param {number} days */
const words = (days) =>
  t("If you agree, what you type and what the story answers, with the times and the story so far, are recorded to make the storyteller better, " +
    "and kept for {days}. Names, addresses and numbers are taken out before a recording is exported, as far as " +
    "rules find them. You can stop it, and delete all of it, at any time in the settings.", { days: tn(days, "one day", "{n} days") });

/** @param {number} count */
const deletedText = (count) =>
  count === 0 ? t("Nothing was recorded of you.") : tn(count, "One recording was deleted.", "{n} recordings were deleted.");

export class Consent {
  /** @param {object} parts @param {(message: object) => boolean} parts.send @param {(text: string) => void} parts.toast */
  constructor({ send, toast }) {
    this.send = send;
    this.toast = toast;
    /** @type {RecordingOffer|null} */
    this.offer = null;
    /** @type {"card"|"choice"|"delete"|""} where the answer was given that is on its way */
    this.waiting = "";
    /** What the player chose since. @type {boolean|null} */
    this.next = null;
    this.card = byId("consent");
    this.words = h("p", { id: "consent-words" });
    this.card.append(h("h2", { id: "consent-h", text: t("May your play be recorded?") }), this.words,
      h("div", { class: "consent-tools" }, this.answerButton(t("Yes, record it"), true), this.answerButton(t("No"), false)));
  }

  /** @param {string} text @param {boolean} record */
  answerButton(text, record) {
    return h("button", { type: "button", class: "quiet", "aria-describedby": "consent-words", text, on: { click: () => this.answer("card", record) } });
  }

  /** What `welcome` says of recording. @param {RecordingOffer|null} offer */
  welcome(offer) {
    this.offer = offer;
    this.waiting = "";
    this.next = null;
    if (offer) this.words.textContent = words(offer.keep_days);
    this.show();
  }

  /** @param {"card"|"choice"|"delete"} where @param {boolean} record @param {boolean} [forget] */
  answer(where, record, forget = false) {
    if (this.waiting) {
      if (where === "choice") this.next = record; // said when the answer before has been kept
      return;
    }
    if (this.send({ type: "consent", record, forget, text: TEXT })) this.waiting = where;
    else this.tell(t("There is no connection just now; try again in a moment."), where);
    this.show();
  }

  /** The service has kept it. @param {ServerMessage} message */
  receive(message) {
    if (!this.offer) return;
    const { waiting: from, next } = this;
    this.waiting = "";
    this.next = null;
    this.offer = { ...this.offer, asked: true, allowed: message.allowed };
    if (next !== null && next !== message.allowed) return this.answer("choice", next);
    const news = message.allowed ? t("Thank you. From now on your play is recorded.") : t("Nothing is recorded.");
    if (from === "card") byId("worlds").focus({ preventScroll: true }); // the button that had the focus goes
    this.show();
    this.tell(from === "delete" ? deletedText(message.deleted) : news, from);
  }

  /** It could not be kept. Returns whether an answer was on its way. @param {string} text */
  failed(text) {
    const from = this.waiting;
    if (!from) return false;
    this.waiting = "";
    this.next = null;
    this.show();
    this.tell(text, from);
    return true;
  }

  /** @param {string} text @param {string} where */
  tell(text, where) {
    if (where === "card" || !this.status) this.toast(text);
    else this.status.textContent = text;
  }

  /** The settings' part. */
  makeChoice() {
    this.radios = [true, false].map((record) => h("input", { type: "radio", name: "set-record", value: record ? "yes" : "no",
      on: { change: () => this.answer("choice", record) } }));
    const [yes, no] = this.radios;
    this.explained = h("p", { class: "note", id: "record-note" });
    this.forget = h("button", { type: "button", class: "quiet", text: t("Delete what was recorded of me"),
      on: { click: () => this.answer("delete", this.offer?.allowed ?? false, true) } });
    this.status = h("p", { class: "note", role: "status" });
    this.choice = h("fieldset", { class: "choice consent-choice", "aria-describedby": "record-note" }, h("legend", { text: t("Recording my play") }),
      h("div", { class: "choice-row" }, h("label", {}, yes, h("span", { text: t("Yes") })), h("label", {}, no, h("span", { text: t("No") }))),
      this.explained, this.forget, this.status);
    this.show();
    return this.choice;
  }

  /** Card and settings as things stand. */
  show() {
    const { offer } = this;
    this.card.hidden = !offer || offer.asked;
    if (!this.choice) return;
    this.choice.hidden = !offer;
    if (!offer) return;
    this.explained.textContent = words(offer.keep_days);
    if (this.waiting) this.status.textContent = "";
    if (this.waiting === "choice") return; // as the player has just put it
    this.radios[0].checked = offer.asked && offer.allowed;
    this.radios[1].checked = offer.asked && !offer.allowed;
  }
}
