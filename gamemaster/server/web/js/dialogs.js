/**
 * The dialogs: settings, stories, branch, help. Made when first opened; focus goes back where it was.
 * @typedef {import("./types.js").StoryLine} StoryLine
 * @typedef {import("./settings.js").Settings} Settings
 */
import { h, icon } from "./dom.js";
import { MyData } from "./my_data.js";
import { SIZE_RANGE } from "./settings.js";
import { listStories } from "./story_item.js";
import { LANGUAGES, t } from "./words.js";

const SHORTCUTS = [
  [t("Enter"), t("say it")], [t("Shift + Enter"), t("a new line")], ["↑", t("your earlier words")],
  [t("Esc, Space or a tap"), t("show the whole passage")], [t("Esc again"), t("stop the voice; nothing is lost")], ["/", t("to the words")], [t("Alt + 1 … 9"), t("take a suggestion")], [t("Alt + U"), t("undo the last turn")],
  [t("Alt + R"), t("retry it with fresh dice")], [t("Alt + B"), t("keep this moment as a branch")], [t("Alt + P"), t("to the panel and back")],
  [t("Alt + S"), t("your stories")], [t("Alt + V"), t("the voice: how loud, how fast, or captions only")], [t("Alt + M"), t("mute it")], ["?", t("this help")],
];

const CHOICES = {
  language: [t("Language"), { auto: t("As my browser"), ...LANGUAGES }],
  font: [t("Letters"), { world: t("The world’s"), serif: t("Serif"), sans: t("Sans"), mono: t("Mono") }],
  speed: [t("Telling"), { slow: t("Slow"), normal: t("Easy"), fast: t("Quick"), instant: t("At once") }],
  theme: [t("Brightness"), { world: t("The world’s"), dark: t("Dark"), light: t("Light") }],
  motion: [t("Motion"), { auto: t("As my system"), full: t("Full"), reduced: t("Little") }],
  rolls: [t("Dice"), { show: t("Let them fall"), hide: t("Only the result") }],
  announce: [t("Screen reader"), { unvoiced: t("Reads what no voice speaks"), always: t("Reads everything") }],
};

/** @param {string} id @param {string} title @param {...Node} body */
export function dialog(id, title, ...body) {
  const close = h("button", { type: "button", class: "tool", "aria-label": t("Close") }, icon("close"));
  const element = h("dialog", { id, class: "dialog", "aria-labelledby": `${id}-h` },
    h("div", { class: "dialog-head" }, h("h2", { id: `${id}-h`, text: title }), close), h("div", { class: "dialog-body" }, ...body));
  close.addEventListener("click", () => element.close());
  element.addEventListener("click", (/** @type {MouseEvent} */ event) => event.target === element && element.close());
  document.body.append(element);
  return element;
}

export class Dialogs {
  /**
   * @param {object} parts
   * @param {Settings} parts.settings
   * @param {import("./consent.js").Consent} parts.consent
   * @param {import("./lines.js").LinesChoice} parts.lines
   * @param {import("./story_item.js").StoryActs} parts.acts
   * @param {(name: string, turn: number|null) => void} parts.onBranch
   */
  constructor({ settings, consent, lines, acts, onBranch }) {
    this.settings = settings;
    this.consent = consent;
    this.lines = lines;
    this.acts = acts;
    this.onBranch = onBranch;
    /** @type {Map<string, any>} */
    this.made = new Map();
    /** @type {number|null} */
    this.branchTurn = null;
  }

  get open() {
    return document.querySelector("dialog[open]") !== null;
  }

  /** @param {"settings"|"stories"|"branch"|"help"} name */
  show(name) {
    if (this.open) return;
    let element = this.made.get(name);
    if (!element) {
      element = { settings: () => this.makeSettings(), stories: () => this.makeStories(), branch: () => this.makeBranch(),
        help: () => this.makeHelp() }[name]();
      this.made.set(name, element);
    }
    element.showModal();
    if (name === "settings") this.lines.ask();
  }

  closeAll() {
    for (const element of this.made.values()) element.close();
  }

  makeSettings() {
    const { values } = this.settings;
    const size = h("input", { type: "range", id: "set-size", min: SIZE_RANGE.least, max: SIZE_RANGE.most, value: values.size,
      on: { input: () => this.settings.set({ size: Number(size.value) }) } });
    const rows = Object.entries(CHOICES).map(([key, [label, options]]) =>
      h("fieldset", { class: "choice" }, h("legend", { text: label }), h("div", { class: "choice-row" },
        ...Object.entries(options).map(([value, text]) => this.option(key, value, text)))));
    return dialog("settings", t("Settings"),
      h("div", { class: "choice" }, h("label", { for: "set-size", text: t("Size of the text") }),
        h("div", { class: "size-row" }, h("span", { class: "small-a", "aria-hidden": "true", text: "A" }), size,
          h("span", { class: "large-a", "aria-hidden": "true", text: "A" }))),
      ...rows, this.lines.makePart(), this.consent.makeChoice(), new MyData().makePart());
  }

  /** @param {string} key @param {string} value @param {string} text */
  option(key, value, text) {
    const checked = /** @type {Record<string, any>} */ (this.settings.values)[key] === value;
    return h("label", {}, h("input", { type: "radio", name: `set-${key}`, value, checked,
      on: { change: () => this.settings.set({ [key]: value }) } }), h("span", { text }));
  }

  makeStories() {
    this.storyList = h("ul", { class: "story-list" });
    this.storyNone = h("p", { class: "empty", text: t("You have no stories yet.") });
    return dialog("stories", t("Your stories"), this.storyList, this.storyNone);
  }

  /** @param {StoryLine[]} stories @param {string} current */
  listStories(stories, current) {
    if (!this.storyList) return;
    const open = (/** @type {string} */ id) => (this.closeAll(), this.acts.open(id));
    listStories(this.storyList, stories, { ...this.acts, open }, current);
    this.storyNone.hidden = stories.length > 0;
  }

  makeBranch() {
    const name = h("input", { type: "text", id: "branch-name", maxlength: 60, required: true, autocomplete: "off" });
    this.branchNote = h("p", { class: "note" });
    const form = h("form", { class: "branch-form", on: { submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = name.value.trim();
      if (!text) return;
      this.onBranch(text, this.branchTurn);
      name.value = "";
      this.closeAll();
    } } }, h("label", { for: "branch-name", text: t("A name for it") }), name,
    h("button", { type: "submit", class: "begin", text: t("Keep it") }));
    return dialog("branch", t("Keep this moment"), this.branchNote, form);
  }

  /** @param {number|null} turn null: as the story is now */
  askBranch(turn) {
    this.branchTurn = turn;
    this.show("branch");
    this.branchNote.textContent = turn === null
      ? t("The story as it is now becomes a story of its own. This one goes on.")
      : t("The story as it was after turn {turn} becomes a story of its own. This one goes on.", { turn });
    document.getElementById("branch-name")?.focus();
  }

  makeHelp() {
    return dialog("help", t("How to play"),
      h("p", { text: t("Type what you do, say, ask or look at, as you would tell it to a person: “take the knife and follow Hild”, " +
        "“ask her about the noise”, “where can I hide?”. The Game Master rules on it, rolls dice where it is uncertain, and tells what comes of it.") }),
      h("p", { text: t("Everything you say is kept. Undo takes the last turn back, retry plays it again with fresh dice, and a branch keeps a moment " +
        "as a story of its own. Your stories can be renamed, saved to read, or deleted. You may close the page at any time and come back.") }),
      h("h3", { text: t("Keys") }),
      h("dl", { class: "keys" }, ...SHORTCUTS.flatMap(([key, what]) => [h("dt", {}, h("kbd", { text: key })), h("dd", { text: what })])));
  }
}
