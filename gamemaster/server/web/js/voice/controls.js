/** What the player sees of the voice: who speaks, how it is, and how loud, how fast, or not at all. */
import { byId, h, icon } from "../dom.js";
import { recall, remember } from "../memory.js";
import { RATES } from "../settings.js";
import { t } from "../words.js";

/** @type {Record<import("./speech.js").VoiceState, string>} */
const SAYINGS = {
  on: t("The story is spoken."),
  captions: t("Captions only: nobody speaks."),
  locked: t("Browsers let a page speak only after a click or a key: then the story will be spoken."),
  joining: t("The voice is on its way…"),
  off: t("Nobody speaks just now."),
  degraded: t("The voice was lost; the story goes on in text, and the voice will come back by itself."),
  unavailable: t("There is no voice here; the story is told in text."),
};
const ICONS = { captions: "captions", degraded: "voice-trouble", unavailable: "voice-trouble" };
const NARRATOR = t("The narrator");
const HINTS = { touch: t("Tap anywhere to hear the story"), keys: t("Press a key or click to hear the story") };

export class Controls {
  /** @param {import("../settings.js").Settings} settings */
  constructor(settings) {
    this.settings = settings;
    this.button = byId("do-voice");
    this.sheet = byId("voice");
    this.hint = byId("voice-hint");
    this.hint.querySelector("span").textContent = matchMedia("(hover: hover)").matches ? HINTS.keys : HINTS.touch;
    this.speaker = byId("speaking");
    this.saying = h("p", { class: "voice-state", role: "status" });
    this.choices = /** @type {Array<{input: any, value: any, key: string}>} */ ([]);
    this.volume = h("input", { type: "range", id: "set-volume", min: 0, max: 100, step: 5,
      on: { input: () => settings.set({ volume: Number(this.volume.value), muted: false }) } });
    this.muter = h("button", { type: "button", class: "tool voice-mute", on: { click: () => this.mute() } });
    this.sheet.append(h("h2", { id: "voice-h", text: t("Voice") }), this.saying,
      this.choice("voice", t("The story is"), [["on", t("Spoken")], ["captions", t("Only written")]]),
      h("div", { class: "choice" }, h("label", { for: "set-volume", text: t("How loud") }), h("div", { class: "size-row" }, this.muter, this.volume)),
      this.choice("rate", t("How fast"), RATES.map((rate) => [rate, `${rate}×`])));
    this.sheet.addEventListener("beforetoggle", () => this.place());
    this.sheet.addEventListener("toggle", (/** @type {ToggleEvent} */ event) => this.toggled(event.newState === "open"));
    settings.listeners.push(() => this.refresh());
    /** @type {import("./speech.js").VoiceState} */
    this.state = "locked";
    this.refresh();
  }

  /** @param {"voice"|"rate"} key @param {string} label @param {Array<[string|number, string]>} options */
  choice(key, label, options) {
    return h("fieldset", { class: "choice" }, h("legend", { text: label }), h("div", { class: "choice-row" },
      ...options.map(([value, text]) => {
        const input = h("input", { type: "radio", name: `set-${key}`, value, on: { change: () => this.settings.set({ [key]: value }) } });
        this.choices.push({ input, value, key });
        return h("label", {}, input, h("span", { text }));
      })));
  }

  /** Shows the settings as they are. */
  refresh() {
    const { values } = this.settings;
    for (const { input, value, key } of this.choices) input.checked = /** @type {Record<string, any>} */ (values)[key] === value;
    this.volume.value = String(values.volume);
    this.muter.replaceChildren(icon(this.isSilent ? "mute" : "voice"));
    this.muter.setAttribute("aria-label", t("Mute"));
    this.muter.setAttribute("aria-pressed", String(values.muted));
    this.volume.disabled = values.voice !== "on";
    this.muter.disabled = values.voice !== "on";
    this.face();
  }

  get isSilent() {
    return this.settings.values.muted || this.settings.values.volume === 0;
  }

  /** @param {import("./speech.js").Speech} speech */
  show(speech) {
    this.state = speech.state;
    this.saying.textContent = speech.answer?.message && ["degraded", "unavailable"].includes(this.state) ? speech.answer.message : SAYINGS[this.state];
    if (this.state === "on") remember("voice.heard", true);
    if (this.state === "unavailable") remember("voice.heard", null);
    this.hint.hidden = this.state !== "locked" || !recall("voice.heard"); // where there was a voice, there is one to be had
    document.documentElement.dataset.voice = this.state;
    this.face();
  }

  /** The button in the bar. */
  face() {
    const sounding = this.isSilent ? "mute" : "voice";
    const name = ICONS[/** @type {keyof typeof ICONS} */ (this.state)] ?? sounding;
    this.button.replaceChildren(icon(name));
    const words = this.state === "on" && this.isSilent ? t("The voice is muted.") : SAYINGS[this.state];
    this.button.setAttribute("aria-label", `${t("Voice")}. ${words}`);
    this.button.title = `${words} (Alt+V)`;
    this.button.dataset.state = this.state;
  }

  /** @param {import("./utterance.js").Utterance|null} utterance @param {import("../transcript.js").Transcript} transcript */
  showSpeaker(utterance, transcript) {
    this.speaker.hidden = !utterance;
    if (!utterance) return;
    this.speaker.querySelector(".speaking-name").textContent = utterance.name ?? NARRATOR;
    this.speaker.style.setProperty("--voice", utterance.speaker ? transcript.colourOf(utterance.speaker) : "var(--accent)");
    this.speaker.dataset.speaker = utterance.speaker ?? "";
  }

  mute() {
    this.settings.set({ muted: !this.settings.values.muted });
  }

  toggle() {
    this.sheet.togglePopover();
  }

  /** Under its button. */
  place() {
    const { right } = this.button.getBoundingClientRect();
    this.sheet.style.setProperty("--right", `${Math.max(0, Math.round(document.documentElement.clientWidth - right))}px`);
  }

  /** Whether it was open. */
  close() {
    const open = this.sheet.matches(":popover-open");
    if (open) this.sheet.hidePopover();
    return open;
  }

  /** @param {boolean} open */
  toggled(open) {
    this.button.setAttribute("aria-expanded", String(open));
    if (open) (this.choices.find(({ input }) => input.checked) ?? this.choices[0]).input.focus();
  }
}
