/**
 * Plays utterances one after the other through Web Audio, each piece beginning on the very sample where the one before
 * it ended, each sentence after exactly one breath, and knows what was heard. Times here are whole frames (samples at the context's rate) of the context.
 * @typedef {import("./utterance.js").Utterance} Utterance
 * @typedef {{utterance: Utterance, from: number, frames: number, first: number, past: number,
 *   node: AudioBufferSourceNode|null}} Piece
 */

const PUMP_MS = 40;
const AHEAD_S = 0.7; // scheduled ahead: a busy page must not be heard; timers of a hidden page may come once a second only
const AHEAD_HIDDEN_S = 2.5;
const PIECE_S = 0.1;
const START_S = 0.12; // of audio before an utterance begins after silence: the jitter buffer
const LEAD_S = 0.03; // from deciding to play until the first sample
const LATE_S = 0.004; // less than this ahead cannot be scheduled in time
const SENTENCE_S = 0.26; // of silence between sentences: voices bring none of their own
const PARAGRAPH_S = 0.45; // before another paragraph, or another speaker
const FADE_S = 0.012; // cutting in: fast, without a click
const MOST_LATENCY_S = 0.5; // browsers that report more are not believed

/** Seconds of silence. @param {Utterance} before @param {Utterance} after */
function breath(before, after) {
  const apart = before.turn !== after.turn || before.span !== after.span || after.start - before.end > 1;
  return apart ? PARAGRAPH_S : SENTENCE_S;
}

export class Player {
  /**
   * @param {AudioContext} context
   * @param {object} on
   * @param {(utterance: Utterance) => void} on.begun it is heard from now on
   * @param {(utterance: Utterance) => void} on.ended all of it was heard
   */
  constructor(context, on) {
    this.context = context;
    this.on = on;
    this.rate = context.sampleRate;
    this.speed = 1;
    this.loudness = context.createGain();
    this.loudness.connect(context.destination);
    this.fader = this.newFader();
    /** Not yet scheduled whole. @type {Utterance[]} */
    this.queue = [];
    /** Scheduled and not yet heard whole. @type {Piece[]} */
    this.pieces = [];
    /** Where the next piece begins; null after silence. @type {number|null} */
    this.next = null;
    /** @type {Utterance|null} */
    this.current = null;
    /** @type {Utterance|null} */
    this.before = null; // scheduled last
    this.timer = 0;
    this.underruns = 0; // an utterance stopped in its middle because nothing more had come
  }

  newFader() {
    const fader = this.context.createGain();
    fader.connect(this.loudness);
    return fader;
  }

  /** @param {number} volume 0 to 1, as it is perceived */
  setVolume(volume) {
    this.loudness.gain.setTargetAtTime(volume ** 2, this.context.currentTime, 0.015);
  }

  /** Whether anything is being heard, or will be. */
  get busy() {
    return this.queue.length > 0 || this.pieces.length > 0;
  }

  /** @param {Utterance} utterance the next in order */
  add(utterance) {
    this.queue.push(utterance);
    this.pump();
  }

  /** Schedules what has come. To be called when more came; calls itself while there is something to do. */
  pump() {
    clearTimeout(this.timer);
    this.update();
    this.schedule();
    if (this.busy) this.timer = setTimeout(() => this.pump(), PUMP_MS);
  }

  get now() {
    return Math.ceil(this.context.currentTime * this.rate);
  }

  schedule() {
    const { now } = this;
    const ahead = now + (document.hidden ? AHEAD_HIDDEN_S : AHEAD_S) * this.rate;
    if (this.next !== null && this.next < now + LATE_S * this.rate) {
      if (this.queue[0]?.started && !this.queue[0].reader.done) this.underruns += 1;
      this.next = null;
    }
    while (this.queue.length && (this.next ?? 0) < ahead) {
      const utterance = this.queue[0];
      if (this.next === null && utterance.waiting < START_S && !utterance.tape.ended) return;
      const piece = utterance.take(PIECE_S, this.speed, this.rate);
      if (!piece) return;
      this.place(utterance, piece, this.next ?? this.now + Math.ceil(LEAD_S * this.rate));
      if (utterance.closed) this.queue.shift();
    }
  }

  /** @param {Utterance} utterance @param {{samples: Float32Array<ArrayBuffer>, first: number, past: number}} piece @param {number} from */
  place(utterance, { samples, first, past }, from) {
    if (!utterance.started && this.next !== null && this.before) {
      from += Math.round((breath(this.before, utterance) / this.speed) * this.rate);
    }
    utterance.started = true;
    this.before = utterance;
    this.pieces.push({ utterance, from, frames: samples.length, first, past, node: this.sound(samples, from) });
    this.next = from + samples.length;
  }

  /** @param {Float32Array<ArrayBuffer>} samples @param {number} from */
  sound(samples, from) {
    if (!samples.length) return null;
    const buffer = this.context.createBuffer(1, samples.length, this.rate);
    buffer.copyToChannel(samples, 0);
    const node = this.context.createBufferSource();
    node.buffer = buffer;
    node.connect(this.fader);
    node.start(from / this.rate);
    return node;
  }

  /** What comes out of the loudspeaker now, in frames: later than what the context computes. */
  get audible() {
    const latency = Math.min(this.context.outputLatency || this.context.baseLatency || 0, MOST_LATENCY_S);
    return (this.context.currentTime - latency) * this.rate;
  }

  /** Brings what was heard up to date. @param {number} [frame] */
  update(frame = this.audible) {
    while (this.pieces.length) {
      const piece = this.pieces[0];
      const { utterance } = piece;
      if (piece.from > frame) return;
      if (this.current !== utterance) {
        this.current = utterance;
        this.on.begun(utterance);
      }
      const share = piece.frames ? Math.min(1, (frame - piece.from) / piece.frames) : 1;
      utterance.heard = Math.max(utterance.heard, Math.floor(piece.first + share * (piece.past - piece.first)));
      if (share < 1) return;
      this.pieces.shift();
      if (utterance.closed && this.pieces[0]?.utterance !== utterance) this.finished(utterance);
    }
  }

  /** @param {Utterance} utterance */
  finished(utterance) {
    utterance.done = true;
    utterance.release();
    this.current = null;
    this.on.ended(utterance);
  }

  /** Silence, at once. What the context has computed already is counted as heard: it cannot be called back. */
  cut() {
    const { currentTime } = this.context;
    this.update(currentTime * this.rate);
    const { fader } = this;
    fader.gain.setValueAtTime(1, currentTime);
    fader.gain.linearRampToValueAtTime(0, currentTime + FADE_S);
    for (const { node } of this.pieces) node?.stop(currentTime + 2 * FADE_S);
    setTimeout(() => fader.disconnect(), 250);
    this.fader = this.newFader();
    this.queue = [];
    this.pieces = [];
    this.next = null;
    this.current = null;
    this.before = null;
    clearTimeout(this.timer);
  }
}
