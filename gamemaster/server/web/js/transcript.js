/**
 * The page's book: opening, turns with the player's words, rolls, prose and what changed.
 * @typedef {import("./types.js").Turn} Turn
 * @typedef {import("./types.js").Roll} Roll
 * @typedef {import("./types.js").TextSpan} TextSpan
 * @typedef {import("./theme.js").Palette} Palette
 */
import { asideBox, closeChoices } from "./aside.js";
import { h, icon } from "./dom.js";
import { explain, fallingDie, pastRoll, waitingDie } from "./dice.js";
import { recall, remember } from "./memory.js";
import { hueOf, voiceColour } from "./theme.js";
import { Setter, curl } from "./typeset.js";
import { t, tn } from "./words.js";

const ENDINGS = {
  interrupted: t("You cut in."),
  budget: t("The telling had to stop here: this turn's limit was reached."),
  engine_lost: t("The narrator was lost; the rest was told from what the world's writer left."),
  refused: "",
  complete: "",
};

/** A turn as an article of the page. */
export class TurnArticle {
  /** @param {Transcript} book @param {string} words @param {number|null} turn null until the server says */
  constructor(book, words, turn) {
    this.book = book;
    this.turn = turn;
    this.said = words;
    /** The span that is being spoken. @type {number|null} */
    this.speaks = null;
    this.throws = 0; // of the dice: those of an earlier one fall no longer
    /** @type {Map<number, {setter: Setter, box: HTMLElement, shown: string}>} */
    this.spans = new Map();
    this.words = h("p", { class: "words", tabindex: "-1" }, h("span", { class: "sr-only", text: `${t("You")}: ` }), curl(words));
    this.roll = h("div", { class: "rolls" });
    this.prose = h("div", { class: "prose", lang: book.language });
    this.asides = h("div", { class: "asides" }); // no part of the story
    this.changed = h("ul", { class: "changed", "aria-label": t("What changed"), hidden: true });
    this.close = h("p", { class: "turn-close", hidden: true });
    this.branch = h("button", { type: "button", class: "turn-branch", title: t("Keep the story as it was after this turn"),
      on: { click: () => this.turn !== null && book.onBranch(this.turn) } }, icon("branch"), h("span", { text: t("Branch here") }));
    this.report = h("button", { type: "button", class: "turn-report", title: t("This answer was not all right: report it"),
      on: { click: () => this.turn !== null && book.onReport(this.turn) } }, icon("flag"), h("span", { text: t("Report") }));
    this.element = h("article", { class: "turn", "aria-label": turn ? t("Turn {turn}", { turn }) : t("Your words") },
      this.words, this.roll, this.prose, this.asides, this.changed, this.close, this.report, this.branch);
    this.setTurn(turn);
  }

  /** @param {number|null} turn */
  setTurn(turn) {
    this.turn = turn;
    if (turn === null) return;
    this.element.dataset.turn = String(turn);
    this.element.setAttribute("aria-label", t("Turn {turn}", { turn }));
  }

  /** The words are on their way; nothing is known yet. */
  wait() {
    if (!this.roll.childElementCount) this.roll.append(waitingDie());
    this.element.classList.add("is-live");
  }

  /** Shows checks with falling dice. Resolves when they lie still. @param {Roll[]} checks @param {boolean} still */
  async fall(checks, still) {
    this.throws += 1;
    const mine = this.throws;
    this.roll.replaceChildren();
    if (!checks.length || !this.book.showRolls) {
      this.roll.append(...checks.map((roll) => pastRoll(roll, this.book.skillName)));
      return;
    }
    for (const roll of checks) {
      const { element, landed } = fallingDie(roll.d20, still, roll.result);
      const words = explain(roll, this.book.skillName);
      words.classList.add("is-hidden");
      this.roll.append(h("div", { class: "roll", data: { result: roll.result } }, element, words));
      this.book.onGrow();
      await landed;
      if (mine !== this.throws) return;
      words.classList.remove("is-hidden");
    }
  }

  /** Writes more of a span's words. @param {number} index @param {TextSpan} span @param {boolean} fades */
  write(index, span, fades) {
    let entry = this.spans.get(index);
    if (!entry) {
      const box = this.book.spanBox(span);
      this.place(span).append(box);
      entry = { box, setter: new Setter(box, fades), shown: "" };
      box.classList.toggle("is-speaking", index === this.speaks);
      for (const earlier of this.spans.values()) this.told(earlier);
      this.spans.set(index, entry);
      this.roll.querySelector(".waiting")?.remove();
    }
    entry.shown += span.text;
    entry.setter.write(span.text);
  }

  /** Where a span stands. @param {TextSpan} span */
  place(span) {
    return span.kind === "aside" ? this.asides : this.prose;
  }

  /** Has a span say exactly this, whatever it said; nothing takes it away. @param {number} index @param {TextSpan} span
   * @param {string} text */
  show(index, span, text) {
    const entry = this.spans.get(index);
    if ((entry?.shown ?? "") === text) return;
    if (text.trim()) {
      const box = this.book.spanBox({ ...span, text });
      const setter = new Setter(box);
      setter.write(text);
      if (entry) entry.box.replaceWith(box);
      else this.place(span).append(box);
      this.spans.set(index, { box, setter, shown: text });
    } else {
      entry?.box.remove();
      this.spans.delete(index);
    }
  }

  /** Marks the span that is being spoken. @param {number|null} index */
  speak(index) {
    this.speaks = index;
    for (const [at, { box }] of this.spans) box.classList.toggle("is-speaking", at === index);
  }

  /** @param {{setter: Setter, box: HTMLElement}} entry */
  told(entry) {
    entry.setter.settle();
    entry.box.classList.add("is-told");
  }

  /** @param {string[]} changed @param {string} reason */
  finish(changed, reason) {
    this.element.classList.remove("is-live", "is-unsent");
    this.roll.querySelector(".waiting")?.remove();
    for (const entry of this.spans.values()) this.told(entry);
    this.changed.replaceChildren(...changed.map((line) => h("li", { text: curl(line) })));
    this.changed.hidden = !changed.length;
    const note = ENDINGS[/** @type {keyof typeof ENDINGS} */ (reason)] ?? "";
    this.close.textContent = note;
    this.close.hidden = !note;
    this.element.dataset.reason = reason;
  }

  /** The turn is past: flat badges where solid dice lay, and nothing to choose. @param {Roll[]} checks */
  flatten(checks) {
    closeChoices(this.element);
    if (this.roll.querySelector(".d20")) this.roll.replaceChildren(...checks.map((roll) => pastRoll(roll, this.book.skillName)));
  }
}

export class Transcript {
  /**
   * @param {HTMLElement} element
   * @param {object} parts
   * @param {(turn: number) => void} parts.onBranch
   * @param {(turn: number) => void} parts.onReport
   * @param {() => void} parts.onEarlier
   * @param {() => void} parts.onGrow
   * @param {(text: string) => void} parts.onChoice with what the player chose to say
   */
  constructor(element, { onBranch, onReport, onEarlier, onGrow, onChoice }) {
    this.element = element;
    this.onChoice = onChoice;
    this.onBranch = onBranch;
    this.onReport = onReport;
    this.onGrow = onGrow;
    this.showRolls = true;
    /** @type {Map<number, TurnArticle>} */
    this.articles = new Map();
    /** @type {(skill: string) => string} */
    this.skillName = (skill) => skill;
    /** @type {Palette|null} */
    this.colours = null;
    this.world = "";
    this.language = "en"; // of what is told
    /** @type {Map<string, number>} */
    this.hues = new Map();
    this.huesKept = 0;
    /** @type {TurnArticle|null} */
    this.speaking = null;
    this.opening = h("section", { class: "opening prose", "aria-label": t("How it begins") });
    this.earlier = h("button", { type: "button", class: "earlier", hidden: true, on: { click: onEarlier } });
    this.turns = h("div", { class: "turns" });
    element.append(this.opening, this.earlier, this.turns);
  }

  /** @param {TextSpan} span */
  spanBox(span) {
    if (span.kind === "aside") return asideBox(span, this.onChoice);
    const box = h("div", { class: `span is-${span.kind}` });
    if (span.kind === "speech" && span.name) {
      box.append(h("p", { class: "speaker", text: span.name }));
      box.dataset.speaker = span.speaker ?? span.name;
      this.tint(box);
    }
    if (/^\s*["“]/.test(span.text)) box.classList.add("is-quoted");
    return box;
  }

  /** @param {HTMLElement} box */
  tint(box) {
    const hue = hueOf(box.dataset.speaker ?? "", this.hues);
    if (this.hues.size !== this.huesKept) {
      this.huesKept = this.hues.size;
      remember(`voices.${this.world}`, [...this.hues]);
    }
    if (this.colours) box.style.setProperty("--voice", voiceColour(hue, this.colours));
  }

  /** Marks what is being spoken; null: nothing is. @param {{turn: number, span: number}|null} utterance */
  speak(utterance) {
    this.speaking?.speak(null);
    this.speaking = utterance ? this.articles.get(utterance.turn) ?? null : null;
    this.speaking?.speak(utterance?.span ?? null);
  }

  /** A speaker's colour. @param {string} speaker */
  colourOf(speaker) {
    return this.colours ? voiceColour(hueOf(speaker, this.hues), this.colours) : "";
  }

  /** Who speaks in which colour is remembered for a world. @param {string} world */
  enter(world, language = "en") {
    this.language = this.opening.lang = language;
    if (world === this.world) return;
    this.world = world;
    const kept = recall(`voices.${world}`);
    this.hues = new Map(Array.isArray(kept) ? kept : []);
    this.huesKept = this.hues.size;
  }

  /** @param {Palette} colours */
  repaint(colours) {
    this.colours = colours;
    for (const box of this.element.querySelectorAll("[data-speaker]")) this.tint(/** @type {HTMLElement} */ (box));
  }

  /** @param {HTMLElement} container @param {TextSpan[]} spans */
  set(container, spans) {
    for (const span of spans) {
      const box = this.spanBox(span);
      new Setter(box).write(span.text);
      box.classList.add("is-told");
      container.append(box);
    }
  }

  /** A writer whose words fade in. @param {HTMLElement} box */
  setterFor(box) {
    return new Setter(box, true);
  }

  /** What the Game Master asks about now. */
  get choices() {
    return new Set([...this.turns.querySelectorAll(".aside-choice")].map((button) => button.textContent));
  }

  /** The player's words of the last turn. */
  get lastWords() {
    const last = [...this.articles.values()].filter((article) => article.element.isConnected).at(-1);
    return last?.said ?? "";
  }

  /** @param {TextSpan[]} opening @param {Turn[]} turns @param {number} earlier how many turns come before them */
  rebuild(opening, turns, earlier) {
    this.articles.clear();
    this.opening.replaceChildren();
    this.set(this.opening, opening);
    this.turns.replaceChildren(...turns.map((turn) => this.past(turn).element));
    for (const past of [...this.turns.children].slice(0, -1)) closeChoices(past);
    this.setEarlier(earlier);
  }

  /** @param {Turn[]} turns that come before all that are shown @param {number} earlier */
  prepend(turns, earlier) {
    const past = turns.filter((turn) => !this.articles.has(turn.turn)).map((turn) => this.past(turn).element);
    past.forEach(closeChoices);
    this.turns.prepend(...past);
    this.setEarlier(earlier);
  }

  /** @param {number} count */
  setEarlier(count) {
    this.earlier.hidden = count <= 0;
    this.earlier.disabled = false;
    this.earlier.textContent = tn(count, "Show one earlier turn", "Show earlier turns ({n})");
  }

  /** @param {Turn} turn */
  past(turn) {
    const article = new TurnArticle(this, turn.words, turn.turn);
    article.roll.append(...turn.checks.map((roll) => pastRoll(roll, this.skillName)));
    this.set(article.prose, turn.spans.filter((span) => span.kind !== "aside"));
    this.set(article.asides, turn.spans.filter((span) => span.kind === "aside"));
    article.finish(turn.changed, turn.reason);
    this.articles.set(turn.turn, article);
    return article;
  }

  /** A turn at the end of the book that is only beginning. @param {string} words @param {number|null} turn */
  begin(words, turn) {
    closeChoices(this.turns);
    const article = new TurnArticle(this, words, turn);
    this.turns.append(article.element);
    article.wait();
    if (turn !== null) this.articles.set(turn, article);
    return article;
  }
}
