/** One sentence as it is spoken: its samples, its words' times, and how much of it was heard. */
import { Resampler } from "./resample.js";
import { Reader, Tape } from "./tape.js";

export class Utterance {
  /** @param {import("../types.js").ServerMessage} message `utterance` */
  constructor(message) {
    this.turn = message.turn;
    this.number = message.utterance;
    this.span = message.span;
    this.start = message.start; // characters (code points) of the span's text
    this.end = message.end;
    /** @type {string|null} */
    this.speaker = message.speaker ?? null;
    /** @type {string|null} */
    this.name = message.name ?? null;
    this.rate = message.sample_rate;
    this.preSkip = message.pre_skip ?? 0;
    /** @type {[number, number, number][]} sample, first character, character after the last */
    this.words = [];
    this.tape = new Tape();
    this.failed = false; // the rest of it will not come
    this.started = false; // some of it was scheduled
    this.done = false; // all of it that will ever be heard was heard
    this.heard = 0; // samples
    /** How many samples count; what a codec adds behind them is padding. Null until the server says. @type {number|null} */
    this.total = null;
    this.sequence = 0; // of the frame that comes next
    /** @type {{push(payload: Uint8Array): void, finish(): void, close(): void}|null} */
    this.decoder = null;
    /** @type {Resampler|null} */
    this.resampler = null;
    this.reader = new Reader(this.tape, this.rate);
    this.closed = false; // the last samples were taken
  }

  /** Seconds that came and were not taken yet. */
  get waiting() {
    return (this.tape.length - this.reader.at) / this.rate;
  }

  /**
   * The next samples at the context's rate, about `seconds` of the tape, with the place on the tape where they begin
   * and end; null when there are none now.
   * @param {number} seconds @param {number} speed @param {number} rate of the context, Hz
   * @returns {{samples: Float32Array, first: number, past: number}|null}
   */
  take(seconds, speed, rate) {
    this.resampler ??= new Resampler(this.rate, rate);
    const first = this.reader.at;
    const read = this.reader.read(Math.ceil(seconds * this.rate), speed);
    const last = this.reader.done;
    if (this.closed || (!read.length && !last)) return null;
    this.closed = last;
    return { samples: this.resampler.push(read, last), first, past: this.reader.at };
  }

  /** How much of the span's text may be shown, in characters: up to the end of the word that is being said. */
  get reach() {
    if (this.done && !this.failed) return this.end;
    if (!this.started) return this.start;
    const next = this.words.findIndex(([sample]) => sample > this.heard);
    if (next > 0) return this.words[next][1];
    if (next === 0) return this.start;
    return this.words.length ? this.words[this.words.length - 1][2] : this.start;
  }

  /** No more of it will come. */
  finish() {
    if (this.total !== null) this.tape.trim(this.total);
    this.tape.ended = true;
  }

  /** All of it was heard: its samples are not needed any more. */
  release() {
    this.decoder?.close();
    this.tape.release();
  }

  /** @param {[number, number, number][]} words */
  time(words) {
    this.words.push(...words);
  }
}
