/**
 * What came of a save of the world by its writer, who plays it at the same time: it is in the story, with what could not
 * be kept; or what is wrong with it, until the next save that fits.
 * @typedef {{file: string, line: number, column: number, message: string, hint: string}} WorldFault
 */
import { h, icon } from "./dom.js";
import { t } from "./words.js";

const SHOWN_MS = 7000; // a save that fits and costs nothing

export class SaveNotice {
  /** @param {HTMLElement} foot it stands above what is said next */
  constructor(foot) {
    this.timer = 0;
    this.box = h("section", { id: "save-notice", role: "status", "aria-label": t("The world as it was saved"), hidden: true });
    foot.prepend(this.box);
  }

  /** @param {any} message a `world_edited` */
  show(message) {
    clearTimeout(this.timer);
    const notes = message.notes ?? [];
    const faults = message.faults ?? [];
    const title = message.fits ? t("Saved, and in the story.") : t("Saved with faults: the story goes on in the last good world.");
    const close = h("button", { type: "button", class: "tool", "aria-label": t("Close"), on: { click: () => this.hide() } }, icon("close"));
    this.box.dataset.fits = String(message.fits);
    this.box.replaceChildren(h("div", { class: "save-head" }, h("p", { text: title }), close));
    if (notes.length) this.box.append(h("ul", {}, ...notes.map((/** @type {string} */ note) => h("li", {}, ...coded(note)))));
    if (faults.length) this.box.append(h("ul", {}, ...faults.map((/** @type {WorldFault} */ fault) => this.fault(fault))));
    this.box.hidden = false;
    if (message.fits && !notes.length) this.timer = setTimeout(() => this.hide(), SHOWN_MS);
  }

  /** Kept plays that are told otherwise since the save. @param {any} message a `plays_compared` @param {() => void} look */
  showPlays(message, look) {
    const told = message.changed.length ? t("Told otherwise now: {plays}.", { plays: message.changed.join(", ") }) : "";
    this.add(told, look, message.faults);
  }

  /** What bots do not come to any more. @param {any} message a `bots_returned` @param {() => void} look */
  showBots(message, look) {
    this.add(t("No bot comes any more to: {things}.", { things: message.lost.join(", ") }), look);
  }

  /** @param {string} told @param {() => void} look @param {string[]} [faults] */
  add(told, look, faults = []) {
    clearTimeout(this.timer);
    const button = h("button", { type: "button", class: "quiet", text: t("Look"), on: { click: () => (this.hide(), look()) } });
    this.box.dataset.fits = "false";
    this.box.append(h("ul", {}, told && h("li", { class: "save-plays" }, told, button), ...faults.map((fault) => h("li", {}, ...coded(fault)))));
    this.box.hidden = false;
  }

  /** @param {WorldFault} fault */
  fault(fault) {
    const place = fault.line ? `${fault.file}:${fault.line}:${fault.column}` : fault.file;
    return h("li", {}, h("code", { class: "save-place", text: place }), h("span", {}, ...coded(` ${fault.message}`)),
      fault.hint && h("small", {}, ...coded(fault.hint)));
  }

  hide() {
    this.box.hidden = true;
  }
}

/** Words in `backquotes` are ids of the world. @param {string} text */
export const coded = (text) => text.split("`").map((part, n) => (n % 2 ? h("code", { text: part }) : document.createTextNode(part)));
