/**
 * The story that is open: takes the server's messages in order, and has them told, shown and said.
 * @typedef {import("./types.js").ServerMessage} ServerMessage
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Turn} Turn
 * @typedef {import("./types.js").UnsentAct} UnsentAct
 */
import { LiveTurn } from "./live_turn.js";
import { newId, recall, remember } from "./memory.js";
import { Gate } from "./voice/gate.js";
import { RESULT_WORDS } from "./dice.js";
import { t } from "./words.js";

const OPENING_TURN = 0; // as which the opening is spoken

export class Story {
  /**
   * @param {object} parts
   * @param {(message: object) => boolean} parts.send false when there is no connection
   * @param {import("./transcript.js").Transcript} parts.transcript
   * @param {import("./teller.js").Teller} parts.teller
   * @param {import("./announce.js").Announcer} parts.announcer
   * @param {import("./voice/speech.js").Speech} parts.speech
   * @param {import("./scroll.js").Follower} parts.follower
   * @param {() => boolean} parts.still whether things appear without movement
   * @param {() => boolean} parts.instant whether the player wants all text at once, always
   * @param {object} parts.on
   * @param {(message: ServerMessage, afresh: boolean) => void} parts.on.opened
   * @param {(view: View, afresh: boolean) => void} parts.on.view
   * @param {() => void} parts.on.state running, telling or what may be done has changed
   */
  constructor({ send, transcript, teller, announcer, speech, follower, still, instant, on }) {
    this.transcript = transcript;
    this.teller = teller;
    this.announcer = announcer;
    this.speech = speech;
    this.follower = follower;
    this.send = send;
    this.still = still;
    this.instant = instant;
    this.on = on;
    this.id = "";
    this.epoch = -1;
    this.offset = -1;
    this.lastTurn = 0; // committed
    this.lastActId = "";
    this.firstTurn = 1; // shown
    this.ended = false;
    /** A new story's opening is told; later ones are only shown. */
    this.tellOpening = false;
    /** @type {{turn: number, actId: string}|null} accepted and not committed */
    this.running = null;
    /** The latest turn. @type {LiveTurn|null} */
    this.live = null;
    /** Turns whose frames may come, by number. @type {Map<number, LiveTurn>} */
    this.entries = new Map();
    this.interrupting = false;
    /** The player wants the passage whole: text does not wait for its pace nor for its voice. */
    this.revealed = false;
    this.stale = false; // the world was edited: the next snapshot is shown, even if it says only what is known
    this.sentAct = ""; // the unsent act that this connection was already given
    /** @type {{kind: "undo"|"retry", id: string, words: string}|null} */
    this.change = null;
  }

  /** @returns {UnsentAct|null} */
  get unsent() {
    return this.id ? recall(`unsent.${this.id}`) : null;
  }

  /** @param {UnsentAct|null} act */
  set unsent(act) {
    remember(`unsent.${this.id}`, act);
  }

  get telling() {
    return this.running !== null || this.teller.busy;
  }

  /** The turn that a voice tells; null: no voice does. */
  get spokenTurn() {
    if (this.speech.state !== "on") return null;
    if (this.running) return this.speech.expects(this.running.turn) ? this.running.turn : null;
    return this.speech.isSpeaking(OPENING_TURN) ? OPENING_TURN : null;
  }

  /** What Esc does now: it shows the passage whole, then it stops the voice. @returns {"show"|"hush"|""} */
  get skips() {
    if (this.interrupting) return "";
    if (this.telling && !this.revealed) return "show";
    return this.revealed && this.spokenTurn !== null ? "hush" : "";
  }

  /** Whether undo, retry and branch make sense now. */
  get settled() {
    return Boolean(this.id) && this.running === null && !this.unsent && !this.change;
  }

  /** What to say to the server to come to this story, or back to it. @param {string} id */
  openMessage(id) {
    if (id === this.id && this.epoch >= 0) return { type: "open", story: id, epoch: this.epoch, offset: this.offset };
    return { type: "open", story: id };
  }

  close() {
    this.teller.clear();
    this.speech.clear();
    this.announcer.flush();
    this.id = "";
    this.epoch = -1;
    this.offset = -1;
    this.running = null;
    this.live = null;
    this.entries.clear();
    this.change = null;
    this.interrupting = false;
    this.revealed = false;
  }

  /** @param {ServerMessage} message */
  receive(message) {
    if (message.type === "story") this.opened(message);
    else if (message.type === "resumed") this.resumed();
    else if (message.epoch === this.epoch && message.offset >= 0 && message.offset <= this.offset) return; // seen before
    else {
      if (message.offset >= 0 && this.epoch >= 0) {
        this.epoch = message.epoch; // another one where another process tells the story now
        this.offset = message.offset;
      }
      if (message.type === "accepted") this.accepted(message);
      else if (message.type === "ruling") this.ruled(message);
      else if (message.type === "text") this.text(message);
      else if (message.type === "state") this.state(message);
      else if (message.type === "commit") this.committed(message);
    }
  }

  /** Whether a snapshot says only what is known: then whatever is being told goes on. @param {ServerMessage} message */
  isKnown(message) {
    return !this.stale && message.story === this.id && !this.running && !this.change && !message.pending
      && message.view.turn === this.lastTurn && (message.turns.at(-1)?.act_id ?? "") === this.lastActId;
  }

  /** @param {ServerMessage} message */
  opened(message) {
    const afresh = message.story !== this.id;
    if (this.isKnown(message)) {
      this.epoch = message.epoch;
      this.offset = message.offset;
      this.resumed();
      return;
    }
    this.stale = false;
    this.teller.clear();
    this.speech.clear();
    this.announcer.flush();
    this.id = message.story;
    this.epoch = message.epoch;
    this.offset = message.offset;
    this.live = null;
    this.entries.clear();
    this.running = null;
    this.interrupting = false;
    this.revealed = false;
    this.sentAct = "";
    this.lastTurn = message.view.turn;
    this.lastActId = message.turns.at(-1)?.act_id ?? "";
    this.firstTurn = message.turns[0]?.turn ?? this.lastTurn + 1;
    this.ended = Boolean(message.view.ended);
    this.on.opened(message, afresh); // colours and names come before what is shown with them
    const told = this.tellOpening && !message.turns.length && !message.pending;
    this.tellOpening = false;
    this.transcript.rebuild(told ? [] : message.opening, message.turns, message.earlier);
    this.on.view(message.view, afresh);
    if (told) this.beginTold(message.opening);
    else this.showPlace(message, afresh);
    if (message.pending) this.begin(message.pending.words, message.pending.act_id, this.lastTurn + 1);
    this.change = null;
    this.resumeUnsent(message.turns, message.pending?.act_id);
    this.on.state();
  }

  /** @param {ServerMessage} message @param {boolean} afresh */
  showPlace(message, afresh) {
    this.follower.toEnd();
    const last = this.transcript.turns.lastElementChild;
    if (last && !message.pending) this.follower.follow(/** @type {HTMLElement} */ (last));
    if (afresh) this.announcer.say(`${message.turns.length ? t("You go on.") : t("A story begins.")} ${message.view.place.name}.`);
    else if (this.change) this.announcer.say(t("The last turn was taken back."));
  }

  /** @param {any[]} opening */
  beginTold(opening) {
    this.follower.scroller.scrollTop = 0;
    this.follower.follow(this.transcript.opening);
    const voiced = this.speech.expects(OPENING_TURN);
    const announced = !voiced || this.speech.isAnnounced;
    opening.forEach((span, index) => {
      const box = this.transcript.spanBox(span);
      this.transcript.opening.append(box);
      const setter = this.transcript.setterFor(box);
      const hear = (/** @type {string} */ text) => this.announcer.hear(text, span.name, `opening.${index}`);
      this.teller.push({ kind: "text", text: span.text, offset: -1, write: (text) => setter.write(text),
        gate: voiced ? new Gate(this.speech, OPENING_TURN, index, 0, announced ? () => {} : hear) : null });
      this.teller.push({ kind: "do", run: () => (setter.settle(), box.classList.add("is-told")) });
      if (announced) hear(`${span.text} `);
    });
    this.teller.push({ kind: "do", run: () => this.announcer.flush() });
  }

  /** The act that was not accepted when the connection broke: is it known now? @param {Turn[]} turns @param {string} [pending] */
  resumeUnsent(turns, pending) {
    const act = this.unsent;
    if (!act) return;
    if (act.id === pending || turns.some((turn) => turn.act_id === act.id)) {
      this.unsent = null;
      return;
    }
    if (this.live?.actId !== act.id) this.begin(act.text, act.id, null);
    this.flush();
  }

  resumed() {
    this.sentAct = "";
    this.flush();
    this.on.state();
  }

  /** The player's words become an act. @param {string} text */
  say(text) {
    if (this.ended) return;
    if (!this.running) this.hush();
    else if (this.revealed) this.readOn(); // what they answer to is the whole passage
    else this.interrupt();
    const act = { id: newId(), text };
    this.unsent = act;
    this.begin(text, act.id, null);
    this.flush();
    this.on.state();
  }

  /** Sends the unsent act if it can be played now; it stays until it was accepted. */
  flush() {
    const act = this.unsent;
    if (!act || this.running || this.change || this.sentAct === act.id) return;
    if (this.send({ type: "act", ...act, instant: this.instant() })) this.sentAct = act.id;
  }

  /** The connection broke: what was sent may not have arrived. */
  offline() {
    this.sentAct = "";
  }

  /** @param {string} words @param {string} actId @param {number|null} turn */
  begin(words, actId, turn) {
    if (this.live?.actId === actId) return this.live;
    this.retire();
    const article = this.transcript.begin(words, turn);
    this.live = new LiveTurn(actId, article);
    this.follower.follow(article.element);
    return this.live;
  }

  /** The turn before becomes past. */
  retire() {
    if (this.live) this.live.article.flatten(this.live.checks);
    this.live = null;
  }

  /** The act was refused: its words go back to the player. @param {string} actId @returns {string|null} the words */
  refuse(actId) {
    const act = this.unsent;
    if (this.running?.actId === actId) { // it was accepted, and then could not be played
      this.running = null;
      this.on.state();
      return this.live?.actId === actId ? this.live.article.said : null;
    }
    if (!act || act.id !== actId) return null;
    this.unsent = null;
    if (this.live?.actId === actId && this.live.article.turn === null) {
      this.live.article.element.remove();
      this.live = null;
    }
    this.on.state();
    return act.text;
  }

  /** @param {ServerMessage} message */
  accepted(message) {
    if (this.unsent?.id === message.act_id) this.unsent = null;
    if (message.turn <= this.lastTurn && message.repeated) {
      if (this.live?.actId === message.act_id && this.live.article.turn === null) {
        this.live.article.element.remove();
        this.live = null;
      }
      return;
    }
    if (this.running?.actId !== message.act_id) this.revealed = false;
    this.running = { turn: message.turn, actId: message.act_id };
    this.interrupting = false;
    const live = this.begin(message.words, message.act_id, message.turn);
    live.article.setTurn(message.turn);
    this.entries.set(message.turn, live);
    this.transcript.articles.set(message.turn, live.article);
    this.on.state();
  }

  /** @param {ServerMessage} message */
  ruled(message) {
    const live = this.entries.get(message.turn);
    if (!live) return;
    live.checks = message.checks;
    live.changed = message.changed;
    if (!message.checks.length) return;
    this.speech.hold(message.turn);
    this.teller.push({ kind: "wait", skip: () => live.article.fall(message.checks, true), until: () => {
      const still = this.still() || this.revealed || document.hidden;
      return live.article.fall(message.checks, still);
    } });
    for (const roll of message.checks) this.teller.push({ kind: "do", run: () => this.announcer.say(this.rollWords(roll)) });
    this.teller.push({ kind: "do", run: () => this.speech.open(message.turn) });
  }

  /** @param {any} roll */
  rollWords(roll) {
    return t("{skill}: rolled {d20}, {result}.", { skill: roll.skill, d20: roll.d20, result: RESULT_WORDS[roll.result].toLowerCase() });
  }

  /** @param {ServerMessage} message */
  text(message) {
    const live = this.entries.get(message.turn);
    if (!live) return;
    const span = { kind: message.kind, speaker: message.speaker ?? null, name: message.name ?? null, text: message.text,
      choices: message.choices ?? [] };
    const before = live.stream(message.span, span);
    const hear = (/** @type {string} */ text) => {
      if (!this.interrupting) this.announcer.hear(text, span.name, `${message.turn}.${message.span}`);
    };
    const voiced = this.speech.expects(message.turn);
    const announced = !voiced || this.speech.isAnnounced;
    const unvoiced = announced ? () => {} : hear;
    this.teller.push({ kind: "text", text: message.text, offset: message.offset,
      gate: voiced && !this.revealed ? new Gate(this.speech, message.turn, message.span, before, unvoiced) : null,
      write: (text) => live.article.write(message.span, { ...span, text }, !this.still()) });
    if (announced) hear(message.text);
  }

  /** @param {ServerMessage} message */
  state(message) {
    this.teller.push({ kind: "do", run: () => {
      this.ended = Boolean(message.view.ended);
      this.on.view(message.view, false);
    } });
  }

  /** @param {ServerMessage} message */
  committed(message) {
    const live = this.entries.get(message.turn);
    this.entries.delete(message.turn);
    this.running = null;
    if (message.turn > this.lastTurn) {
      this.lastTurn = message.turn;
      this.lastActId = message.act_id;
    }
    if (message.reason === "interrupted") this.takeUnheard(message, live);
    else if (this.interrupting) this.teller.finish(); // it came too late: all of it is told
    this.interrupting = false;
    this.teller.push({ kind: "do", run: () => this.announcer.flush() });
    const choices = live?.choices ?? [];
    if (choices.length) this.teller.push({ kind: "do", run: () => this.announcer.say(`Choices: ${choices.join("; ")}.`) });
    if (live) {
      this.teller.push({ kind: "do", run: () => {
        live.article.finish(live.changed, message.reason);
        this.follower.grow();
      } });
    }
    this.flush();
    this.on.state();
  }

  /** The player cut in, here or in another window: what was not told is no part of the story.
   * @param {ServerMessage} message @param {LiveTurn|undefined} live */
  takeUnheard(message, live) {
    if (!this.interrupting) this.speech.cut(message.turn);
    this.teller.drop();
    if (live && message.kept) live.keep(message.kept);
  }

  /** Silence, and what is left of the words at once. */
  hush() {
    if (this.speech.isSpeaking(OPENING_TURN)) this.send({ type: "read_on", turn: OPENING_TURN });
    this.speech.silence();
    this.teller.finish();
  }

  /** Shows the passage whole, with what is still to come of it; then stops its voice. Nothing of it is lost by either. */
  skip() {
    const { skips } = this;
    if (skips === "show") this.reveal();
    else if (skips === "hush") this.readOn();
  }

  /** A voice that tells the passage goes on telling it. */
  reveal() {
    const spoken = this.spokenTurn !== null;
    this.revealed = true;
    this.teller.finish(spoken);
    if (!spoken) this.readOn();
    this.on.state();
  }

  /** The voice falls silent, and what is still to come of the passage comes at once. */
  readOn() {
    const turn = this.running?.turn ?? this.spokenTurn;
    if (turn === null) return;
    this.speech.cut(turn);
    this.send({ type: "read_on", turn });
    this.on.state();
  }

  /** Cuts in: the telling stops where the player is. */
  interrupt() {
    if (!this.running || this.interrupting) return;
    this.interrupting = true;
    const shown = Math.max(0, this.teller.halt()); // 0 comes before all text of a turn: nothing of it was shown
    const heard = this.speech.cut(this.running.turn);
    this.send({ type: "interrupt", shown, heard });
    this.on.state();
  }

  /** @param {"undo"|"retry"} kind */
  takeBack(kind, d20 = undefined) {
    if (!this.settled || this.lastTurn < 1) return false;
    this.hush();
    const words = this.transcript.lastWords;
    const change = { kind, id: newId(), words };
    if (!this.send({ type: kind, id: change.id, d20 })) return false;
    this.change = change;
    this.on.state();
    return true;
  }
}
