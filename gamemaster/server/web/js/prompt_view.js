/**
 * For designers: the prompts of a turn by zone, with tokens and what was cached, and what those here feel, promised and
 * remember now. Only where the server offers it.
 * @typedef {{name: string, turn: number, tokens: number, cached: number|null, text: string}} SegmentShown
 * @typedef {{zone: string, tokens: number, cached: number|null, segments: SegmentShown[]}} ZoneShown
 * @typedef {{stage: string, sent: boolean, tokens: number, cached: number|null, zones: ZoneShown[]}} RequestShown
 * @typedef {{words: string, trust: number, fear: number, affection: number, debt: number}} RelationShown
 * @typedef {{words: string, status: string}} PromiseShown
 * @typedef {{turn: number, when: string, text: string, source: string, heard_from: string|null, past: boolean}} MemoryShown
 * @typedef {{name: string, disposition: number, asleep: boolean, relations: RelationShown[], promises: PromiseShown[],
 *   memories: MemoryShown[]}} CharacterShown
 */
import { byId, h, icon } from "./dom.js";
import { recall } from "./memory.js";

const ZONES = {
  head: "Head: the same for every player of the world",
  story: "Story: what the epoch began with",
  transcript: "Transcript: the turns before",
  turn: "This turn",
};

export class PromptView {
  /** @param {() => {id: string|null, lastTurn: number}} story */
  constructor(story) {
    this.story = story;
    /** @type {any} */
    this.dialog = null;
  }

  /** Shows the button, or takes it away. @param {boolean} designer as `welcome` says */
  offer(designer) {
    const there = document.getElementById("do-prompts");
    if (!designer) there?.remove();
    if (!designer || there) return;
    document.head.append(h("link", { rel: "stylesheet", href: "css/prompts.css" }));
    const title = "The prompts of the last turn (for designers)";
    const button = h("button", { type: "button", class: "tool", id: "do-prompts", "aria-label": title, title,
      on: { click: () => this.open(this.story().lastTurn) } }, icon("eye"));
    byId("do-panel").before(button);
  }

  /** @param {number} turn */
  open(turn) {
    if (!this.dialog) this.make();
    this.number.value = String(Math.max(1, turn));
    this.dialog.showModal();
    this.show();
  }

  make() {
    const close = h("button", { type: "button", class: "tool", "aria-label": "Close", on: { click: () => this.dialog.close() } }, icon("close"));
    this.number = h("input", { type: "number", min: "1", id: "prompts-turn", on: { change: () => this.show() } });
    this.body = h("div", { class: "prompts", "aria-live": "polite" });
    this.dialog = h("dialog", { id: "prompts", class: "dialog", "aria-labelledby": "prompts-h" },
      h("div", { class: "dialog-head" }, h("h2", { id: "prompts-h", text: "Prompts" }), close),
      h("div", { class: "dialog-body" }, h("label", { for: "prompts-turn", text: "Turn " }), this.number, this.body));
    document.body.append(this.dialog);
  }

  async show() {
    const { id } = this.story();
    const turn = Number(this.number.value);
    this.body.replaceChildren(h("p", { text: "…" }));
    try {
      const [prompts, people] = await Promise.all([
        ask(`api/stories/${id}/prompts/${turn}`), ask(`api/stories/${id}/characters`),
      ]);
      this.body.replaceChildren(...pieces(prompts), ...persons(people.characters));
    } catch (error) {
      this.body.replaceChildren(h("p", { text: error instanceof Error ? error.message : String(error) }));
    }
  }
}

/** @param {string} path @returns {Promise<any>} */
async function ask(path) {
  const response = await fetch(path, { headers: { Authorization: `Bearer ${recall("token") ?? ""}` } });
  const found = await response.json();
  if (!response.ok) throw new Error(found.detail);
  return found;
}

/** @param {CharacterShown[]} here @returns {Node[]} */
function persons(here) {
  return here.length ? [h("h3", { text: "Here now" }), ...here.map(person)] : [];
}

/** @param {CharacterShown} shown */
function person(shown) {
  const lines = [
    ...shown.relations.map((it) => `${it.words} (trust ${it.trust}, fear ${it.fear}, affection ${it.affection}, debt ${it.debt})`),
    ...shown.promises.map((it) => `${it.words} (${it.status})`),
    ...shown.memories.map((it) => `Turn ${it.turn}, ${it.when}, ${it.heard_from ? `heard from ${it.heard_from}` : it.source}${
      it.past ? ", no longer so" : ""}: ${it.text}`),
  ];
  const manner = `disposition ${shown.disposition}${shown.asleep ? ", asleep" : ""}`;
  return h("details", {},
    h("summary", { text: `${shown.name}: ${manner}, ${shown.memories.length} memories` }),
    h("ul", {}, ...lines.map((text) => h("li", { text }))));
}

/** @param {any} found @returns {Node[]} */
function pieces(found) {
  const counted = found.exact ? found.tokenizer : `guessed (${found.tokenizer})`;
  const notes = [`Told by: ${found.told_by}. Epoch ${found.epoch}. Tokens: ${counted}.`, ...found.steps];
  if (found.opened) notes.splice(1, 0, `This turn opened its epoch: ${found.opened}`);
  return [...notes.map((text) => h("p", { class: "prompts-note", text })), ...found.requests.map(request)];
}

/** @param {RequestShown} shown */
function request(shown) {
  const sent = shown.sent ? "" : ", not sent: what a model would have been sent";
  return h("section", {},
    h("h3", { text: `For the ${shown.stage}: ${amount(shown)}${sent}` }),
    ...shown.zones.map((zone) => h("details", { open: zone.zone === "turn" },
      h("summary", { text: `${ZONES[/** @type {keyof typeof ZONES} */ (zone.zone)] ?? zone.zone}: ${amount(zone)}` }),
      ...zone.segments.map(segment))));
}

/** @param {SegmentShown} shown */
function segment(shown) {
  const turn = shown.turn ? ` (turn ${shown.turn})` : "";
  return h("div", { class: "prompts-segment" },
    h("p", { class: "prompts-name", text: `${shown.name}${turn}: ${amount(shown)}` }),
    shown.text.trim() && h("pre", { text: shown.text.trim(), tabindex: "0" }));
}

/** @param {{tokens: number, cached: number|null}} counted */
function amount({ tokens, cached }) {
  return `${tokens} tokens${cached === null ? "" : `, ${cached} cached`}`;
}
