/**
 * The voice of the story that is open: what is asked of the server, what it sends, and what was heard of it.
 * @typedef {import("../types.js").ServerMessage} ServerMessage
 * @typedef {"captions"|"locked"|"joining"|"off"|"on"|"degraded"|"unavailable"} VoiceState
 */
import { OpusDecoder, PcmDecoder, decodable } from "./codecs.js";
import { parseFrame } from "./frames.js";
import { Player } from "./player.js";
import { SpokenTurn } from "./spoken_turn.js";
import { Unlock } from "./unlock.js";
import { Utterance } from "./utterance.js";

const REPORT_MS = 200; // how often the server hears what was played
const TURNS_KEPT = 3; // before the one that is told
const OPENING_MS = 1000; // a story that begins waits so long for the loudspeaker
const PATIENCE_MS = 5000; // text whose voice does not come in so long is shown without it

export class Speech {
  /**
   * @param {object} parts
   * @param {(message: object) => boolean} parts.send
   * @param {import("../settings.js").Settings} parts.settings
   * @param {object} parts.on
   * @param {() => void} parts.on.state what there is to say about the voice has changed
   * @param {(utterance: Utterance|null) => void} parts.on.speaker who speaks now
   */
  constructor({ send, settings, on }) {
    this.send = send;
    this.settings = settings;
    this.on = on;
    /** @type {import("./frames.js").Codec[]} */
    this.codecs = ["pcm16"];
    /** @type {Player|null} */
    this.player = null;
    /** @type {Map<number, SpokenTurn>} */
    this.turns = new Map();
    /** The server's last word. @type {{state: VoiceState, codec: string|null, message: string}|null} */
    this.answer = null;
    this.asked = ""; // what the server was told last
    this.reported = "";
    this.reporter = 0;
    this.moved = 0; // when something last came or was heard
    this.unlock = new Unlock(() => this.wanted, (context) => this.unlocked(context));
    decodable().then((codecs) => {
      this.codecs = codecs;
      this.ask();
    });
  }

  /** @param {AudioContext} context */
  unlocked(context) {
    this.player = new Player(context, { begun: (utterance) => this.begun(utterance), ended: (utterance) => this.ended(utterance) });
    this.tune();
    this.ask();
  }

  /** Waits until the server knows what this page can play, where a gesture has just opened its ears. */
  async settled() {
    if (this.wanted) await Promise.race([this.unlock.starting, new Promise((go) => setTimeout(go, OPENING_MS))]);
  }

  get wanted() {
    return this.settings.values.voice === "on";
  }

  /** What to ask for: nothing, until there can be sound and the player wants it. */
  get audio() {
    return this.wanted && this.player ? this.codecs : [];
  }

  /** @returns {VoiceState} */
  get state() {
    if (!this.wanted) return "captions";
    if (this.answer?.state === "unavailable") return "unavailable";
    if (!this.player) return "locked";
    if (!this.answer || this.asked !== JSON.stringify(this.audio)) return "joining";
    return this.answer.state;
  }

  /** Whether the player hears what is spoken. */
  get audible() {
    const { muted, volume } = this.settings.values;
    return Boolean(this.player) && this.wanted && !muted && volume > 0;
  }

  /** Whether a screen reader is told the story although a voice speaks it. */
  get isAnnounced() {
    return !this.audible || this.settings.values.announce === "always";
  }

  /** What `hello` says of it. */
  hello() {
    this.answer = null;
    this.asked = JSON.stringify(this.audio);
    return { audio: this.audio };
  }

  /** Tells the server what is wanted, if it has not heard it. */
  ask() {
    const audio = JSON.stringify(this.audio);
    if (audio !== this.asked && this.send({ type: "voice", audio: this.audio })) {
      this.asked = audio;
      this.answer = null;
      if (!this.audio.length) this.silence();
    }
    this.on.state();
  }

  /** Settings changed. */
  tune() {
    const { muted, volume, rate } = this.settings.values;
    this.player?.setVolume(muted ? 0 : volume / 100);
    if (this.player) this.player.speed = rate;
    this.unlock.gesture(); // the click that turned the voice on is one, and came before
    this.ask();
  }

  // ---- what the server sends ----

  /** @param {ServerMessage} message */
  receive(message) {
    this.moved = performance.now();
    if (message.type === "voice") {
      this.answer = { state: message.state, codec: message.codec, message: message.message };
      this.on.state();
    } else if (message.type === "utterance") this.announced(message);
    else if (message.type === "timing") this.find(message.turn, message.utterance)?.time(message.words);
    else if (message.type === "spoken") {
      this.turn(message.turn).count = message.utterances;
      this.settle(message.turn);
    }
  }

  /** @param {number} turn */
  turn(turn) {
    let spoken = this.turns.get(turn);
    if (!spoken) {
      spoken = new SpokenTurn(turn);
      this.turns.set(turn, spoken);
      for (const number of this.turns.keys()) if (number < turn - TURNS_KEPT) this.turns.delete(number);
    }
    return spoken;
  }

  /** @param {number} turn @param {number} number */
  find(turn, number) {
    return this.turns.get(turn)?.find(number);
  }

  /** @param {ServerMessage} message */
  announced(message) {
    const spoken = this.turn(message.turn);
    if (spoken.cut || !this.player || this.find(message.turn, message.utterance)) return;
    const utterance = new Utterance(message);
    spoken.utterances.push(utterance);
    if (!spoken.held) this.player.add(utterance);
  }

  /** Nothing of a turn is to be heard until `open`: dice are falling. @param {number} turn */
  hold(turn) {
    this.turn(turn).held = true;
  }

  /** @param {number} turn */
  open(turn) {
    const spoken = this.turn(turn);
    if (!spoken.held) return;
    spoken.held = false;
    if (!spoken.cut) for (const utterance of spoken.utterances) this.player?.add(utterance);
  }

  /** A binary frame. @param {ArrayBuffer} data */
  hear(data) {
    const frame = parseFrame(data);
    const utterance = frame && this.find(frame.turn, frame.utterance);
    if (!frame || !utterance || utterance.tape.ended) return;
    this.moved = performance.now();
    utterance.decoder ??= this.decoder(frame.codec, utterance);
    if (frame.sequence !== utterance.sequence) this.fail(utterance);
    else {
      utterance.sequence += 1;
      utterance.decoder.push(frame.payload);
      if (frame.failed) utterance.failed = true;
      if (frame.last || frame.failed) {
        if (!frame.payload.byteLength) utterance.total = frame.offset;
        utterance.decoder.finish();
      }
    }
  }

  /** @param {import("./frames.js").Codec} codec @param {Utterance} utterance */
  decoder(codec, utterance) {
    const more = (/** @type {Float32Array} */ samples) => {
      utterance.tape.append(samples);
      this.player?.pump();
    };
    const end = () => {
      utterance.finish();
      this.player?.pump();
    };
    if (codec === "pcm16") return new PcmDecoder(more, end);
    return new OpusDecoder(more, end, () => this.undecodable(utterance), utterance.preSkip);
  }

  /** The rest of it will not be heard. @param {Utterance} utterance */
  fail(utterance) {
    utterance.failed = true;
    utterance.finish();
    this.player?.pump();
  }

  /** The connection broke: what did not come yet will not come any more. */
  offline() {
    this.answer = null;
    for (const spoken of this.turns.values()) {
      for (const utterance of spoken.utterances) if (!utterance.tape.ended) this.fail(utterance);
    }
    this.on.state();
  }

  /** A browser that cannot decode what it said it could. @param {Utterance} utterance */
  undecodable(utterance) {
    this.codecs = ["pcm16"];
    this.fail(utterance);
    this.ask();
  }

  // ---- what is heard ----

  /** @param {Utterance} utterance */
  begun(utterance) {
    this.on.speaker(utterance);
    clearInterval(this.reporter);
    this.reporter = setInterval(() => this.report(), REPORT_MS);
    this.report();
  }

  /** @param {Utterance} utterance */
  ended(utterance) {
    this.moved = performance.now();
    const { turn, number, failed, heard } = utterance;
    this.turn(turn).pass(utterance);
    this.played(failed ? { turn, utterance: number + 1, samples: 0 } : { turn, utterance: number, samples: heard });
    if (!this.player?.busy) this.rest();
    this.settle(turn);
  }

  /** Nobody speaks. */
  rest() {
    clearInterval(this.reporter);
    this.on.speaker(null);
  }

  /** Says that a turn was heard to its end, once it was. @param {number} turn */
  settle(turn) {
    const spoken = this.turn(turn);
    if (spoken.settle() && spoken.count !== null) this.played({ turn, utterance: spoken.count, samples: 0 });
  }

  report() {
    this.player?.update();
    const utterance = this.player?.current;
    if (utterance) this.played({ turn: utterance.turn, utterance: utterance.number, samples: utterance.heard });
  }

  /** @param {import("./spoken_turn.js").Heard} heard */
  played(heard) {
    const text = JSON.stringify(heard);
    if (text !== this.reported && this.send({ type: "played", ...heard })) this.reported = text;
  }

  /** Whether more of a turn is to be heard. @param {number} turn */
  isSpeaking(turn) {
    return this.turns.get(turn)?.over === false;
  }

  /** Silence at once, and no more of this turn. Returns what was heard of it; null when it has no voice. @param {number} turn
   * @returns {import("./spoken_turn.js").Heard|null} */
  cut(turn) {
    this.player?.cut();
    this.rest();
    return this.turn(turn).cutShort(this.state === "on");
  }

  /** Stops whatever is heard; its text is no longer held back. */
  silence() {
    this.player?.cut();
    this.rest();
    for (const spoken of this.turns.values()) spoken.cutShort(false);
  }

  /** Another story, or another past of this one. */
  clear() {
    this.silence();
    this.turns.clear();
    this.reported = "";
  }

  // ---- what may be shown ----

  /** Whether text of a turn that comes now is to wait for its voice. @param {number} turn */
  expects(turn) {
    return this.state === "on" && !this.turns.get(turn)?.over;
  }

  /**
   * How far text may be shown that stands at `at` in its span: up to which character (code points), and whether at the
   * reader's pace (it has no voice) or as it is.
   * @param {number} turn @param {number} span @param {number} at @param {number} since when it came, `performance.now()`
   * @returns {{until: number, paced: boolean}}
   */
  reach(turn, span, at, since) {
    const spoken = this.turn(turn);
    this.player?.update();
    const reach = spoken.reach(span, at);
    if (reach) return reach;
    const quiet = performance.now() - Math.max(since, this.moved);
    if (this.state === "on" && (this.player?.busy || quiet < PATIENCE_MS)) return { until: at, paced: false };
    spoken.silent = true;
    return { until: Infinity, paced: true };
  }
}
