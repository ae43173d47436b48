/** Speaks to screen readers in whole sentences, however the words arrive. */

const CLOSE = /^[\s\S]*[.!?…]["”’)]*(?=\s|$)/;
const SETTLE_MS = 350;
const KEPT = 30;

export class Announcer {
  /** @param {HTMLElement} region polite live region */
  constructor(region) {
    this.region = region;
    this.held = "";
    this.timer = 0;
    this.span = "";
    /** @type {string|null} */
    this.speaker = null;
  }

  /** Words of the story; a new speaker's name is said first. @param {string} text @param {string|null} speaker
   * @param {string} [span] which stretch of the text they belong to */
  hear(text, speaker, span = "") {
    text = text.replaceAll("*", ""); // marks of emphasis
    if (span !== this.span) this.held = this.held && `${this.held} `;
    this.span = span;
    if (speaker !== this.speaker) {
      this.flush();
      this.speaker = speaker;
      if (speaker) this.held = `${speaker}: `;
    }
    this.held += text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.sentences(), SETTLE_MS);
  }

  sentences() {
    const whole = CLOSE.exec(this.held)?.[0];
    if (!whole) return;
    this.held = this.held.slice(whole.length);
    this.say(whole);
  }

  /** What is left is said, though it does not end a sentence. */
  flush() {
    clearTimeout(this.timer);
    const rest = this.held.trim();
    this.held = "";
    this.speaker = null;
    if (rest && !rest.endsWith(":")) this.say(rest);
  }

  /** @param {string} text */
  say(text) {
    const line = document.createElement("p");
    line.textContent = text.trim();
    this.region.append(line);
    while (this.region.childElementCount > KEPT) this.region.firstElementChild?.remove();
  }
}
