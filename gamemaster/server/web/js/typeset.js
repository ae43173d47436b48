/** Sets plain text as a book would: paragraphs, emphasis between asterisks, curled quotes. Word by word if need be. */
import { h } from "./dom.js";

/** @param {string} text @param {string} before the letter that came before */
export function curl(text, before = "") {
  return text.replace(/["']/g, (mark, at) => {
    const previous = at ? text[at - 1] : before;
    const opens = previous === "" || /[\s([{—–“‘*]/.test(previous);
    if (mark === '"') return opens ? "“" : "”";
    const elided = opens && /^'(tis|twas|em|til|cause|bout)\b/i.test(text.slice(at));
    return opens && !elided ? "‘" : "’";
  });
}

/** A short text with its emphasis, for one line. @param {string} text @returns {Node[]} */
export function inline(text) {
  const box = h("div");
  new Setter(box).write(text);
  return [...(box.firstElementChild?.childNodes ?? [])];
}

/** Writes one span of the story into `container` as its words come. */
export class Setter {
  /** @param {HTMLElement} container @param {boolean} [fades] whether new words fade in */
  constructor(container, fades = false) {
    this.container = container;
    this.fades = fades;
    /** @type {HTMLElement|null} */
    this.paragraph = null;
    this.emphasis = false;
    this.before = "";
    this.gap = ""; // space, and an asterisk, that came and waits for a word to follow
  }

  /** @param {string} text */
  write(text) {
    const all = this.gap + text;
    // What an asterisk at the very end means is seen only when the next word comes.
    const body = all.replace(/[\s*]+$/, "");
    this.gap = all.slice(body.length);
    const parts = body.split(/(\n\s*\n|\*)/);
    parts.forEach((part, i) => {
      if (part === "") return;
      if (/^\n\s*\n$/.test(part)) {
        this.settle();
        this.paragraph = null;
        this.emphasis = false;
        this.before = "";
      } else if (part === "*" && this.isMark(parts, i)) {
        this.emphasis = !this.emphasis;
      } else this.words(part);
    });
  }

  /** Whether an asterisk begins or ends emphasis: it hugs a word on its inner side. @param {string[]} parts @param {number} i */
  isMark(parts, i) {
    if (this.emphasis) return true;
    const after = parts[i + 1] ?? "";
    return /^\S/.test(after) && (this.before === "" || /[\s“‘"'(—–-]/.test(this.before));
  }

  /** @param {string} text */
  words(text) {
    if (!this.paragraph) {
      text = text.trimStart();
      if (!text) return;
      this.paragraph = h("p");
      this.container.insertBefore(this.paragraph, this.container.querySelector(":scope > .aside-choices"));
    }
    const set = curl(text.replace(/\s+/g, " "), this.before);
    this.before = text.at(-1) ?? this.before;
    if (this.emphasis) this.paragraph.append(h("em", { text: set }));
    else if (this.fades) this.paragraph.append(h("span", { class: "word", text: set }));
    else this.paragraph.append(set);
  }

  /** Fades out the scaffolding: one text node for each stretch of text again. */
  settle() {
    const done = this.paragraph;
    if (!done || !this.fades) return;
    setTimeout(() => {
      for (const word of done.querySelectorAll("span.word")) word.replaceWith(word.textContent ?? "");
      done.normalize();
    }, 700);
  }
}
