/** From one sample rate to another, in pieces without a seam: a polyphase filter (windowed sinc). */

const TAPS = 24; // input samples that make one output sample
const HALF = TAPS / 2;
const PASSBAND = 0.94; // of the lower rate's bandwidth
const KAISER_BETA = 8; // side lobes about 80 dB down

/** @param {number} a @param {number} b @returns {number} */
const divisor = (a, b) => (b ? divisor(b, a % b) : a);

/** The modified Bessel function of order 0, by its series. @param {number} x */
function bessel0(x) {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-12; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/** One filter for each position that an output sample can have between two of the input.
 * @param {number} phases @param {number} cutoff share of the input's bandwidth */
function filters(phases, cutoff) {
  const table = new Float32Array(phases * TAPS);
  for (let phase = 0; phase < phases; phase += 1) {
    let sum = 0;
    for (let tap = 0; tap < TAPS; tap += 1) {
      const x = tap - HALF + 1 - phase / phases;
      const window = Math.abs(x) < HALF ? bessel0(KAISER_BETA * Math.sqrt(1 - (x / HALF) ** 2)) : 0;
      const sinc = x === 0 ? 1 : Math.sin(Math.PI * cutoff * x) / (Math.PI * cutoff * x);
      table[phase * TAPS + tap] = window * sinc;
      sum += window * sinc;
    }
    for (let tap = 0; tap < TAPS; tap += 1) table[phase * TAPS + tap] /= sum;
  }
  return table;
}

export class Resampler {
  /** @param {number} from @param {number} to whole numbers, Hz */
  constructor(from, to) {
    const shared = divisor(from, to);
    this.step = from / shared;
    this.phases = to / shared;
    this.same = from === to;
    this.table = this.same ? null : filters(this.phases, PASSBAND * Math.min(1, to / from));
    this.held = new Float32Array(HALF - 1); // silence before the first sample
    this.first = 1 - HALF; // number of the first held sample
    this.made = 0;
  }

  /** As many output samples as the input so far allows; with `last`, all of them. @param {Float32Array} input @param {boolean} last */
  push(input, last) {
    if (this.same || !this.table) return input;
    const ending = last ? HALF : 0;
    const held = new Float32Array(this.held.length + input.length + ending);
    held.set(this.held);
    held.set(input, this.held.length);
    const end = this.first + held.length - HALF; // output may stand before this input sample
    const whole = Math.max(0, Math.ceil((end * this.phases) / this.step) - this.made);
    const output = new Float32Array(whole);
    for (let i = 0; i < whole; i += 1) {
      const at = (this.made + i) * this.step;
      const base = Math.floor(at / this.phases) - HALF + 1 - this.first;
      const row = (at % this.phases) * TAPS;
      let sum = 0;
      for (let tap = 0; tap < TAPS; tap += 1) sum += held[base + tap] * this.table[row + tap];
      output[i] = sum;
    }
    this.made += whole;
    const keep = Math.floor((this.made * this.step) / this.phases) - HALF + 1;
    const drop = Math.max(0, Math.min(held.length, keep - this.first));
    this.held = held.slice(drop);
    this.first += drop;
    return output;
  }
}
