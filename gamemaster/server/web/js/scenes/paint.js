/**
 * What all landscapes are drawn with: chance that comes out the same each time, gradients, sheets, sky, stars, sun and moon.
 * @typedef {import("../theme.js").Palette} Palette
 * @typedef {{id: string, random: () => number, colours: Palette, sky: string, low: string, glow: string}} Paint
 *   `id` begins the ids of this drawing's gradients; `sky` and `low` are the sky's colours above and at the horizon
 */
import { s } from "../dom.js";
import { mix } from "../theme.js";

export const WIDTH = 1200;
export const HEIGHT = 600;

/** A small seeded generator (mulberry32). @param {number} seed @returns {() => number} from 0 to 1 */
export function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** @param {string} id @param {() => number} random @param {Palette} colours @returns {Paint} */
export function paintOf(id, random, colours) {
  const { dark, background, accent, text } = colours;
  return {
    id, random, colours,
    sky: dark ? mix(background, "#000000", 0.3) : mix(background, accent, 0.34),
    // Through the text's colour, because a warm accent straight into a cold ground makes mud.
    low: dark ? mix(mix(background, text, 0.13), accent, 0.19) : mix(background, "#ffffff", 0.35),
    glow: dark ? mix(text, accent, 0.5) : "#ffffff",
  };
}

/** A layer of its own, so that it can move without being drawn anew. @param {string} name @param {...SVGElement} parts */
export const sheet = (name, ...parts) =>
  s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "xMidYMid slice", class: name }, ...parts);

/** @param {string} d @param {string} fill @param {number} [opacity] */
export const shape = (d, fill, opacity = 1) => s("path", { d, fill, opacity });

/** @param {Array<[number, string, number]>} stops offset, colour, opacity */
const stopsOf = (stops) => stops.map(([offset, colour, opacity]) => s("stop", { offset, "stop-color": colour, "stop-opacity": opacity }));

/** From top to bottom, or from left to right. @param {string} id @param {Array<[number, string, number]>} stops @param {boolean} [across] */
export const gradient = (id, stops, across = false) =>
  s("linearGradient", { id, x1: 0, x2: across ? 1 : 0, y1: 0, y2: across ? 0 : 1 }, ...stopsOf(stops));

/** @param {string} id @param {Array<[number, string, number]>} stops from the middle outwards */
export const halo = (id, stops) => s("radialGradient", { id }, ...stopsOf(stops));

/** @param {string} id @param {string} spread standard deviation, across and down */
export const blur = (id, spread) =>
  s("filter", { id, x: "-10%", y: "-20%", width: "120%", height: "140%" }, s("feGaussianBlur", { stdDeviation: spread }));

/** Heights between two ends by midpoint displacement.
 * @param {() => number} random @param {number} rough @param {number} reach @returns {number[]} */
export function ridge(random, rough, reach) {
  let heights = [random() * reach, random() * reach];
  let spread = reach;
  for (let pass = 0; pass < 7; pass += 1) {
    heights = heights.flatMap((height, i) =>
      i + 1 < heights.length ? [height, (height + heights[i + 1]) / 2 + (random() - 0.5) * spread] : [height]);
    spread *= rough;
  }
  return heights;
}

/** The ground under a line of heights. @param {number[]} heights @param {number} base */
export function outline(heights, base) {
  const step = WIDTH / (heights.length - 1);
  const points = heights.map((height, i) => `${(i * step).toFixed(1)} ${(base - height).toFixed(1)}`);
  return `M0 ${HEIGHT} L${points.join(" L")} L${WIDTH} ${HEIGHT} Z`;
}

/** @param {Paint} paint @param {number} [lowest] no star is lower */
export function stars({ random, colours }, lowest = HEIGHT * 0.62) {
  const group = s("g", { class: "scene-stars", fill: colours.text });
  for (let i = 0; i < 90; i += 1) {
    group.append(s("circle", { cx: (random() * WIDTH).toFixed(1), cy: (random() ** 1.4 * lowest).toFixed(1),
      r: (0.4 + random() ** 3 * 1.5).toFixed(2), opacity: (0.2 + random() * 0.7).toFixed(2) }));
  }
  return group;
}

/** The sky, with stars by night. @param {Paint} paint @param {number} [horizon] */
export function skyOf(paint, horizon = HEIGHT) {
  const { id, sky, low, glow, colours } = paint;
  const far = sheet("scene-sky", s("defs", {}, gradient(`${id}-sky`, [[0, sky, 1], [0.7, low, 1], [1, low, 1]]),
    halo(`${id}-halo`, [[0, glow, colours.dark ? 0.3 : 0.9], [1, glow, 0]])),
  s("rect", { width: WIDTH, height: HEIGHT, fill: `url(#${id}-sky)` }));
  if (colours.dark) far.append(stars(paint, horizon * 0.62));
  return far;
}

/** Moon by night, a pale sun by day. @param {Paint} paint @param {{cx: number, cy: number}} at @param {number} [r] */
export function disc({ id, colours }, at, r = 23) {
  const fill = colours.dark ? mix(colours.text, colours.accent, 0.15) : mix(colours.surface, "#ffffff", 0.7);
  return s("g", { class: "scene-disc" }, s("circle", { class: "scene-halo", ...at, r: r * 6.5, fill: `url(#${id}-halo)` }),
    s("circle", { ...at, r, fill, opacity: 0.92 }));
}
