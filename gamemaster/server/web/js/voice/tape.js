/** The samples of one utterance as they come, and their playing at any speed without a change of pitch. */

const FIRST_ROOM = 1 << 15;
const HOP_S = 0.015; // overlapped and added at each step
const REACH_S = 0.008; // how far a better fitting place is looked for: more than half a period of a deep voice
const COARSE = 4; // the search looks at every fourth place first, and compares every fourth sample

export class Tape {
  constructor() {
    this.samples = new Float32Array(FIRST_ROOM);
    this.length = 0;
    this.ended = false; // nothing more will come
  }

  /** @param {Float32Array} more */
  append(more) {
    if (this.length + more.length > this.samples.length) {
      const larger = new Float32Array(Math.max(this.samples.length * 2, this.length + more.length));
      larger.set(this.samples.subarray(0, this.length));
      this.samples = larger;
    }
    this.samples.set(more, this.length);
    this.length += more.length;
  }

  /** Gives the memory back; the length stays known. */
  release() {
    this.ended = true;
    this.samples = new Float32Array(0);
  }

  /** No more than this counts: what lies behind it is a codec's padding. @param {number} length */
  trim(length) {
    this.length = Math.min(this.length, length);
  }
}

/**
 * Reads a tape. At speed 1 its samples come as they are; otherwise by WSOLA (Verhelst and Roelands, "An overlap-add
 * technique based on waveform similarity", ICASSP 1993): pieces are taken from the tape at the speed asked for, each
 * shifted a little so that it continues the wave before it.
 */
export class Reader {
  /** @param {Tape} tape @param {number} rate of its samples, Hz */
  constructor(tape, rate) {
    this.tape = tape;
    this.hop = Math.round(HOP_S * rate);
    this.reach = Math.round(REACH_S * rate);
    this.at = 0; // the sample that comes next
    this.wanted = 0; // where the next piece would be taken from, were waves not to be matched
  }

  /** Whether everything was read. */
  get done() {
    return this.tape.ended && this.at >= this.tape.length;
  }

  /** Up to about `count` samples; fewer, or none, when the tape has no more yet. @param {number} count @param {number} speed */
  read(count, speed) {
    return speed === 1 ? this.plain(count) : this.stretched(count, speed);
  }

  /** @param {number} count */
  plain(count) {
    const end = Math.min(this.tape.length, this.at + count);
    const read = this.tape.samples.slice(this.at, end);
    this.at = end;
    this.wanted = end;
    return read;
  }

  /** @param {number} count @param {number} speed */
  stretched(count, speed) {
    const { tape, hop, reach } = this;
    const hops = Math.max(1, Math.round(count / hop));
    const made = new Float32Array(hops * hop);
    for (let done = 0; done < hops; done += 1) {
      const next = Math.round(this.wanted);
      if (Math.max(this.at, next + reach) + 2 * hop > tape.length) { // too little for a match
        return tape.ended ? this.withRest(made.subarray(0, done * hop), count) : made.slice(0, done * hop);
      }
      const from = next === this.at ? next : this.match(next);
      for (let i = 0; i < hop; i += 1) {
        const share = 0.5 - 0.5 * Math.cos((Math.PI * (i + 0.5)) / hop);
        made[done * hop + i] = tape.samples[this.at + i] * (1 - share) + tape.samples[from + i] * share;
      }
      this.at = from + hop;
      this.wanted += hop * speed;
    }
    return made;
  }

  /** The end of the tape, which is too short to be stretched. @param {Float32Array} made @param {number} count */
  withRest(made, count) {
    const rest = this.plain(Math.max(count - made.length, 2 * this.hop));
    const both = new Float32Array(made.length + rest.length);
    both.set(made);
    both.set(rest, made.length);
    return both;
  }

  /** The place near `next` whose wave goes on best from where we are. @param {number} next */
  match(next) {
    const least = Math.max(0, next - this.reach);
    let best = next;
    let likeness = -Infinity;
    const look = (/** @type {number} */ place) => {
      const like = this.likeness(place);
      if (like > likeness) [likeness, best] = [like, place];
    };
    for (let place = least; place <= next + this.reach; place += COARSE) look(place);
    const near = best;
    for (let place = Math.max(0, near - COARSE + 1); place < near + COARSE; place += 1) if (place !== near) look(place);
    return best;
  }

  /** How alike the wave at `place` is to the one that would follow now. @param {number} place */
  likeness(place) {
    const { samples } = this.tape;
    let product = 0;
    let energy = 1e-9;
    for (let i = 0; i < this.hop; i += COARSE) {
      product += samples[place + i] * samples[this.at + i];
      energy += samples[place + i] ** 2;
    }
    return product / Math.sqrt(energy);
  }
}
