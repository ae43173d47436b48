/**
 * The voice of one turn: its utterances, how far they were heard, and how far its text may be shown.
 * @typedef {import("./utterance.js").Utterance} Utterance
 * @typedef {{turn: number, utterance: number, samples: number}} Heard all utterances before `utterance`, and so many samples of it
 */

export class SpokenTurn {
  /** @param {number} number */
  constructor(number) {
    this.number = number;
    /** @type {Utterance[]} in order */
    this.utterances = [];
    /** How many there are in all; null until the server says. @type {number|null} */
    this.count = null;
    this.passed = 0; // utterances that were heard, or will not be
    this.cut = false; // the player spoke up
    this.held = false; // it is not to be heard yet
    this.silent = false; // no voice came in time, and text was shown without one
  }

  /** @param {number} number */
  find(number) {
    return this.utterances.find((one) => one.number === number);
  }

  get over() {
    return this.cut || (this.count !== null && this.passed >= this.count);
  }

  /** An utterance was heard to its end. @param {Utterance} utterance */
  pass(utterance) {
    this.passed = Math.max(this.passed, this.utterances.indexOf(utterance) + 1);
  }

  /** Whether all was heard that there is. Utterances that were never announced here will not come any more. */
  settle() {
    if (this.cut || this.count === null || this.passed < Math.min(this.count, this.utterances.length)) return false;
    this.passed = this.count;
    return true;
  }

  /** The player speaks up: no more of it. @param {boolean} voiced whether a voice was still to come
   * @returns {Heard|null} null: not the voice decides what was told */
  cutShort(voiced) {
    this.cut = true;
    for (const utterance of this.utterances) utterance.release();
    const next = this.utterances.find((one) => !one.done);
    if (next) return { turn: this.number, utterance: next.number, samples: next.heard };
    const last = this.utterances.at(-1);
    if (last) return { turn: this.number, utterance: last.number + 1, samples: 0 };
    return voiced && this.count === null && !this.silent ? { turn: this.number, utterance: 0, samples: 0 } : null;
  }

  /**
   * How far text may be shown that stands at `at` in a span: up to which character (code points), and whether at the
   * reader's pace (it has no voice). Null: that depends on whether a voice will come.
   * @param {number} span @param {number} at @returns {{until: number, paced: boolean}|null}
   */
  reach(span, at) {
    if (this.cut) return { until: Infinity, paced: true };
    const covering = this.utterances.find((one) => one.span === span && one.start <= at && at < one.end);
    if (covering) {
      if (covering.reach > at) return { until: covering.reach, paced: false };
      return covering.done ? { until: covering.end, paced: covering.failed } : { until: at, paced: false };
    }
    // What the voice passes over is shown with the sentence after it.
    const next = this.utterances.find((one) => one.span > span || (one.span === span && one.start > at));
    if (next) return { until: !next.started ? at : next.span === span ? next.start : Infinity, paced: false };
    return this.over ? { until: Infinity, paced: true } : null;
  }
}
