/**
 * The first page: worlds to begin in, stories to go on with.
 * @typedef {import("./types.js").WorldLine} WorldLine
 * @typedef {import("./types.js").StoryLine} StoryLine
 */
import { byId, capital, h, showEach } from "./dom.js";
import { scenery } from "./scenery.js";
import { listStories } from "./story_item.js";
import { paint, palette } from "./theme.js";
import { curl } from "./typeset.js";
import { LANGUAGE, t } from "./words.js";

const SHOWN_HERE = 2; // stories: the worlds are to be seen without scrolling

export class Home {
  /** @param {object} parts @param {(world: string, opening?: number) => void} parts.onWorld @param {import("./story_item.js").StoryActs} parts.acts */
  constructor({ onWorld, acts }) {
    this.onWorld = onWorld;
    this.acts = acts;
    this.cards = byId("worlds");
    this.goingOn = byId("going-on");
    this.list = byId("home-stories");
    this.all = byId("all-stories");
    this.cards.append(h("div", { class: "card is-empty" }), h("div", { class: "card is-empty" }));
  }

  /** @param {WorldLine[]} worlds @param {"world"|"dark"|"light"} mode */
  showWorlds(worlds, mode) {
    this.cards.setAttribute("aria-busy", "false");
    showEach(this.cards, worlds.map((world) => ({ world, mode })), ({ world }) => this.card(world, mode));
    if (!worlds.length) {
      this.cards.append(h("p", { class: "empty", text: t("This service has no worlds. Its operator can add a folder of them.") }));
    }
    const scene = /** @type {HTMLElement} */ (document.querySelector(".hero-scene"));
    scene.replaceChildren(scenery("hero", palette(undefined, mode), "fjord"));
  }

  /** @param {WorldLine} world @param {"world"|"dark"|"light"} mode */
  card(world, mode) {
    const colours = palette(world.theme, mode);
    const title = `world-${world.id}`;
    const opening = openings(world);
    const card = h("article", { class: "card", "aria-labelledby": title, data: { world: world.id, font: colours.font } },
      world.picture ? h("div", { class: "card-scene" }, h("img", { class: "card-picture", src: world.picture.url, alt: world.picture.alt }))
        : h("div", { class: "card-scene", "aria-hidden": "true" }, scenery(world.id, colours)),
      h("div", { class: "card-words", lang: world.language ?? "en" },
        h("div", { class: "card-head" },
          h("div", {}, world.genre && h("p", { class: "card-genre", text: capital(world.genre) }), h("h3", { id: title, text: world.title })),
          h("button", { type: "button", class: "begin", lang: LANGUAGE, "aria-describedby": title, on: { click: () => this.onWorld(world.id, opening?.chosen()) } }, t("Begin"))),
        h("p", { class: "card-summary", text: curl(world.summary) }), opening?.node));
    paint(colours, card);
    return card;
  }

  /** @param {StoryLine[]} stories */
  showStories(stories) {
    this.goingOn.hidden = !stories.length;
    listStories(this.list, stories.slice(0, SHOWN_HERE), this.acts);
    this.all.hidden = stories.length <= SHOWN_HERE;
    this.all.textContent = t("All your stories ({n})", { n: stories.length });
  }

  /** @param {boolean} busy a story is being made */
  setBusy(busy) {
    for (const button of this.cards.querySelectorAll(".begin")) button.disabled = busy;
  }
}

/** Which of several openings is told, as the greetings of a character card; chance, unless the player says. @param {WorldLine} world */
function openings(world) {
  if (!world.openings) return null;
  const id = `opening-${world.id}`;
  const select = /** @type {HTMLSelectElement} */ (h("select", { id }, h("option", { value: "", text: t("By chance") }),
    ...world.openings.map((text, number) => h("option", { value: String(number), text: curl(text), lang: world.language ?? "en" }))));
  const node = h("p", { class: "card-opening", lang: LANGUAGE }, h("label", { for: id, text: t("First words") }), select);
  return { node, chosen: () => (select.value ? Number(select.value) : undefined) };
}
