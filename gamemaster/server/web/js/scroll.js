/** Follows the story as it grows, never faster than it is read: the turn's first words stay in sight. */

const NEAR_PX = 80;
const ABOVE_PX = 28;
const GLIDE_MS = 110; // in which it comes about two thirds of the way

export class Follower {
  /** @param {HTMLElement} scroller @param {HTMLElement} more @param {() => boolean} still whether to jump, not glide */
  constructor(scroller, more, still) {
    this.scroller = scroller;
    this.more = more;
    this.still = still;
    this.following = true;
    this.frame = 0;
    this.last = 0;
    /** @type {HTMLElement|null} */
    this.anchor = null;
    const leave = () => {
      this.following = false;
      cancelAnimationFrame(this.frame);
      this.frame = 0;
    };
    for (const event of ["wheel", "touchmove"]) scroller.addEventListener(event, leave, { passive: true });
    scroller.addEventListener("keydown", (event) => {
      if (["PageUp", "PageDown", "ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) leave();
    });
    scroller.addEventListener("scroll", () => this.mark(), { passive: true });
    more.addEventListener("click", () => this.pageDown());
    new ResizeObserver(() => this.grow()).observe(scroller);
  }

  get rest() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight;
  }

  /** A new turn begins: keep its first words in sight. @param {HTMLElement|null} anchor */
  follow(anchor) {
    this.anchor = anchor;
    this.following = true;
    this.grow();
  }

  toEnd() {
    this.anchor = null;
    this.following = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.mark();
  }

  /** The text grew. */
  grow() {
    if (this.following && !this.frame) {
      this.last = performance.now();
      this.frame = requestAnimationFrame(() => this.glide());
    }
    this.mark();
  }

  get target() {
    const { scroller, anchor } = this;
    const end = scroller.scrollHeight - scroller.clientHeight;
    if (!anchor) return end;
    const top = anchor.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop - ABOVE_PX;
    return Math.min(end, Math.max(top, 0));
  }

  glide() {
    this.frame = 0;
    if (!this.following) return;
    const left = this.target - this.scroller.scrollTop;
    if (Math.abs(left) < 1) return;
    if (this.still()) this.scroller.scrollTop += left;
    else {
      const now = performance.now();
      const share = 1 - Math.exp((this.last - now) / GLIDE_MS);
      this.last = now;
      this.scroller.scrollTop += Math.sign(left) * Math.max(1, Math.abs(left) * share);
      this.frame = requestAnimationFrame(() => this.glide());
    }
    this.mark();
  }

  mark() {
    const onTheWay = this.following && this.target - this.scroller.scrollTop > 2;
    this.more.hidden = onTheWay || this.rest < NEAR_PX;
  }

  pageDown() {
    this.following = false;
    this.scroller.scrollBy({ top: this.scroller.clientHeight * 0.8, behavior: this.still() ? "auto" : "smooth" });
  }
}
