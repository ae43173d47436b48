/**
 * The workshop beside the story, for the world's writer: what is true, which beats wait for what, the last ruling, the
 * map, and the plays that were kept. Only where the server offers it.
 */
import { byId, h, icon } from "../dom.js";
import { blessPlay, keepPlay, readCharts, readPlays, readWorkshop } from "./api.js";
import { beats } from "./beats.js";
import { ChartDialog } from "./chart.js";
import { now } from "./now.js";
import { Sources } from "./parts.js";
import { plays } from "./plays.js";
import { turn } from "./turn.js";

const PAGES = { now: "Now", beats: "Beats", turn: "Last turn", map: "Map", plays: "Plays" };

export class Workshop {
  /**
   * @param {object} parts
   * @param {() => {id: string, lastTurn: number}} parts.story
   * @param {(words: string) => void} parts.say
   * @param {(d20: number) => void} parts.replay
   * @param {() => void} parts.openPrompts
   * @param {(text: string) => void} parts.toast
   */
  constructor({ story, say, replay, openPrompts, toast }) {
    this.story = story;
    this.say = say;
    this.replay = replay;
    this.openPrompts = openPrompts;
    this.toast = toast;
    this.page = "now";
    this.kept = { filter: "" };
    /** @type {any} */
    this.aside = null;
    this.asked = 0;
  }

  get isOpen() {
    return document.documentElement.dataset.workshop === "open";
  }

  /** Shows the button, or takes it away. @param {boolean} offered as `welcome` says */
  offer(offered) {
    const there = document.getElementById("do-workshop");
    if (!offered) there?.remove();
    if (!offered || there) return;
    document.head.append(h("link", { rel: "stylesheet", href: "css/workshop.css" }));
    const title = "The workshop (for the world’s writer)";
    byId("do-panel").before(h("button", { type: "button", class: "tool", id: "do-workshop", "aria-label": title, title, "aria-expanded": "false",
      "aria-controls": "workshop", on: { click: () => this.toggle() } }, icon("workshop")));
    this.make();
  }

  make() {
    this.tabs = Object.entries(PAGES).map(([name, text]) => h("button", { type: "button", role: "tab", id: `w-tab-${name}`, "aria-controls": "w-body",
      "aria-selected": "false", "data-page": name, text, on: { click: () => this.open(name) } }));
    this.body = h("div", { id: "w-body", role: "tabpanel", tabindex: "0" });
    const close = h("button", { type: "button", class: "tool w-close", "aria-label": "Close the workshop", on: { click: () => this.toggle() } }, icon("close"));
    this.aside = h("aside", { id: "workshop", "aria-label": "Workshop", hidden: true }, h("h2", { class: "sr-only", text: "Workshop" }), h("div", { class: "w-head" }, h("div", { role: "tablist", "aria-label": "Workshop" }, ...this.tabs), close), this.body);
    this.aside.querySelector("[role=tablist]").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.step(event));
    byId("panel").after(this.aside);
    this.chart = new ChartDialog((words) => this.say(words));
  }

  /** Arrows go from tab to tab. @param {KeyboardEvent} event */
  step(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const names = Object.keys(PAGES);
    const next = names[(names.indexOf(this.page) + by + names.length) % names.length];
    this.open(next);
    byId(`w-tab-${next}`).focus();
  }

  showPlays() {
    this.page = "plays";
    if (this.isOpen) this.open("plays");
    else this.toggle();
  }

  toggle() {
    const open = !this.isOpen;
    document.documentElement.dataset.workshop = open ? "open" : "";
    byId("do-workshop").setAttribute("aria-expanded", String(open));
    this.aside.hidden = !open;
    if (open) this.open(this.page);
    else byId("do-workshop").focus();
  }

  /** @param {string} page */
  open(page) {
    this.page = page;
    for (const tab of this.tabs ?? []) {
      tab.setAttribute("aria-selected", String(tab.dataset.page === page));
      tab.tabIndex = tab.dataset.page === page ? 0 : -1;
    }
    this.body.setAttribute("aria-labelledby", `w-tab-${page}`);
    if (this.body.dataset.page !== page) this.body.replaceChildren(h("p", { class: "p-none", text: "…" }));
    this.refresh();
  }

  /** The story has moved on, or the world was saved. */
  async refresh() {
    if (!this.aside || !this.isOpen || !this.story().id) return;
    const mine = ++this.asked;
    try {
      const page = await this.draw();
      if (mine !== this.asked) return;
      this.exchange(page);
    } catch (error) {
      if (mine === this.asked) this.body.replaceChildren(h("p", { class: "is-refused", role: "alert", text: error instanceof Error ? error.message : String(error) }));
    }
  }

  /** Shows a page; what the writer is typing, has opened and looks at stays. @param {Node} page */
  exchange(page) {
    const same = this.body.dataset.page === this.page;
    const { scrollTop } = this.body;
    const focused = this.body.contains(document.activeElement) ? document.activeElement?.id : "";
    const typed = [...this.body.querySelectorAll("input")].map((input) => [input.id, input.value]);
    const open = [...this.body.querySelectorAll("details[id]")].filter((box) => box.open).map((box) => box.id);
    this.body.dataset.page = this.page;
    this.body.replaceChildren(page);
    if (!same) return;
    this.body.scrollTop = scrollTop;
    for (const [id, value] of typed) {
      const input = document.getElementById(id);
      if (input) /** @type {HTMLInputElement} */ (input).value = value;
    }
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @returns {Promise<Node>} */
  async draw() {
    const { id } = this.story();
    if (this.page === "plays") return this.drawPlays(await readPlays(id));
    const found = await readWorkshop(id);
    const sources = new Sources(found.sources, found.editor_url);
    if (this.page === "beats") return beats(found.shown, sources, this.kept);
    if (this.page === "turn") return turn(found.shown, this.replay, this.openPrompts);
    if (this.page === "map") return this.drawMap(sources);
    return now(found.shown, sources, this.say);
  }

  /** @param {any} found @param {string|null} [fault] @returns {Node} */
  drawPlays(found, fault = null) {
    const { id } = this.story();
    return plays(found, fault, (name) => this.change(async () => {
      const kept = await keepPlay(id, name);
      this.toast(`Kept as ${kept.path.split("/").slice(-2).join("/")}${kept.retold ? `; the understudy tells ${kept.retold} turns otherwise` : ""}.`);
      return readPlays(id);
    }), (name) => this.change(() => blessPlay(id, name)));
  }

  /** Shows what came of it, unless the writer looks at another page by then. @param {() => Promise<any>} work */
  async change(work) {
    let page;
    try {
      page = this.drawPlays(await work());
    } catch (error) {
      page = this.drawPlays(await readPlays(this.story().id), error instanceof Error ? error.message : String(error));
    }
    if (this.page !== "plays") return;
    this.asked += 1; // what was asked for before is older
    this.body.replaceChildren(page);
  }

  /** @param {Sources} sources */
  drawMap(sources) {
    const button = (/** @type {"places"|"beats"} */ kind, /** @type {string} */ text) => h("button", { type: "button", class: "begin", "data-chart": kind, text,
      on: { click: () => this.showChart(kind, bots.checked, sources, note) } });
    const bots = h("input", { type: "checkbox", id: "w-bots" });
    const note = h("p", { class: "p-none", role: "status" });
    return h("div", { class: "w-page" }, h("p", { class: "w-lead", text: "Marked with what this story, the kept plays, recorded players and bots saw. A place or a beat leads to its file and line." }),
      h("div", { class: "w-tools" }, button("places", "Places and ways"), button("beats", "Beats and endings")),
      h("p", { class: "w-check" }, bots, h("label", { for: "w-bots", text: "Send bots first, and mark where none came (some seconds)" })), note);
  }

  /** @param {"places"|"beats"} kind @param {boolean} bots @param {Sources} sources @param {HTMLElement} note */
  async showChart(kind, bots, sources, note) {
    note.textContent = bots ? "The bots are on their way…" : "";
    try {
      this.chart?.show(kind, (await readCharts(this.story().id, bots))[kind], sources, bots);
      note.textContent = "";
    } catch (error) {
      note.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}
