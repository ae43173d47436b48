/**
 * Any other world: hills, woods and weather, in the world's own colours; the same world has always the same view.
 * @typedef {import("./paint.js").Paint} Paint
 */
import { s } from "../dom.js";
import { mix } from "../theme.js";
import { HEIGHT, WIDTH, blur, disc, shape, sheet, skyOf } from "./paint.js";

const STEPS = 60;
const LAYERS = 5;

/** Rolling ground: three waves laid over each other. @param {() => number} random @param {number} reach @returns {(x: number) => number} */
function rolling(random, reach) {
  const waves = [260, 470, 910].map((length) => ({ length: length * (0.8 + random() * 0.5), shift: random() * 7, height: reach * (0.3 + random() * 0.4) }));
  return (x) => waves.reduce((sum, { length, shift, height }) => sum + height * Math.sin((x / length) * 2 * Math.PI + shift), 0);
}

/** @param {(x: number) => number} ground */
const under = (ground) =>
  `M0 ${HEIGHT} ${Array.from({ length: STEPS + 1 }, (_, i) => `L${((i * WIDTH) / STEPS).toFixed(0)} ${ground((i * WIDTH) / STEPS).toFixed(1)}`).join(" ")} L${WIDTH} ${HEIGHT} Z`;

/** @param {number} x @param {number} y of its foot @param {number} tall */
const pine = (x, y, tall) => [0, 1, 2].map((part) => {
  const top = y - tall + part * tall * 0.24;
  const half = tall * (0.13 + part * 0.055);
  return `M${(x - half).toFixed(1)} ${(top + tall * 0.42).toFixed(1)} L${x.toFixed(1)} ${top.toFixed(1)} L${(x + half).toFixed(1)} ${(top + tall * 0.42).toFixed(1)} Z`;
}).join(" ") + ` M${x - tall * 0.03} ${y + 2} v${-tall * 0.2} h${tall * 0.06} v${tall * 0.2} Z`;

/** @param {number} x @param {number} y of its foot @param {number} tall */
function leafy(x, y, tall) {
  const r = tall * 0.3;
  const ball = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ size) =>
    `M${(cx - size).toFixed(1)} ${cy.toFixed(1)} a${size.toFixed(1)} ${size.toFixed(1)} 0 1 0 ${(2 * size).toFixed(1)} 0 a${size.toFixed(1)} ${size.toFixed(1)} 0 1 0 ${(-2 * size).toFixed(1)} 0 Z`;
  return `${ball(x, y - tall * 0.66, r)} ${ball(x - r * 0.8, y - tall * 0.5, r * 0.75)} ${ball(x + r * 0.8, y - tall * 0.52, r * 0.8)} `
    + `M${x - tall * 0.035} ${y + 2} v${-tall * 0.4} h${tall * 0.07} v${tall * 0.4} Z`;
}

/** Trees that stand in groups on a slope. @param {() => number} random @param {(x: number) => number} ground @param {number} tall */
function woods(random, ground, tall) {
  const tree = random() < 0.55 ? pine : leafy;
  let d = "";
  for (let group = 0; group < 7; group += 1) {
    const middle = random() * WIDTH;
    const many = 2 + Math.floor(random() * 7);
    for (let i = 0; i < many; i += 1) {
      const x = middle + (random() - 0.5) * many * tall * 0.62;
      d += `${tree(x, ground(x) + 3, tall * (0.6 + random() * 0.6))} `;
    }
  }
  return d;
}

/** @param {Paint} paint */
export function hills(paint) {
  const { id, random, colours, low } = paint;
  const { dark } = colours;
  const far = skyOf(paint);
  far.append(disc(paint, { cx: 330 + random() * 540, cy: 120 + random() * 90 }, 20 + random() * 16));
  const cloud = dark ? mix(low, colours.text, 0.18) : "#ffffff";
  const clouds = sheet("scene-light", s("defs", {}, blur(`${id}-soft`, "30 9")), s("g", { filter: `url(#${id}-soft)`, fill: cloud },
    ...Array.from({ length: 7 }, () => s("ellipse", { cx: (random() * WIDTH).toFixed(0), cy: (60 + random() * 210).toFixed(0),
      rx: (90 + random() * 190).toFixed(0), ry: (9 + random() * 19).toFixed(0), opacity: ((dark ? 0.12 : 0.3) + random() * 0.25).toFixed(2) }))));
  const near = dark ? mix(colours.background, "#000000", 0.38) : mix(colours.muted, colours.accent, 0.4);
  const warm = mix(near, colours.accent, dark ? 0.05 : 0.16);
  const land = sheet("scene-land");
  for (let layer = 0; layer < LAYERS; layer += 1) {
    const share = layer / (LAYERS - 1);
    const lift = rolling(random, 34 - layer * 3);
    const ground = (/** @type {number} */ x) => 350 + layer * 50 - lift(x);
    const fill = mix(low, layer % 2 ? warm : near, dark ? 0.22 + 0.78 * share ** 0.8 : 0.14 + 0.6 * share);
    land.append(shape(under(ground), fill));
    if (layer === 1 || layer === 3) land.append(shape(woods(random, ground, 15 + layer * 11), mix(fill, near, 0.35)));
  }
  return [far, clouds, land];
}
