/**
 * Tells the story at a reader's pace, or as it is spoken: a queue of words, waits and doings, carried out in order.
 * @typedef {{kind: "text", write: (text: string) => void, text: string, offset: number, gate?: import("./voice/gate.js").Gate|null}} Words
 * @typedef {{kind: "wait", until: () => Promise<unknown>, skip: () => void}} Wait `skip` does at once what `until` waits for
 * @typedef {{kind: "do", run: () => void}} Doing
 */

const PAUSES = [[/[.!?…]["”’)]?\s*$/, 0.28], [/[,;:—–]\s*$/, 0.09]]; // seconds after such an ending, at normal pace
const NORMAL = 85;
const HELD_MS = 30; // between two looks at whether words that wait for their voice may be shown

export class Teller {
  /**
   * @param {object} parts
   * @param {() => number} parts.speed characters per second
   * @param {() => void} parts.onWrite after words were written
   * @param {() => void} parts.onChange when it begins or comes to rest
   */
  constructor({ speed, onWrite, onChange }) {
    this.speed = speed;
    this.onWrite = onWrite;
    this.onChange = onChange;
    /** @type {Array<Words|Wait|Doing>} */
    this.queue = [];
    this.credit = 0;
    this.last = 0;
    this.timer = 0;
    this.waiting = false;
    this.halted = false;
    this.held = false; // the next words wait for their voice
    this.shown = -1; // offset of the last frame whose words were all written
    this.generation = 0;
  }

  get busy() {
    return this.queue.length > 0;
  }

  /** @param {Words|Wait|Doing} item */
  push(item) {
    const idle = !this.busy;
    this.queue.push(item);
    if (idle) {
      this.last = performance.now();
      this.credit = 0;
      this.onChange();
    }
    this.schedule();
  }

  schedule() {
    if (this.timer || this.waiting || this.halted || !this.busy) return;
    const hurried = document.hidden || this.speed() === Infinity;
    const step = () => {
      this.timer = 0;
      this.step();
    };
    if (this.held) this.timer = setTimeout(step, HELD_MS);
    else if (hurried) this.timer = setTimeout(step, 0);
    else this.timer = setTimeout(() => requestAnimationFrame(step), 8);
  }

  step() {
    const now = performance.now();
    const speed = document.hidden ? Infinity : this.speed();
    this.credit = Math.min(this.credit + ((now - this.last) / 1000) * speed, speed);
    this.last = now;
    let wrote = false;
    this.held = false;
    while (this.queue.length && !this.waiting && !this.halted && !this.held) {
      const item = this.queue[0];
      if (item.kind === "do") {
        this.queue.shift();
        item.run();
      } else if (item.kind === "wait") {
        this.wait(item);
      } else {
        const { letters, paced } = item.gate?.leave(item.text) ?? { letters: item.text.length, paced: true };
        this.held = letters <= 0;
        if (this.held || (paced && this.credit <= 0)) break;
        this.write(item, letters, paced);
        wrote = true;
      }
    }
    if (wrote) this.onWrite();
    if (!this.busy) this.onChange();
    else this.schedule();
  }

  /** @param {Wait} item */
  wait(item) {
    const generation = this.generation;
    this.waiting = true;
    const go = () => {
      if (generation !== this.generation) return;
      this.waiting = false;
      if (this.queue[0] === item) this.queue.shift();
      this.last = performance.now();
      this.credit = 1;
      if (!this.busy) this.onChange();
      this.schedule();
    };
    item.until().then(go, go);
  }

  /** Writes one word at a reader's pace (all of it, without limit of speed), or what the voice has come to.
   * @param {Words} item @param {number} letters that may be written @param {boolean} paced */
  write(item, letters, paced) {
    const allowed = item.text.slice(0, letters);
    const word = paced && this.credit !== Infinity ? (/^\s*\S+\s*/.exec(allowed)?.[0] ?? allowed) : allowed;
    if (paced) this.spend(word);
    item.write(word);
    item.gate?.passed(word, paced);
    item.text = item.text.slice(word.length);
    if (!item.text) {
      this.shown = Math.max(this.shown, item.offset);
      this.queue.shift();
    }
  }

  /** @param {string} word */
  spend(word) {
    this.credit -= word.length;
    if (this.speed() === Infinity) return;
    const pause = PAUSES.find(([ending]) => /** @type {RegExp} */ (ending).test(word));
    if (pause) this.credit -= /** @type {number} */ (pause[1]) * NORMAL;
  }

  /** Everything that waits happens now. @param {boolean} [heard] a voice says the words all the same */
  finish(heard = false) {
    this.halted = false;
    this.waiting = false;
    this.generation += 1;
    for (let item = this.queue.shift(); item; item = this.queue.shift()) {
      if (item.kind === "text") this.whole(item, heard);
      else if (item.kind === "wait") item.skip();
      else item.run();
    }
    this.onWrite();
    this.onChange();
  }

  /** @param {Words} item @param {boolean} [heard] */
  whole(item, heard = false) {
    item.write(item.text);
    item.gate?.passed(item.text, !heard);
    this.shown = Math.max(this.shown, item.offset);
  }

  /** Whether it is told at the reader's pace. @param {Words} item */
  isRead(item) {
    return item.gate?.leave(item.text).paced ?? true;
  }

  /** Stops after the frame that is being written, and in the middle of what is spoken. Returns the offset of the last
   * frame shown, -1 if none. */
  halt() {
    const item = this.queue.find((one) => one.kind === "text");
    if (item?.kind === "text" && item === this.queue[0] && !this.waiting && this.isRead(item)) {
      this.whole(item);
      this.queue.shift();
      this.onWrite();
    }
    this.halted = true;
    return this.shown;
  }

  /** Forgets the words that were not told, and does the rest. */
  drop() {
    this.queue = this.queue.filter((item) => item.kind !== "text");
    this.finish();
  }

  /** Forgets everything, for another story or another past. */
  clear() {
    this.queue = [];
    this.halted = false;
    this.waiting = false;
    this.generation += 1;
    this.shown = -1;
    clearTimeout(this.timer);
    this.timer = 0;
    this.onChange();
  }
}
