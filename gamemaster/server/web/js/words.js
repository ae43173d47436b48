/**
 * The page's own words, in its reader's language. English stands where it is said; `words/*.json` has the others, by the
 * English words. What the story says is in the language of its world, and is not touched.
 * @typedef {string|Record<string, string>} Entry a text, or texts by plural category ("one", "other", …)
 */
import { recall } from "./memory.js";

/** By their tags; who chooses none has that of the browser, or English. */
export const LANGUAGES = { en: "English", de: "Deutsch" };
const known = (/** @type {string} */ tag) => tag.split("-")[0] in LANGUAGES;

/** What the reader chose: a tag, or "auto". @type {string} */
export const CHOSEN = recall("settings")?.language ?? "auto";
/** The tag of the language that the page speaks. */
export const LANGUAGE = ([CHOSEN, ...navigator.languages].find(known) ?? "en").split("-")[0];
const plurals = new Intl.PluralRules(LANGUAGE);
/** @type {Record<string, Entry>} */
const catalogue = LANGUAGE === "en" ? {} : await read(LANGUAGE);

/** @param {string} language @returns {Promise<Record<string, Entry>>} empty where it cannot be had: then the page speaks English */
async function read(language) {
  const response = await fetch(new URL(`../words/${language}.json`, import.meta.url)).catch(() => null);
  return response?.ok ? response.json() : {};
}

/** @param {string} text @param {Record<string, string|number>} values */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/** Words of the page. `{name}` stands for a value. @param {string} text in English @param {Record<string, string|number>} [values] */
export function t(text, values = {}) {
  const entry = catalogue[text];
  return filled(typeof entry === "string" ? entry : text, values);
}

/** Words that depend on a count, which is `{n}`; the catalogue has them under `other`. @param {number} n @param {string} one @param {string} other */
export function tn(n, one, other) {
  const entry = catalogue[other];
  const text = entry === undefined ? (n === 1 ? one : other) : typeof entry === "string" ? entry : entry[plurals.select(n)] ?? entry.other;
  return filled(text, { n });
}

const ATTRIBUTES = ["aria-label", "title", "placeholder"];
const plain = (/** @type {string} */ text) => text.trim().replace(/\s+/g, " ");

/** Puts what stands in the page's HTML into the reader's language. @param {Document} page */
export function translatePage(page) {
  page.documentElement.lang = LANGUAGE;
  if (LANGUAGE === "en") return;
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = /** @type {Text} */ (texts.currentNode);
    const words = plain(node.data);
    if (words in catalogue) node.data = node.data.replace(/\S[^]*\S|\S/, () => t(words));
  }
  for (const name of ATTRIBUTES) {
    for (const element of page.querySelectorAll(`[${name}]`)) {
      const words = plain(element.getAttribute(name) ?? "");
      if (words in catalogue) element.setAttribute(name, t(words));
    }
  }
}
