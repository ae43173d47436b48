/**
 * The first page: worlds to begin in, stories to go on with.
 * @typedef {import("./types.js").WorldLine} WorldLine
 * @typedef {import("./types.js").StoryLine} StoryLine
 */
import { byId, capital, h } from "./dom.js";
import { scenery } from "./scenery.js";
import { paint, palette } from "./theme.js";
import { curl } from "./typeset.js";

const SHOWN_HERE = 2; // stories: the worlds are to be seen without scrolling

/** @param {string} iso */
export function ago(iso) {
  const minutes = Math.round((Date.now() - Date.parse(iso)) / 60000);
  if (Number.isNaN(minutes)) return "";
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (minutes < 1) return "just now";
  if (minutes < 60) return format.format(-minutes, "minute");
  if (minutes < 60 * 24) return format.format(-Math.round(minutes / 60), "hour");
  return format.format(-Math.round(minutes / 60 / 24), "day");
}

/** A line of the list of stories. @param {StoryLine} story @param {(id: string) => void} onOpen @param {string} [current] */
export function storyItem(story, onOpen, current = "") {
  const where = story.ended ? `The end: ${story.ended}` : story.place;
  const turns = story.turn === 1 ? "1 turn" : `${story.turn} turns`;
  const here = story.id === current;
  return h("li", {}, h("button", { type: "button", class: `story-line${here ? " is-here" : ""}`, data: { story: story.id },
    "aria-current": here ? "true" : null, on: { click: () => onOpen(story.id) } },
    h("span", { class: "story-title" }, story.title, story.name && h("em", { text: ` · ${story.name}` })),
    h("span", { class: "story-where", text: where }),
    h("span", { class: "story-when", text: `${turns} · ${here ? "you are here" : ago(story.updated)}` })));
}

export class Home {
  /** @param {object} parts @param {(world: string) => void} parts.onWorld @param {(story: string) => void} parts.onStory */
  constructor({ onWorld, onStory }) {
    this.onWorld = onWorld;
    this.onStory = onStory;
    this.cards = byId("worlds");
    this.goingOn = byId("going-on");
    this.list = byId("home-stories");
    this.all = byId("all-stories");
    this.cards.append(h("div", { class: "card is-empty" }), h("div", { class: "card is-empty" }));
  }

  /** @param {WorldLine[]} worlds @param {"world"|"dark"|"light"} mode */
  showWorlds(worlds, mode) {
    this.cards.setAttribute("aria-busy", "false");
    this.cards.replaceChildren(...worlds.map((world) => this.card(world, mode)));
    if (!worlds.length) {
      this.cards.append(h("p", { class: "empty", text: "This service has no worlds. Its operator can add a folder of them." }));
    }
    const scene = /** @type {HTMLElement} */ (document.querySelector(".hero-scene"));
    scene.replaceChildren(scenery("hero", palette(undefined, mode), "fjord"));
  }

  /** @param {WorldLine} world @param {"world"|"dark"|"light"} mode */
  card(world, mode) {
    const colours = palette(world.theme, mode);
    const title = `world-${world.id}`;
    const card = h("article", { class: "card", "aria-labelledby": title, data: { world: world.id, font: colours.font } },
      h("div", { class: "card-scene", "aria-hidden": "true" }, scenery(world.id, colours)),
      h("div", { class: "card-words" },
        h("div", { class: "card-head" },
          h("div", {}, world.genre && h("p", { class: "card-genre", text: capital(world.genre) }), h("h3", { id: title, text: world.title })),
          h("button", { type: "button", class: "begin", "aria-describedby": title, on: { click: () => this.onWorld(world.id) } }, "Begin")),
        h("p", { class: "card-summary", text: curl(world.summary) })));
    paint(colours, card);
    return card;
  }

  /** @param {StoryLine[]} stories */
  showStories(stories) {
    this.goingOn.hidden = !stories.length;
    this.list.replaceChildren(...stories.slice(0, SHOWN_HERE).map((story) => storyItem(story, this.onStory)));
    this.all.hidden = stories.length <= SHOWN_HERE;
    this.all.textContent = `All your stories (${stories.length})`;
  }

  /** @param {boolean} busy a story is being made */
  setBusy(busy) {
    for (const button of this.cards.querySelectorAll(".begin")) button.disabled = busy;
  }
}
