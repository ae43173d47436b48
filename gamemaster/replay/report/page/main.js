// The page: unpack the index, draw the charts, list the turns, show the one that the address names.

const MOST_PRINTED = 300;

const SORTS = {
  order: ["as played", null],
  worst: ["the worst first", (index) => (a, b) => index.bad[b] - index.bad[a]],
  slow: ["slowest first text", (index) => (a, b) => (index.first[b] ?? -1) - (index.first[a] ?? -1)],
  slower: ["most slowed", (index) => (a, b) => (index.slower[b] ?? -Infinity) - (index.slower[a] ?? -Infinity)],
  length: ["length changed most", (index) => (a, b) => off(index.length[b]) - off(index.length[a])],
  judge: ["judged worst", (index) => (a, b) => (index.judge[a] ?? 11) - (index.judge[b] ?? 11)],
};
const off = (ratio) => (ratio === null ? -1 : Math.abs(Math.log(Math.max(ratio, 0.001))));
const some = (values) => values.some((value) => value !== null && value !== 0);

/** What can be shown, each with how many turns it has; what no turn has is not offered. */
function filtersOf(index) {
  const all = [...index.turn.keys()];
  const filters = [
    ["all", "all turns", () => true],
    ["wrong", "anything wrong", (at) => index.bad[at] > 0],
    ["differs", "only differing", (at) => index.differs[at].length > 0],
    ["ruling", "another ruling", (at) => index.differs[at].includes("ruling")],
    ["branched", "branched", (at) => index.branched[at]],
    ["violations", "any violation", (at) => index.kinds[at].length],
    ["new", "new violations", (at) => index.new[at]],
    ["gone", "violations that are gone", (at) => index.gone[at]],
    ["understudy", "the understudy stepped in", (at) => index.kind !== "drive" && index.understudy[at]],
    ["error", index.kind === "verify" ? "diverged" : "errors", (at) => index.error[at]],
    ["missed", "any objective missed", (at) => index.missed[at].length],
    ["judged", "judged", (at) => index.judge[at] !== null],
  ];
  for (const kind of [...new Set(index.kinds.flat())].sort()) filters.push([`kind:${kind}`, `violation: ${words(kind)}`, (at) => index.kinds[at].includes(kind)]);
  index.groups.forEach((name, group) => filters.push([`group:${group}`, `alike: ${name}`, (at) => index.group[at] === group]));
  for (const name of [...new Set(index.missed.flat())].sort()) filters.push([`missed:${name}`, `missed: ${words(name)}`, (at) => index.missed[at].includes(name)]);
  return filters.map(([id, label, test]) => ({ id, label, test, turns: all.filter(test).length })).filter((filter) => filter.id === "all" || filter.turns);
}

class Report {
  constructor(index) {
    this.index = index;
    this.filters = filtersOf(index);
    this.list = new TurnList(index, (at) => this.go(at));
    this.found = null; // turns that a search found; null: nothing is searched for
    this.searches = 0;
    this.places = new Map(index.names.map((name, at) => [name, at]));
    this.fill();
    this.listen();
  }

  fill() {
    const { index } = this;
    byId("show").append(...this.filters.map((filter) => h("option", { value: filter.id }, `${filter.label} (${amount(filter.turns)})`)));
    const worlds = [...new Set(index.sessions.map((session) => session.world))].filter(Boolean);
    byId("session").append(h("option", { value: "" }, "all sessions"),
      ...(worlds.length > 1 ? worlds.map((world) => h("option", { value: `w${world}` }, `all of ${world}`)) : []),
      ...index.sessions.map((session, at) => h("option", { value: `s${at}` }, `s${at + 1} ${session.name}`)));
    byId("session").hidden = index.sessions.length < 2;
    const known = { worst: index.bad, slow: index.first, slower: index.slower, length: index.length, judge: index.judge };
    byId("sort").append(...Object.entries(SORTS).filter(([id]) => id === "order" || some(known[id])).map(([id, [label]]) => h("option", { value: id }, label)));
    if (index.compared) {
      const against = h("select", { id: "against", "aria-label": "Beside what", onchange: () => this.show(this.list.chosen) }, h("option", { value: "other" }, "beside the other run"), h("option", { value: "then" }, "beside the recording"));
      byId("print").before(against);
    }
  }

  listen() {
    for (const id of ["show", "session", "sort"]) byId(id).addEventListener("change", () => this.refresh(true));
    let pause = 0;
    byId("search").addEventListener("input", () => {
      clearTimeout(pause);
      pause = setTimeout(() => this.search(), 150);
    });
    byId("print").addEventListener("click", () => this.print());
    byId("export").addEventListener("click", exportReviews);
    addEventListener("hashchange", () => this.follow());
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("afterprint", () => document.body.classList.remove("printing"));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return this.clear();
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === "j") this.list.step(1);
    else if (event.key === "k") this.list.step(-1);
    else if (event.key === "/") {
      event.preventDefault();
      byId("search").focus();
    }
  }

  clear() {
    byId("search").value = "";
    byId("show").value = "all";
    byId("session").value = "";
    this.search();
  }

  async search() {
    const mine = ++this.searches;
    const text = byId("search").value.trim();
    this.found = null;
    if (text) {
      const progress = (share) => { byId("count").textContent = `Searching… ${Math.round(share * 100)} %`; };
      const found = await searchAll(this.index, text, progress, () => mine !== this.searches);
      if (found === null) return;
      this.found = found;
    }
    this.refresh();
  }

  /** The turns that are asked for, in the order that is asked for. */
  wanted() {
    const { index } = this;
    const test = (this.filters.find((filter) => filter.id === byId("show").value) ?? this.filters[0]).test;
    const session = byId("session").value;
    const within = (at) => !session || (session[0] === "s" ? index.session[at] === Number(session.slice(1)) : index.sessions[index.session[at]]?.world === session.slice(1));
    const order = [...index.turn.keys()].filter((at) => test(at) && within(at) && (!this.found || this.found.has(at)));
    const by = SORTS[byId("sort").value]?.[1];
    return by ? order.sort(by(index)) : order;
  }

  /** `anew`: from the first of them on; else the turn that is shown stays, if it is among them. */
  refresh(anew = false) {
    const order = this.wanted();
    byId("count").textContent = order.length === this.index.turn.length ? `${amount(order.length)} turns` : `${amount(order.length)} of ${amount(this.index.turn.length)} turns`;
    if (anew) this.list.chosen = order[0] ?? -1;
    this.list.list(order);
    if (anew || !order.includes(this.list.chosen)) this.show(order[0] ?? -1);
  }

  /** Shows a turn, and names it in the address. */
  go(at) {
    history.replaceState(null, "", `#${nameOf(this.index, at)}`);
    return this.show(at);
  }

  async show(at) {
    this.list.select(at);
    const detail = byId("detail");
    if (at < 0) return detail.replaceChildren(h("p", { class: "note" }, this.index.turn.length ? "No turn is like that. Esc brings all of them back." : "No turn came out otherwise."));
    const turn = await turnAt(this.index, at);
    if (this.list.chosen !== at) return;
    const steps = [h("button", { class: "step", type: "button", "aria-label": "Previous turn", onclick: () => this.list.step(-1) }, "↑"), h("button", { class: "step", type: "button", "aria-label": "Next turn", onclick: () => this.list.step(1) }, "↓")];
    detail.replaceChildren(...turnShown(this.index, at, turn, this.against(), steps).filter(Boolean));
    detail.dataset.turn = nameOf(this.index, at);
  }

  against() {
    return byId("against")?.value ?? "then";
  }

  /** To the turn that the address names; a filter that hides it is lifted. */
  follow() {
    const at = this.places.get(decodeURIComponent(location.hash.slice(1)));
    if (at === undefined) return false;
    if (!this.list.order.includes(at)) this.clear();
    this.show(at);
    this.list.list(this.list.order);
    byId("turns").scrollIntoView();
    return true;
  }

  async print() {
    const order = this.list.order.slice(0, MOST_PRINTED);
    const left = this.list.order.length - order.length;
    const shown = [];
    for (const at of order) {
      const turn = await turnAt(this.index, at);
      shown.push(h("article", { class: "printed" }, turnShown(this.index, at, turn, this.against(), [])));
    }
    byId("printed").replaceChildren(...shown, left > 0 ? h("p", { class: "note" }, `… and ${amount(left)} more turns`) : "");
    document.body.classList.add("printing");
    print();
  }
}

async function begin() {
  if (!("DecompressionStream" in window)) {
    byId("wait").textContent = "This browser is too old to unpack the turns: it needs DecompressionStream (2023).";
    return;
  }
  const index = await unpack(byId("index"));
  index.names = namesOf(index);
  byId("wait").hidden = true;
  byId("turns").hidden = false;
  loadReviews();
  byId("export").hidden = !reviews.size;
  const report = new Report(index);
  drawCharts(index.series, index.kind, (at) => {
    report.clear();
    report.go(at);
    byId("turns").scrollIntoView();
  });
  if (index.bad.some((bad) => bad > 0) && !location.hash) byId("sort").value = "worst";
  report.refresh();
  report.follow();
  document.documentElement.dataset.ready = "";
}

begin();
