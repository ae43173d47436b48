/**
 * A line of the list of stories: where it stands, and what may be done with it.
 * @typedef {import("./types.js").StoryLine} StoryLine
 * @typedef {object} StoryActs
 * @property {(id: string) => void} open
 * @property {(id: string, name: string) => Promise<unknown>} rename
 * @property {(id: string) => Promise<unknown>} remove
 * @property {(id: string, form: "markdown"|"html"|"epub") => Promise<unknown>} save
 */
import { h, icon, showEach } from "./dom.js";
import { LANGUAGE, t, tn } from "./words.js";

/** @param {string} iso */
function ago(iso) {
  const minutes = Math.round((Date.now() - Date.parse(iso)) / 60000);
  if (Number.isNaN(minutes)) return "";
  const format = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "auto" });
  if (minutes < 1) return t("just now");
  if (minutes < 60) return format.format(-minutes, "minute");
  if (minutes < 60 * 24) return format.format(-Math.round(minutes / 60), "hour");
  return format.format(-Math.round(minutes / 60 / 24), "day");
}

class StoryItem {
  /** @param {StoryLine} story @param {StoryActs} acts @param {boolean} here whether it is the one that is open */
  constructor(story, acts, here) {
    this.story = story;
    this.acts = acts;
    this.called = story.name ? `${story.title} · ${story.name}` : story.title;
    const line = h("button", { type: "button", class: `story-line${here ? " is-here" : ""}`, data: { story: story.id },
      "aria-current": here ? "true" : null, on: { click: () => acts.open(story.id) } },
    h("span", { class: "story-title" }, story.title, story.name && h("em", { text: ` · ${story.name}` })),
    h("span", { class: "story-where", text: story.ended ? t("The end: {ending}", { ending: story.ended }) : story.place }),
    h("span", { class: "story-when" }));
    this.more = h("button", { type: "button", class: "tool story-more", "aria-label": `${t("Rename, save or delete")}: ${this.called}`,
      title: t("Rename, save or delete"), "aria-expanded": "false", on: { click: () => this.toggle() } }, icon("dots"));
    this.box = h("div", { class: "story-acts", hidden: true });
    this.element = h("li", { class: "story-item" }, line, this.more, this.box);
  }

  toggle() {
    if (this.box.hidden) this.show(this.choices());
    else this.close();
  }

  close() {
    this.box.hidden = true;
    this.more.setAttribute("aria-expanded", "false");
    this.more.focus();
  }

  /** @param {Node[]} content */
  show(content) {
    this.trouble = h("p", { class: "story-trouble", role: "alert" });
    this.box.replaceChildren(...content, this.trouble);
    this.box.hidden = false;
    this.more.setAttribute("aria-expanded", "true");
    this.box.querySelector("input, button")?.focus();
  }

  /** @param {string} text @param {() => void} run @param {string} [kind] */
  button(text, run, kind = "quiet") {
    return h("button", { type: "button", class: kind, text, on: { click: run } });
  }

  /** Does it, or says why not. @param {() => Promise<unknown>} work */
  async attempt(work) {
    this.trouble.textContent = "";
    try {
      await work();
    } catch (error) {
      this.trouble.textContent = /** @type {Error} */ (error).message;
    }
  }

  choices() {
    const { acts, story } = this;
    return [this.button(t("Rename"), () => this.show(this.naming())),
      this.button(t("Save as Markdown"), () => this.attempt(() => acts.save(story.id, "markdown"))),
      this.button(t("Save as a web page"), () => this.attempt(() => acts.save(story.id, "html"))),
      this.button(t("Save as a book"), () => this.attempt(() => acts.save(story.id, "epub"))),
      this.button(t("Delete…"), () => this.show(this.deleting()), "quiet is-danger")];
  }

  naming() {
    const id = `name-${this.story.id}`;
    const input = h("input", { type: "text", id, maxlength: 60, autocomplete: "off", value: this.story.name ?? "" });
    return [h("form", { class: "story-naming", on: { submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.attempt(async () => {
        await this.acts.rename(this.story.id, input.value.trim());
        this.close();
      });
    } } }, h("label", { for: id, text: t("Its name") }), input, h("button", { type: "submit", class: "quiet", text: t("Save") }),
    this.button(t("Cancel"), () => this.close()))];
  }

  deleting() {
    const turns = tn(this.story.turn, "its one turn", "all {n} turns");
    const keep = this.button(t("Keep it"), () => this.close());
    return [h("p", { text: t("Delete “{name}” with {turns}? This cannot be undone. Branches that you kept of it stay.", { name: this.called, turns }) }), keep,
      this.button(t("Delete it for good"), () => this.attempt(() => this.acts.remove(this.story.id)), "quiet is-danger")];
  }
}

/** Shows the stories; whoever was on one of them with the keyboard stays there, or near.
 * @param {HTMLElement} list @param {StoryLine[]} stories @param {StoryActs} acts @param {string} [current] the story that is open */
export function listStories(list, stories, acts, current = "") {
  const rows = [...list.children];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const on = /** @type {HTMLElement|null} */ (rows[at]?.querySelector(".story-line"))?.dataset.story;
  const is = (/** @type {StoryLine} */ story) => story.id === current;
  showEach(list, stories.map((story) => ({ ...story, updated: "", here: is(story) })), ({ here, ...story }) => new StoryItem(story, acts, here).element);
  list.querySelectorAll(".story-when").forEach((when, row) => {
    const story = stories[row];
    when.textContent = `${tn(story.turn, "1 turn", "{n} turns")} · ${is(story) ? t("you are here") : ago(story.updated)}`;
  });
  if (at < 0 || list.contains(document.activeElement)) return;
  const same = stories.findIndex((story) => story.id === on);
  const lines = list.querySelectorAll(".story-line");
  /** @type {HTMLElement|undefined} */ (lines[same < 0 ? Math.min(at, lines.length - 1) : same])?.focus();
}
