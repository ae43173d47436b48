/** t("This answer was not all right"): a turn, reported to whoever runs the service, with its text if the player shares it. */
import { dialog } from "./dialogs.js";
import { h } from "./dom.js";
import { reportTurn } from "./stories_api.js";
import { t } from "./words.js";

export class Report {
  /** @param {object} parts @param {() => string} parts.story @param {(text: string) => void} parts.toast */
  constructor({ story, toast }) {
    this.story = story;
    this.toast = toast;
    this.turn = 0;
  }

  make() {
    this.note = h("textarea", { id: "report-note", rows: 3, maxlength: 500 });
    this.status = h("p", { class: "note", role: "alert" });
    this.which = h("p", { class: "note" });
    return dialog("report", t("This answer was not all right"), this.which,
      h("form", { class: "report-form", on: { submit: (/** @type {Event} */ event) => event.preventDefault() } },
        h("label", { for: "report-note", text: t("What was not all right? (You need not say.)") }), this.note,
        h("p", { class: "note", text: t("May they read this turn, your words and the answer? Else they learn only which turn it was.") }),
        h("div", { class: "report-tools" }, this.button(t("Report it, with its text"), true, "begin"), this.button(t("Report it without"), false, "quiet")),
        this.status));
  }

  /** @param {string} text @param {boolean} share the turn's text @param {string} kind */
  button(text, share, kind) {
    return h("button", { type: "button", class: kind, text, on: { click: () => this.send(share) } });
  }

  /** @param {number} turn */
  ask(turn) {
    this.element ??= this.make();
    this.turn = turn;
    this.which.textContent = t("Turn {turn} goes to the people who run this service. The story goes on as it is; undo takes a turn back.", { turn });
    this.status.textContent = "";
    this.element.showModal();
    this.note.focus();
  }

  /** @param {boolean} share */
  async send(share) {
    try {
      await reportTurn(this.story(), this.turn, this.note.value.trim(), share);
    } catch (error) {
      this.status.textContent = error instanceof Error ? error.message : String(error);
      return;
    }
    this.note.value = "";
    this.element.close();
    this.toast(t("Thank you. It is reported."));
  }
}
