/**
 * What is said to the player outside the story: a question back with its choices, a hint, where to find help.
 * @typedef {import("./types.js").TextSpan} TextSpan
 */
import { h } from "./dom.js";
import { t } from "./words.js";

/** @param {TextSpan} span @param {(text: string) => void} onChoice */
export function asideBox(span, onChoice) {
  const choices = span.choices ?? [];
  return h("div", { class: "span is-aside", role: "note", "aria-label": choices.length ? t("The Game Master asks") : t("Outside the story") },
    choices.length && h("div", { class: "aside-choices", role: "group", "aria-label": t("Choices") }, ...choices.map((text) =>
      h("button", { type: "button", class: "aside-choice", text, on: { click: () => onChoice(text) } }))));
}

/** Choices that were not taken are only read from here on. @param {HTMLElement} article */
export function closeChoices(article) {
  for (const box of article.querySelectorAll(".aside-choices")) box.remove();
}
