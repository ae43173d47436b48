// Lines over the course of a run, each chart with its figures in a table behind it.

const SVG = "http://www.w3.org/2000/svg";
const WIDE = 480, HIGH = 170, LEFT = 58, RIGHT = 8, TOP = 8, BOTTOM = 24;

function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

const LATENCY = { title: "First text", show: milliseconds, lines: [
  { key: "then_p50", name: "recorded, median", style: "then" }, { key: "then_p95", name: "recorded, 95th", style: "then late" },
  { key: "now_p50", name: "now, median", style: "now" }, { key: "now_p95", name: "now, 95th", style: "now late" }] };
const DRIFT = { title: "Drift of the vocabulary", show: (v) => (v ?? null) === null ? "–" : v.toFixed(2), lines: [{ key: "drift", name: "0 the same, 1 nothing in common", style: "now" }] };
const LENGTH = { title: "Length of the prose", show: (v) => (v ?? null) === null ? "–" : `${v.toFixed(2)} ×`, lines: [{ key: "length_ratio", name: "now to recorded", style: "now" }] };
const RULINGS = { title: "Rulings not as recorded", show: percent, lines: [{ key: "otherwise", name: "share of the turns", style: "now" }] };
const FAULTS = { title: "Violations", show: (v) => (v ?? null) === null ? "–" : v.toFixed(1), lines: [{ key: "violations", name: "in a hundred turns", style: "ill" }] };
const MISSED = { title: "Objectives missed", show: percent, lines: [{ key: "missed", name: "share of the turns", style: "ill" }] };

/** `go(at)` is called with the first turn of the step that is clicked. */
function drawCharts(series, kind, go) {
  const place = byId("charts");
  const wanted = kind === "verify" ? [] : kind === "drive" ? [LATENCY, MISSED] : [LATENCY, DRIFT, LENGTH, RULINGS, FAULTS];
  for (const chart of wanted) {
    const lines = chart.lines.filter((line) => series.steps.some((step) => step[line.key] !== null));
    if (series.steps.length > 1 && lines.length) place.append(drawn({ ...chart, lines }, series, go));
  }
  place.hidden = !place.children.length;
}

function drawn(chart, { axis, steps }, go) {
  const highest = niceAbove(Math.max(...steps.flatMap((step) => chart.lines.map((line) => step[line.key] ?? 0))));
  const x = (at) => LEFT + ((WIDE - LEFT - RIGHT) * (at + 0.5)) / steps.length;
  const y = (value) => TOP + (HIGH - TOP - BOTTOM) * (1 - value / highest);
  const image = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${chart.title} by ${axis}; the figures are in the table below` });
  for (const share of [0, 0.5, 1]) {
    image.append(svg("line", { class: "grid", x1: LEFT, x2: WIDE - RIGHT, y1: y(highest * share), y2: y(highest * share) }));
    image.append(svg("text", { x: LEFT - 6, y: y(highest * share) + 4, "text-anchor": "end" }, chart.show(highest * share)));
  }
  const every = Math.ceil(steps.length / 8);
  steps.forEach((step, at) => {
    if (at % every === 0) image.append(svg("text", { x: x(at), y: HIGH - 7, "text-anchor": "middle" }, step.label.split("–")[0]));
  });
  for (const line of chart.lines) image.append(...lineOf(line, steps, x, y));
  steps.forEach((step, at) => {
    const told = chart.lines.map((line) => `${line.name}: ${chart.show(step[line.key])}`).join("\n");
    const hit = svg("rect", { class: "hit", x: x(at) - (x(1) - x(0)) / 2, width: x(1) - x(0), y: TOP, height: HIGH - TOP - BOTTOM }, svg("title", {}, `${axis} ${step.label}\n${told}\n${step.turns} turns`));
    hit.addEventListener("click", () => go(step.first));
    image.append(hit);
  });
  const keys = chart.lines.map((line) => h("span", { class: `key ${line.style}` }, line.name));
  return h("figure", { class: "chart" }, h("figcaption", {}, h("b", {}, `${chart.title}, by ${axis}`), keys), image, tableOf(chart, axis, steps));
}

/** A path for each unbroken stretch; a lone point is a dot. */
function lineOf(line, steps, x, y) {
  const stretches = [[]];
  steps.forEach((step, at) => {
    if (step[line.key] === null) stretches.push([]);
    else stretches.at(-1).push(`${x(at).toFixed(1)} ${y(step[line.key]).toFixed(1)}`);
  });
  return stretches.filter((points) => points.length).map((points) => points.length > 1
    ? svg("path", { class: line.style, d: `M${points.join("L")}` })
    : svg("circle", { class: line.style, r: 3, cx: points[0].split(" ")[0], cy: points[0].split(" ")[1] }));
}

function tableOf(chart, axis, steps) {
  const head = h("tr", {}, [axis, "turns", ...chart.lines.map((line) => line.name)].map((name) => h("th", { scope: "col" }, name)));
  const rows = steps.map((step) => h("tr", {}, h("th", { scope: "row" }, step.label), h("td", {}, amount(step.turns)), chart.lines.map((line) => h("td", {}, chart.show(step[line.key])))));
  return h("details", {}, h("summary", {}, "As a table"), h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": chart.title }, h("table", {}, h("thead", {}, head), h("tbody", {}, rows))));
}

/** The next of 1, 2, 2.5 and 5 times a power of ten. */
function niceAbove(value) {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((nice) => nice >= value);
}
