/** The map of places and the graph of beats, in a dialog of their own: readable at a hundred nodes, a click leads on. */
import { h, icon, s } from "../dom.js";

const HALF = { x: 78, y: 19 }; // of a node
const LONGEST = 21; // letters of a name
const ZOOM = { least: 0.4, most: 1.6, step: 0.2 };
const LEGEND = { here: "you are here", visited: "this story was there", seen: "a kept play was there", recorded: "recorded players were there", bots: "bots come there" };

export class ChartDialog {
  /** @param {(words: string) => void} arrange */
  constructor(arrange) {
    this.arrange = arrange;
    this.zoom = 1;
    const close = h("button", { type: "button", class: "tool", "aria-label": "Close", on: { click: () => this.dialog.close() } }, icon("close"));
    this.title = h("h2", { id: "w-chart-h" });
    this.body = h("div", { class: "w-chart", tabindex: "0", role: "group", "aria-labelledby": "w-chart-h" });
    this.note = h("p", { class: "w-chart-note", role: "status" });
    const scale = (/** @type {number} */ by) => h("button", { type: "button", class: "tool", "aria-label": by > 0 ? "Larger" : "Smaller", text: by > 0 ? "+" : "−", on: { click: () => this.scale(by) } });
    this.dialog = h("dialog", { id: "w-chart", class: "dialog", "aria-labelledby": "w-chart-h" },
      h("div", { class: "dialog-head" }, this.title, h("div", { class: "w-tools" }, scale(-ZOOM.step), scale(ZOOM.step), close)), this.body, this.note);
    document.body.append(this.dialog);
  }

  /** @param {"places"|"beats"} kind @param {any} chart @param {import("./parts.js").Sources} sources @param {boolean} bots */
  show(kind, chart, sources, bots) {
    this.title.textContent = kind === "places" ? "Places and ways" : "Beats and endings, and what they wait for";
    const what = kind === "places" ? "places" : "beats, endings and what leads to them";
    this.note.textContent = `${chart.nodes.length} ${what}. Bright: you are here. Tinted: this story was there. A thick edge: a kept play was there. A dot: recorded players were there.${bots ? " Dashed: no bot came there." : ""} Choose one for its source.`;
    const at = new Map(chart.nodes.map((/** @type {any} */ node) => [node.id, node]));
    this.chart = chart;
    this.drawing = s("svg", { viewBox: `0 0 ${chart.width} ${chart.height}`, role: "list", "aria-label": this.title.textContent });
    this.drawing.append(...chart.edges.map((/** @type {any} */ edge) => line(edge, at, kind)), ...chart.nodes.map((/** @type {any} */ node) => this.node(node, kind, sources)));
    this.body.replaceChildren(this.drawing);
    this.body.dataset.bots = String(bots);
    this.dialog.showModal();
    const room = this.body.clientWidth / chart.width;
    this.zoom = Math.max(ZOOM.least + 0.2, Math.min(1, room));
    this.scale(0);
    this.drawing.querySelector('[data-marks~="here"]')?.scrollIntoView({ block: "center", inline: "center" });
  }

  /** @param {number} by */
  scale(by) {
    this.zoom = Math.max(ZOOM.least, Math.min(ZOOM.most, this.zoom + by));
    this.drawing.setAttribute("width", String(this.chart.width * this.zoom));
    this.drawing.setAttribute("height", String(this.chart.height * this.zoom));
  }

  /** @param {any} node @param {"places"|"beats"} kind @param {import("./parts.js").Sources} sources */
  node(node, kind, sources) {
    const key = kind === "places" ? `locations.${node.id}` : node.kind === "deed" ? node.id : `${node.kind}s.${node.id}`;
    const label = s("text", { x: node.x, y: node.y + 5, "text-anchor": "middle" });
    label.textContent = node.name.length > LONGEST ? `${node.name.slice(0, LONGEST - 1)}…` : node.name;
    const title = s("title");
    title.textContent = [node.name, ...node.marks.map((/** @type {"here"} */ mark) => LEGEND[mark])].join(", ");
    const group = s("g", { class: `w-node is-${node.kind}`, "data-node": node.id, "data-marks": node.marks.join(" "), tabindex: "0", role: "listitem" },
      title, s("rect", { x: node.x - HALF.x, y: node.y - HALF.y, width: 2 * HALF.x, height: 2 * HALF.y, rx: 10 }),
      ...(node.marks.includes("recorded") ? [s("circle", { class: "w-recorded", cx: node.x + HALF.x - 12, cy: node.y - HALF.y + 8, r: 3.5 })] : []), label);
    const choose = () => this.choose(node, key, kind, sources);
    group.addEventListener("click", choose);
    group.addEventListener("keydown", (event) => /** @type {KeyboardEvent} */ (event).key === "Enter" && choose());
    return group;
  }

  /** @param {any} node @param {string} key @param {string} kind @param {import("./parts.js").Sources} sources */
  choose(node, key, kind, sources) {
    for (const one of this.drawing.querySelectorAll(".is-chosen")) one.classList.remove("is-chosen");
    for (const one of this.drawing.querySelectorAll(`[data-node="${CSS.escape(node.id)}"], [data-from="${CSS.escape(node.id)}"], [data-to="${CSS.escape(node.id)}"]`)) one.classList.add("is-chosen");
    const why = this.chart.edges.filter((/** @type {any} */ edge) => edge.target === node.id && edge.why && kind === "beats").map((/** @type {any} */ edge) => `${edge.source}: ${edge.why}`);
    this.note.replaceChildren(h("b", { text: `${node.name} ` }), sources.link(key), ...(why.length ? [` waits for ${why.join(" · ")}`] : []),
      kind === "places" && h("button", { type: "button", class: "quiet", text: "Go there", on: { click: () => (this.dialog.close(), this.arrange(`!at ${node.id}`)) } }) || "");
  }
}

/** @param {any} edge @param {Map<string, any>} at @param {"places"|"beats"} kind */
function line(edge, at, kind) {
  const [from, to] = [at.get(edge.source), at.get(edge.target)];
  const path = s("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: kind === "beats" ? "w-way is-cause" : edge.both_ways ? "w-way" : "w-way is-one-way", "data-from": edge.source, "data-to": edge.target });
  const title = s("title");
  title.textContent = edge.why;
  path.append(title);
  return path;
}
