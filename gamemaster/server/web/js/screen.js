/**
 * What is around the story: which screen shows, colours and sky, title, panel as a drawer, the link, toasts, the end.
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").WorldLine} WorldLine
 * @typedef {import("./settings.js").Settings} Settings
 */
import { byId, h } from "./dom.js";
import { scenery } from "./scenery.js";
import { paint, palette } from "./theme.js";
import { t, tn } from "./words.js";

const TOAST_MS = 9000;
const LINK_PATIENCE_MS = 1200; // a break shorter than this is not worth a word

export class Screen {
  /** @param {Settings} settings */
  constructor(settings) {
    this.settings = settings;
    this.root = document.documentElement;
    /** @type {WorldLine|null} */
    this.world = null;
    this.colours = palette(undefined, settings.values.theme);
    this.toastTimer = 0;
    this.linkTimer = 0;
    this.linkDetail = ""; // what the service said when it last turned us away
    /** What had the focus before the panel. @type {Element|null} */
    this.cameFrom = null;
    this.onBeginAgain = () => {};
    this.onUndo = () => {};
    this.onHome = () => {};
    byId("do-panel").addEventListener("click", () => this.togglePanel());
    byId("panel-close").addEventListener("click", () => this.setPanel(false));
    byId("scrim").addEventListener("click", () => this.setPanel(false));
    byId("skip").addEventListener("click", (/** @type {Event} */ event) => {
      event.preventDefault();
      byId(this.atHome ? "worlds" : "words").focus();
    });
  }

  get atHome() {
    return this.root.dataset.screen === "home";
  }

  /** Colours, letters and motion as settings and world have them. */
  repaint() {
    const { values } = this.settings;
    const theme = this.atHome ? undefined : this.world?.theme;
    this.colours = palette(theme, values.theme);
    paint(this.colours, this.root);
    this.root.dataset.light = this.colours.dark ? "dark" : "light";
    this.root.dataset.font = values.font === "world" ? this.colours.font : values.font;
    this.root.dataset.motion = this.settings.reducedMotion ? "reduced" : "full";
    this.root.style.setProperty("--size", `${values.size}px`);
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", this.colours.background);
    const sky = /** @type {HTMLElement} */ (document.querySelector(".sky-scene"));
    if (this.atHome || !this.world) sky.replaceChildren();
    else sky.replaceChildren(scenery(this.world.id, this.colours));
  }

  /** @param {WorldLine} world @param {string|null} name of the branch @param {boolean} afresh */
  enter(world, name, afresh) {
    this.world = world;
    for (const id of ["suggestions", "world-title", "bar-where"]) byId(id).lang = world.language ?? "en";
    this.title(name);
    this.showPlay();
    if (afresh) this.setPanel(false);
  }

  /** @param {string|null} name of the story, if it has one */
  title(name) {
    const title = this.world?.title ?? "";
    byId("world-title").textContent = name ? `${title} · ${name}` : title;
  }

  showPlay() {
    this.root.dataset.screen = "play";
    byId("home").hidden = true;
    byId("play").hidden = false;
    byId("skip").textContent = t("Skip to what you say");
    byId("skip").setAttribute("href", "#words");
    this.repaint();
  }

  showHome() {
    this.root.dataset.screen = "home";
    byId("play").hidden = true;
    byId("home").hidden = false;
    byId("skip").textContent = t("Skip to the worlds");
    byId("skip").setAttribute("href", "#worlds");
    document.title = "Game Master";
    this.repaint();
  }

  /** @param {View} view */
  showView(view) {
    byId("bar-where").textContent = `${view.place.name} · ${view.time}`;
    document.title = `${view.place.name} · ${this.world?.title ?? "Game Master"}`;
    this.root.dataset.night = String(view.night);
  }

  /** @param {View} view @param {import("./transcript.js").Transcript} _transcript */
  showEnding(view, _transcript) {
    const ending = byId("ending");
    ending.hidden = !view.ended;
    byId("composer").hidden = Boolean(view.ended);
    if (!view.ended) return;
    const button = (/** @type {string} */ text, /** @type {() => void} */ run, kind = "quiet") =>
      h("button", { type: "button", class: kind, text, on: { click: run } });
    ending.replaceChildren(
      h("p", { class: "ending-small", text: tn(view.turn, "The end, after one turn", "The end, after {n} turns") }), h("h2", { text: view.ended }),
      h("div", { class: "ending-tools" }, button(t("Begin again"), () => this.onBeginAgain(), "begin"),
        button(t("Take back the last turn"), () => this.onUndo()), button(t("All worlds and stories"), () => this.onHome())));
  }

  /** To the panel, and back to where one was. @param {HTMLElement} [otherwise] where to, if that is gone */
  togglePanel(otherwise = byId("do-panel")) {
    const panel = byId("panel");
    const wide = matchMedia("(min-width: 64rem)").matches;
    if (!wide) this.setPanel(this.root.dataset.panel !== "open");
    else if (!panel.contains(document.activeElement)) {
      this.cameFrom = document.activeElement;
      panel.focus();
    } else this.comeBack(otherwise);
  }

  /** @param {HTMLElement} otherwise */
  comeBack(otherwise) {
    const from = /** @type {HTMLElement|null} */ (this.cameFrom);
    (from?.isConnected && from !== document.body ? from : otherwise).focus();
  }

  /** The panel as a drawer, where there is no room beside the text. Returns whether it changed. @param {boolean} open */
  setPanel(open) {
    if ((this.root.dataset.panel === "open") === open) return false;
    this.root.dataset.panel = open ? "open" : "";
    byId("do-panel").setAttribute("aria-expanded", String(open));
    byId("scrim").hidden = !open;
    if (open) this.cameFrom = document.activeElement;
    if (open) byId("panel-close").focus();
    else this.comeBack(byId("do-panel"));
    return true;
  }

  /** Many come at once: what was asked waits in line. @param {{ahead: number, estimate_s: number}|null} place null: no more */
  showPlace(place) {
    const link = byId("link");
    if (!place) {
      if (link.dataset.place) link.hidden = true;
      delete link.dataset.place;
      return;
    }
    clearTimeout(this.linkTimer);
    this.linkTimer = 0;
    const before = place.ahead > 1 ? `${place.ahead} are served before you` : "You are next";
    const wait = place.estimate_s < 2 ? "a moment" : `about ${Math.round(place.estimate_s)} s`;
    link.replaceChildren(h("i", { class: "pulse" }), h("span", { text: `Many come at once. ${before}: ${wait}. Nothing is lost.` }));
    link.dataset.place = String(place.ahead);
    link.hidden = false;
  }

  /** @param {string} state @param {string} detail @param {() => void} again @param {() => void} anew goes on as somebody new */
  showLink(state, detail, again, anew) {
    const link = byId("link");
    if (["open", "resting", "replaced", "signed_out"].includes(state)) {
      clearTimeout(this.linkTimer);
      this.linkTimer = 0;
      this.linkDetail = "";
    }
    if (state === "open" || state === "resting") { // it comes back before anybody notices
      link.hidden = true;
      return;
    }
    if (state === "replaced") {
      link.replaceChildren(h("span", { text: t("This story goes on in another window.") }),
        h("button", { type: "button", class: "quiet", text: t("Go on here"), on: { click: again } }));
      link.hidden = false;
      return;
    }
    if (state === "signed_out") {
      link.replaceChildren(h("span", { text: t("You were signed out by whoever runs this service. Your stories are kept, but this sign-in no longer opens them: ask them if that was not meant.") }),
        h("button", { type: "button", class: "quiet", text: t("Try again"), on: { click: again } }),
        h("button", { type: "button", class: "quiet", text: t("Begin as somebody new"), on: { click: anew } }));
      link.hidden = false;
      return;
    }
    // Each try begins without a reason; the service's last one holds until it says another or lets us in.
    this.linkDetail = detail || this.linkDetail;
    const show = () => {
      link.replaceChildren(h("i", { class: "pulse" }), h("span", { text: this.linkDetail || t("Finding the way back… Your words are kept.") }));
      link.hidden = false;
    };
    if (this.linkTimer && !link.hidden) show();
    this.linkTimer ||= setTimeout(show, LINK_PATIENCE_MS);
  }

  /** @param {string} text @param {string} [action] @param {() => void} [run] */
  toast(text, action, run) {
    const toast = byId("toast");
    clearTimeout(this.toastTimer);
    const hide = () => {
      toast.hidden = true;
    };
    toast.replaceChildren(h("span", { text }));
    if (action && run) {
      toast.append(h("button", { type: "button", class: "quiet", text: action, on: { click: () => (hide(), run()) } }));
    }
    toast.hidden = false;
    this.toastTimer = setTimeout(hide, TOAST_MS);
  }
}
