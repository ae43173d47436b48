/** Where the player speaks: the words, suggestions, sending and cutting in. A draft is never lost. */
import { byId, h, icon, showEach } from "./dom.js";
import { recall, remember } from "./memory.js";
import { t } from "./words.js";

const SAVE_MS = 250;
const SKIPS = { show: { name: t("Show the whole passage"), icon: "whole" }, hush: { name: t("Stop the voice"), icon: "stop" } };
const TYPING_MS = 4000; // so often the service is told that the player goes on writing
const GROWS = CSS.supports("field-sizing", "content"); // by the style sheet: to measure lays the whole page out, at each key
const MOST_HEIGHT = 180; // as in story.css
const NEAR = 0.85; // of the limit: from here on the letters are counted

export class Composer {
  /**
   * @param {object} parts
   * @param {(text: string) => void} parts.onSubmit
   * @param {() => void} parts.onSkip
   * @param {() => void} parts.onTyping words are coming: at the first letter, every few seconds, at a suggestion looked at
   */
  constructor({ onSubmit, onSkip, onTyping }) {
    this.onSubmit = onSubmit;
    this.onTyping = onTyping;
    this.typedAt = 0;
    this.form = byId("composer");
    this.words = byId("words");
    this.skip = byId("skip-telling");
    this.send = byId("send");
    this.counter = byId("counter");
    this.suggestions = byId("suggestions");
    this.trouble = byId("trouble");
    this.limit = 2000;
    this.story = "";
    this.timer = 0;
    /** @type {string[]} */
    this.said = [];
    this.back = 0;
    this.restored = ""; // what the last undo put here
    this.form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.submit();
    });
    this.words.addEventListener("input", () => {
      this.changed();
      if (this.text) this.typing();
    });
    for (const sign of ["pointerover", "focusin"]) this.suggestions.addEventListener(sign, () => this.typing());
    this.words.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.skip.addEventListener("click", onSkip);
  }

  typing() {
    const now = Date.now();
    if (now - this.typedAt < TYPING_MS) return;
    this.typedAt = now;
    this.onTyping();
  }

  get text() {
    return this.words.value;
  }

  /** @param {string} text */
  fill(text, focus = true) {
    this.words.value = text;
    this.changed();
    if (!focus) return;
    this.words.focus();
    this.words.setSelectionRange(text.length, text.length);
  }

  /** Words that were taken back may be changed and said again. A draft of the player's own stays. @param {string} text */
  restore(text) {
    if (this.text && this.text !== this.restored) return;
    this.restored = text;
    this.fill(text, false);
    this.words.select();
  }

  /** @param {string} story @param {string[]} said the player's earlier words, latest last */
  open(story, said) {
    this.typedAt = 0;
    this.said = said;
    this.back = 0;
    if (this.story !== story) {
      this.story = story;
      this.words.value = recall(`draft.${story}`) ?? "";
    }
    this.changed();
  }

  changed() {
    const { words } = this;
    if (!GROWS) {
      words.style.height = "auto";
      words.style.height = `${Math.min(words.scrollHeight, MOST_HEIGHT)}px`;
    }
    const length = [...words.value].length;
    const over = length > this.limit;
    this.counter.textContent = length > this.limit * NEAR ? t("{length} of {limit} characters", { length, limit: this.limit }) : "";
    this.counter.classList.toggle("is-over", over);
    words.setAttribute("aria-invalid", String(over));
    this.send.disabled = !words.value.trim() || over;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), SAVE_MS);
  }

  save() {
    if (this.story) remember(`draft.${this.story}`, this.words.value || null);
  }

  submit() {
    const text = this.words.value.trim();
    if (!text) return;
    if ([...text].length > this.limit) {
      this.complain(t("That is longer than {limit} characters. Say it in fewer, or in two turns.", { limit: this.limit }));
      return;
    }
    this.said.push(text);
    this.back = 0;
    this.typedAt = 0;
    this.words.value = "";
    this.changed();
    this.save();
    this.complain("");
    this.onSubmit(text);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "ArrowUp" && !event.altKey && (!this.text || this.back)) {
      this.browse(1, event);
    } else if (event.key === "ArrowDown" && this.back) {
      this.browse(-1, event);
    }
  }

  /** Earlier words, as in a shell. @param {number} step @param {KeyboardEvent} event */
  browse(step, event) {
    const at = Math.max(0, Math.min(this.said.length, this.back + step));
    if (at === this.back) return;
    event.preventDefault();
    this.back = at;
    this.fill(at ? this.said[this.said.length - at] : "");
  }

  /** @param {string[]} suggestions */
  suggest(suggestions) {
    showEach(this.suggestions, suggestions, (text) =>
      h("button", { type: "button", class: "suggestion", on: { click: () => this.pick(text) } }, text));
    this.offers.forEach((button, i) => i < 9 && button.setAttribute("aria-keyshortcuts", `Alt+${i + 1}`));
  }

  /** What the Game Master asks about comes before what they suggest. @returns {HTMLElement[]} */
  get offers() {
    return [...document.querySelectorAll(".aside-choice, .suggestion")];
  }

  /** @param {string} text */
  pick(text) {
    const draft = this.words.value;
    this.words.value = text;
    this.submit();
    if (draft.trim() && draft.trim() !== text) this.fill(draft, false); // what was being written stays
  }

  /** @param {number} n from 0 */
  pickNth(n) {
    this.offers[n]?.click();
  }

  /** Says what went wrong; an empty text takes it away. @param {string} text */
  complain(text) {
    this.trouble.textContent = text;
    this.trouble.hidden = !text;
  }

  /** Whether a turn is being told, and what its button does. @param {boolean} telling @param {"show"|"hush"|""} skips */
  setTelling(telling, skips) {
    this.skip.hidden = !skips;
    if (skips) {
      this.skip.setAttribute("aria-label", `${SKIPS[skips].name} (${t("Escape")})`);
      this.skip.title = `${SKIPS[skips].name} (Esc)`;
      if (this.skip.dataset.skips !== skips) this.skip.replaceChildren(icon(SKIPS[skips].icon));
    }
    this.skip.dataset.skips = skips;
    this.form.classList.toggle("is-telling", telling);
    this.suggestions.classList.toggle("is-stale", telling);
  }
}
