/** A turn while it is played: what the server said of it so far, and its article on the page. */
import { pointsIn } from "./voice/gate.js";

export class LiveTurn {
  /** @param {string} actId @param {import("./transcript.js").TurnArticle} article */
  constructor(actId, article) {
    this.actId = actId;
    this.article = article;
    /** @type {any[]} */
    this.checks = [];
    /** @type {string[]} */
    this.changed = [];
    /** The spans as they were streamed. @type {Map<number, import("./types.js").TextSpan>} */
    this.spans = new Map();
  }

  /** More text of a span. Returns how many characters (code points) of the span came before it.
   * @param {number} index @param {import("./types.js").TextSpan} more */
  stream(index, more) {
    const span = this.spans.get(index);
    const before = span ? pointsIn(span.text) : 0;
    this.spans.set(index, { ...more, text: (span?.text ?? "") + more.text });
    return before;
  }

  /** What the Game Master offers to be said next. */
  get choices() {
    return [...this.spans.values()].flatMap((span) => span.choices ?? []);
  }

  /** Takes back what is no part of the story. @param {{span: number, chars: number}} kept characters are code points */
  keep(kept) {
    for (const [index, span] of this.spans) {
      if (index > kept.span) this.article.show(index, span, "");
      else if (index < kept.span) this.article.show(index, span, span.text);
      else this.article.show(index, span, [...span.text].slice(0, kept.chars).join(""));
    }
  }
}
