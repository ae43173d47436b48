/** What is kept of the player: all of it as a file, or all of it gone. A quiet part of the settings. */
import { h } from "./dom.js";
import { recall, remember } from "./memory.js";
import { deletePlayer, savePlayer } from "./stories_api.js";
import { t } from "./words.js";

export class MyData {
  /** The settings' part. */
  makePart() {
    this.save = this.button(t("Save all of it as a file"), () => this.attempt(savePlayer, t("Saved. Recordings on another machine that was off are not in it.")));
    this.box = h("div", { class: "my-data-tools" });
    this.status = h("p", { class: "note", role: "status" });
    this.showTools();
    return h("fieldset", { class: "choice my-data", "aria-describedby": "my-data-note" }, h("legend", { text: t("What is kept of me") }),
      h("p", { class: "note", id: "my-data-note", text: t("Your stories with all that you said, what their characters remember, your answers here, and what was recorded.") }),
      this.box, this.status);
  }

  showTools() {
    this.box.replaceChildren(this.save, this.button(t("Delete me and everything…"), () => this.askFirst(), "quiet is-danger"));
  }

  askFirst() {
    const keep = this.button(t("Keep it"), () => {
      this.showTools();
      /** @type {HTMLElement} */ (this.box.lastElementChild).focus();
    });
    this.box.replaceChildren(
      h("p", { text: t("Delete all your stories, and everything else that is kept of you? This cannot be undone.") }), keep,
      this.button(t("Delete everything for good"), () => this.attempt(() => this.leave(), ""), "quiet is-danger"));
    keep.focus();
  }

  async leave() {
    await deletePlayer();
    for (const key of Object.keys(localStorage)) if (key.startsWith("gamemaster.")) localStorage.removeItem(key);
    if (recall("token") !== null) remember("token", null);
    location.replace(location.pathname);
  }

  /** @param {() => Promise<unknown>} act @param {string} done */
  async attempt(act, done) {
    const buttons = this.box.querySelectorAll("button");
    for (const button of buttons) button.disabled = true;
    this.status.textContent = t("A moment…");
    try {
      await act();
      this.status.textContent = done;
    } catch (error) {
      this.status.textContent = error instanceof Error ? error.message : String(error);
    }
    for (const button of buttons) button.disabled = false;
  }

  /** @param {string} text @param {() => void} run @param {string} [kind] */
  button(text, run, kind = "quiet") {
    return h("button", { type: "button", class: kind, text, on: { click: run } });
  }
}
