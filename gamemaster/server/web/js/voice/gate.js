/** Lets one piece of text through as it is spoken. */

/** @param {string} text @param {number} points code points @returns {number} the letters (UTF-16) that hold so many */
function lettersIn(text, points) {
  let letters = 0;
  for (let left = points; left > 0 && letters < text.length; left -= 1) letters += /** @type {number} */ (text.codePointAt(letters)) > 0xffff ? 2 : 1;
  return letters;
}

/** @param {string} text @returns {number} code points */
export const pointsIn = (text) => [...text].length;

export class Gate {
  /**
   * @param {import("./speech.js").Speech} speech
   * @param {number} turn @param {number} span @param {number} at code points of the span before this text
   * @param {(text: string) => void} onUnvoiced with what was shown and will not be heard
   */
  constructor(speech, turn, span, at, onUnvoiced) {
    this.speech = speech;
    this.turn = turn;
    this.span = span;
    this.at = at;
    this.since = performance.now();
    this.onUnvoiced = onUnvoiced;
  }

  /** How many letters of `text`, which comes next, may be shown, and whether at the reader's pace. @param {string} text */
  leave(text) {
    const { until, paced } = this.speech.reach(this.turn, this.span, this.at, this.since);
    return { letters: until === Infinity ? text.length : lettersIn(text, until - this.at), paced };
  }

  /** @param {string} text that was shown @param {boolean} paced */
  passed(text, paced) {
    this.at += pointsIn(text);
    if (paced) this.onUnvoiced(text);
  }
}
