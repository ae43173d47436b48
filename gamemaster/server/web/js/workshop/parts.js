/** Small parts that the workshop's pages share. */
import { h } from "../dom.js";

/** @typedef {{file: string, line: number, column: number, path: string}} Written */
/** @typedef {{text: string, holds: boolean, now: string, parts: Part[]}} Part */

export class Sources {
  /** @param {Record<string, Written>} sources @param {string} form of an editor's links */
  constructor(sources, form) {
    this.sources = sources;
    this.form = form;
  }

  /** The address that opens a part in the writer's editor. @param {string} key as `beats.splash` */
  address(key) {
    const written = this.sources[key];
    return written && this.form.replace("{path}", encodeURI(written.path)).replace("{line}", String(written.line)).replace("{column}", String(written.column));
  }

  /** A link to the file and line. @param {string} key @param {string} [text] */
  link(key, text) {
    const written = this.sources[key];
    if (!written) return h("code", { text: text ?? key });
    const place = `${written.file}:${written.line}`;
    return h("a", { class: "w-source", href: this.address(key), title: `Open ${place}`, "data-place": place },
      h("code", { text: text ?? key.split(".").pop() }), h("small", { text: place }));
  }
}

/** @param {Part[]} parts */
export function conditions(parts) {
  return h("ul", { class: "w-parts" }, ...parts.map((part) => h("li", { class: part.holds ? "holds" : "fails" },
    h("i", { "aria-hidden": "true", text: part.holds ? "✓" : "✗" }), h("span", { class: "sr-only", text: part.holds ? "holds: " : "fails: " }),
    h("code", { text: part.text }), part.now && h("small", { text: part.now }), part.parts.length > 0 && conditions(part.parts))));
}

/** @param {string} title @param {...(Node|null|undefined|false)} body */
export const section = (title, ...body) => h("section", {}, h("h3", { text: title }), ...body);

/** A list of lines, or a word that there are none. @param {string[]} lines @param {string} none */
export const lines = (lines, none) => (lines.length
  ? h("ul", { class: "w-lines" }, ...lines.map((text) => h("li", { text }))) : h("p", { class: "p-none", text: none }));
