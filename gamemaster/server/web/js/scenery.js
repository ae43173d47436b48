/**
 * A drawn landscape for a world, from its theme alone: ridges, light in the sky, stars. The same world, the same view.
 * @typedef {import("./theme.js").Palette} Palette
 */
import { h, s } from "./dom.js";
import { hash, mix } from "./theme.js";

const WIDTH = 1200;
const HEIGHT = 600;
let count = 0;

/** A small seeded generator (mulberry32). @param {number} seed @returns {() => number} from 0 to 1 */
function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Heights between two ends by midpoint displacement.
 * @param {() => number} random @param {number} rough @param {number} reach @returns {number[]} */
function ridge(random, rough, reach) {
  let heights = [random() * reach, random() * reach];
  let spread = reach;
  for (let pass = 0; pass < 7; pass += 1) {
    heights = heights.flatMap((height, i) =>
      i + 1 < heights.length ? [height, (height + heights[i + 1]) / 2 + (random() - 0.5) * spread] : [height]);
    spread *= rough;
  }
  return heights;
}

/** @param {number[]} heights @param {number} base */
function outline(heights, base) {
  const step = WIDTH / (heights.length - 1);
  const points = heights.map((height, i) => `${(i * step).toFixed(1)} ${(base - height).toFixed(1)}`);
  return `M0 ${HEIGHT} L${points.join(" L")} L${WIDTH} ${HEIGHT} Z`;
}

/** @param {string} id @param {Array<[number, string, number]>} stops offset, colour, opacity @param {boolean} [up] */
function gradient(id, stops, up = false) {
  return s("linearGradient", { id, x1: 0, x2: 0, y1: up ? 1 : 0, y2: up ? 0 : 1 },
    ...stops.map(([offset, colour, opacity]) => s("stop", { offset, "stop-color": colour, "stop-opacity": opacity })));
}

/** Light in the sky: soft curtains with a bright hem. @param {() => number} random @param {string} id @param {boolean} dark */
function curtains(random, id, dark) {
  const group = s("g", { filter: `url(#${id}-soft)` });
  for (let i = 0; i < 3; i += 1) {
    let x = -260;
    const hem = 175 + i * 48 + random() * 50;
    const points = [];
    while (x < WIDTH + 380) {
      points.push([x, hem + (random() - 0.5) * 120]);
      x += 120 + random() * 150;
    }
    const curve = points.map(([px, py], n) => (n ? `S${(px - 60).toFixed(0)} ${py.toFixed(0)} ${px.toFixed(0)} ${py.toFixed(0)}` : `M${px} ${py.toFixed(0)}`)).join(" ");
    group.append(s("path", { d: `${curve} V-160 H-260 Z`, fill: `url(#${id}-light)`, opacity: (dark ? 0.62 : 0.4) - i * 0.16 }));
  }
  return group;
}

/** @param {() => number} random @param {Palette} colours */
function stars(random, colours) {
  const group = s("g", { class: "scene-stars", fill: colours.text });
  for (let i = 0; i < 90; i += 1) {
    group.append(s("circle", { cx: (random() * WIDTH).toFixed(1), cy: (random() ** 1.4 * HEIGHT * 0.62).toFixed(1),
      r: (0.4 + random() ** 3 * 1.5).toFixed(2), opacity: (0.2 + random() * 0.7).toFixed(2) }));
  }
  return group;
}

/** Moon by night, a pale sun by day. @param {() => number} random @param {Palette} colours @param {string} id */
function disc(random, colours, id) {
  const at = { cx: 420 + random() * 360, cy: 150 + random() * 50 };
  const fill = colours.dark ? mix(colours.text, colours.accent, 0.15) : mix(colours.surface, "#ffffff", 0.7);
  return s("g", { class: "scene-disc" }, s("circle", { class: "scene-halo", ...at, r: 150, fill: `url(#${id}-halo)` }), s("circle", { ...at, r: 23, fill, opacity: 0.92 }));
}

/** @param {string} key e.g. the world's id @param {Palette} colours @returns {HTMLElement} */
export function scenery(key, colours) {
  const random = dice(hash(key));
  count += 1;
  const id = `scene${count}`;
  const { dark } = colours;
  const sky = dark ? mix(colours.background, "#000000", 0.3) : mix(colours.background, colours.accent, 0.34);
  // Through the text's colour, because a warm accent straight into a cold ground makes mud.
  const low = dark ? mix(mix(colours.background, colours.text, 0.13), colours.accent, 0.19) : mix(colours.background, "#ffffff", 0.35);
  const light = dark ? mix(colours.accent, colours.text, 0.35) : colours.accent;
  const glow = dark ? mix(colours.text, colours.accent, 0.5) : "#ffffff";
  const sheet = (/** @type {string} */ name, /** @type {SVGElement[]} */ ...parts) =>
    s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "xMidYMid slice", class: name }, ...parts);
  const far = sheet("scene-sky", s("defs", {},
    gradient(`${id}-sky`, [[0, sky, 1], [0.7, low, 1], [1, low, 1]]),
    s("radialGradient", { id: `${id}-halo` }, s("stop", { offset: 0, "stop-color": glow, "stop-opacity": dark ? 0.3 : 0.9 }),
      s("stop", { offset: 1, "stop-color": glow, "stop-opacity": 0 }))),
  s("rect", { width: WIDTH, height: HEIGHT, fill: `url(#${id}-sky)` }));
  if (dark) far.append(stars(random, colours));
  // A sheet of its own, so that it drifts without being drawn anew.
  const lights = sheet("scene-light", s("defs", {},
    gradient(`${id}-light`, [[0, light, 0], [0.45, light, 0.08], [0.84, light, 0.55], [1, light, 0]]),
    s("filter", { id: `${id}-soft`, x: "-10%", y: "-20%", width: "120%", height: "140%" }, s("feGaussianBlur", { stdDeviation: "20 11" }))),
  curtains(random, id, dark));
  far.append(disc(random, colours, id));
  const rough = { serif: 0.55, sans: 0.42, mono: 0.62 }[colours.font] ?? 0.5;
  const near = dark ? mix(colours.background, "#000000", 0.35) : mix(colours.muted, colours.accent, 0.45);
  const land = sheet("scene-land");
  for (let layer = 0; layer < 5; layer += 1) {
    const fill = mix(low, near, dark ? 0.25 + 0.75 * (layer / 4) ** 0.8 : 0.14 + 0.6 * (layer / 4));
    land.append(s("path", { d: outline(ridge(random, rough, 120 - layer * 14), 385 + layer * 42), fill }));
  }
  return h("div", { class: "scene" }, far, lights, land);
}
