// The list of turns: only the rows that can be seen are there, however many there are.

const ROW = 56; // pixels, as in the style
const AROUND = 8; // rows beyond each edge

class TurnList {
  /** `choose(at)` is called with the turn that is chosen. */
  constructor(index, choose) {
    this.index = index;
    this.choose = choose;
    this.order = [];
    this.chosen = -1; // a turn, not a row
    this.box = byId("list");
    this.rows = byId("rows");
    this.shown = new Map();
    this.box.addEventListener("scroll", () => this.draw(), { passive: true });
    this.box.addEventListener("click", (event) => {
      const row = event.target.closest(".row");
      if (row) this.choose(Number(row.dataset.at));
    });
    this.box.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.box);
  }

  /** Turns in the order in which they are listed. */
  list(order) {
    this.order = order;
    this.rows.style.height = `${order.length * ROW}px`;
    for (const row of this.shown.values()) row.remove();
    this.shown.clear();
    this.box.scrollTop = Math.max(0, this.place() * ROW - this.box.clientHeight / 3);
    this.draw();
  }

  place() {
    return this.order.indexOf(this.chosen);
  }

  draw() {
    const first = Math.max(0, Math.floor(this.box.scrollTop / ROW) - AROUND);
    const last = Math.min(this.order.length, Math.ceil((this.box.scrollTop + this.box.clientHeight) / ROW) + AROUND);
    for (const [place, row] of this.shown) if (place < first || place >= last) row.remove(), this.shown.delete(place);
    for (let place = first; place < last; place++) if (!this.shown.has(place)) this.shown.set(place, this.rows.appendChild(this.row(place)));
  }

  row(place) {
    const { index } = this, at = this.order[place];
    const row = h("div", { class: "row", role: "option", id: `row-${at}`, "data-at": at, "aria-selected": String(at === this.chosen), "aria-setsize": this.order.length, "aria-posinset": place + 1 },
      h("p", {}, h("span", { class: "name" }, nameOf(index, at)), h("span", { class: "said" }, index.words[at] || "(nothing said)")),
      h("p", {}, badgesOf(index, at), index.first[at] === null ? null : h("span", { class: "ms" }, milliseconds(index.first[at]))));
    row.style.top = `${place * ROW}px`;
    return row;
  }

  /** Marks a turn, and brings it into sight. */
  select(at) {
    this.chosen = at;
    const place = this.place();
    if (place >= 0) {
      const top = place * ROW, bottom = top + ROW;
      if (top < this.box.scrollTop) this.box.scrollTop = top;
      else if (bottom > this.box.scrollTop + this.box.clientHeight) this.box.scrollTop = bottom - this.box.clientHeight;
    }
    this.draw();
    for (const row of this.shown.values()) row.setAttribute("aria-selected", String(Number(row.dataset.at) === at));
    this.box.setAttribute("aria-activedescendant", place >= 0 ? `row-${at}` : "");
  }

  step(by) {
    if (!this.order.length) return;
    const place = this.place();
    this.choose(this.order[place < 0 ? 0 : Math.min(this.order.length - 1, Math.max(0, place + by))]);
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.box.clientHeight / ROW) - 1);
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    this.step(by);
  }
}
