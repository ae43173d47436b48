/** Whether the player wants to hear the story: asked once, on the first page, beside whether play may be recorded. */
import { byId, h } from "../dom.js";
import { recall, remember } from "../memory.js";
import { t } from "../words.js";

const ANSWERED = "voice.chosen";

export class VoiceQuestion {
  /** @param {import("../settings.js").Settings} settings */
  constructor(settings) {
    this.settings = settings;
    this.box = byId("voice-question");
    this.radios = [["on", t("Spoken aloud")], ["captions", t("Only written")]].map(([value, text]) => {
      const input = h("input", { type: "radio", name: "ask-voice", value, on: { change: () => settings.set({ voice: value }) } });
      return { input, label: h("label", {}, input, h("span", { text })) };
    });
    this.box.append(h("legend", { text: t("How should the story come to you?") }),
      h("div", { class: "choice-row" }, ...this.radios.map(({ label }) => label)),
      h("p", { text: t("Alt + V changes it at any time.") }));
    settings.listeners.push(() => this.refresh());
    this.refresh();
  }

  /** Shows the choice as it stands. */
  refresh() {
    for (const { input } of this.radios) input.checked = input.value === this.settings.values.voice;
  }

  /** @param {boolean} spoken whether there is a voice to choose */
  welcome(spoken) {
    this.box.hidden = !spoken || recall(ANSWERED) !== null;
  }

  /** A story begins, or goes on, as it was chosen: not asked again. */
  settle() {
    if (this.box.hidden) return;
    remember(ANSWERED, true);
    this.box.hidden = true;
  }
}
