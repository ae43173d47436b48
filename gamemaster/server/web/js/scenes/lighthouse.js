/**
 * A lighthouse on its rock, the sea around it, and its light going round.
 * @typedef {import("./paint.js").Paint} Paint
 */
import { s } from "../dom.js";
import { mix } from "../theme.js";
import { HEIGHT, WIDTH, blur, disc, gradient, halo, outline, ridge, shape, sheet, skyOf } from "./paint.js";

const HORIZON = 372;
const LAMP = { x: 706, y: 166 };
const BEAM = 900; // how far the light reaches

/** The light that goes round: as it is seen from the side, it grows, and shrinks, and grows on the other side. @param {Paint} paint */
function beams({ id, colours }) {
  const light = colours.dark ? mix(colours.accent, "#ffffff", 0.45) : mix(colours.accent, "#ffffff", 0.7);
  const cone = (/** @type {number} */ side) =>
    `M${LAMP.x} ${LAMP.y - 4} L${LAMP.x + side * BEAM} ${LAMP.y - 78} L${LAMP.x + side * BEAM} ${LAMP.y + 62} L${LAMP.x} ${LAMP.y + 4} Z`;
  const strong = colours.dark ? 0.5 : 0.75;
  return sheet("scene-beam", s("defs", {},
    s("radialGradient", { id: `${id}-beam`, gradientUnits: "userSpaceOnUse", cx: LAMP.x, cy: LAMP.y, r: BEAM },
      s("stop", { offset: 0, "stop-color": light, "stop-opacity": strong }), s("stop", { offset: 0.25, "stop-color": light, "stop-opacity": strong * 0.36 }),
      s("stop", { offset: 1, "stop-color": light, "stop-opacity": 0 }))),
  shape(cone(1), `url(#${id}-beam)`), shape(cone(-1), `url(#${id}-beam)`, 0.55));
}

/** A tower with its gallery, lantern and door, seen against the sky. @param {Paint} paint @param {string} stone @param {string} shade */
function tower({ id, colours }, stone, shade) {
  const { x, y } = LAMP;
  const lamp = colours.dark ? mix(colours.accent, "#ffffff", 0.6) : colours.accent;
  const wall = (/** @type {number} */ top, /** @type {number} */ foot) => { // between two heights the walls lean in
    const half = (/** @type {number} */ at) => 15 + (at - (y + 20)) * 0.066;
    return `M${x - half(top)} ${top} L${x + half(top)} ${top} L${x + half(foot)} ${foot} L${x - half(foot)} ${foot} Z`;
  };
  return s("g", {},
    shape(wall(y + 20, y + 214), `url(#${id}-tower)`), shape(wall(y + 84, y + 128), shade, 0.55),
    shape(`M${x - 23} ${y + 20} h46 v5 h-46 Z`, shade), shape(`M${x - 22} ${y + 9} h44 v1.500 h-44 Z M${x - 22} ${y + 9} h1.500 v11 h-1.500 Z M${x + 20.5} ${y + 9} h1.500 v11 h-1.500 Z`, shade),
    s("circle", { class: "scene-halo", cx: x, cy: y, r: 120, fill: `url(#${id}-lamp)` }),
    shape(`M${x - 11} ${y - 12} h22 v32 h-22 Z`, stone), s("rect", { class: "scene-lamp", x: x - 9, y: y - 10, width: 18, height: 20, fill: lamp }),
    shape(`M${x - 1} ${y - 10} h2 v20 h-2 Z`, shade, 0.7),
    shape(`M${x - 14} ${y - 12} Q${x} ${y - 30} ${x + 14} ${y - 12} Z M${x - 1} ${y - 36} h2 v16 h-2 Z`, shade),
    ...[46, 150].map((down) => shape(`M${x - 2.5} ${y + down} h5 v9 h-5 Z`, lamp, 0.75)),
    shape(`M${x - 6} ${y + 214} v-17 q6 -7 12 0 v17 Z`, shade));
}

/** Crests of waves, nearer and longer below. @param {Paint} paint @param {number} y @param {number} height @param {string} fill */
function swell({ random }, y, height, fill) {
  const length = 46 + height * 7;
  let d = `M-200 ${HEIGHT} L-200 ${y}`;
  for (let x = -200; x < WIDTH + 200; x += length) {
    const lift = height * (0.6 + random() * 0.8);
    d += ` q${length * 0.3} ${-lift * 0.2} ${length * 0.52} ${-lift} q${length * 0.1} ${lift * 0.75} ${length * 0.48} ${lift}`;
  }
  return shape(`${d} V${HEIGHT} Z`, fill);
}

/** @param {Paint} paint */
export function lighthouse(paint) {
  const { id, random, colours, low, sky } = paint;
  const { dark } = colours;
  const deep = dark ? mix(colours.background, "#000000", 0.42) : mix(colours.muted, colours.accent, 0.25);
  const water = dark ? mix(low, deep, 0.35) : mix(low, deep, 0.4);
  const stone = dark ? mix(colours.background, colours.text, 0.24) : mix("#ffffff", colours.muted, 0.18);
  const shade = dark ? mix(deep, "#000000", 0.3) : mix(deep, colours.text, 0.35);
  const far = skyOf(paint, HORIZON);
  far.append(disc(paint, { cx: 300 + random() * 120, cy: 120 + random() * 40 }, 18));
  const fog = dark ? mix(low, colours.text, 0.22) : "#ffffff";
  const mist = sheet("scene-light scene-mist", s("defs", {}, blur(`${id}-soft`, "46 12")), s("g", { filter: `url(#${id}-soft)`, fill: fog },
    ...Array.from({ length: 6 }, (_, i) => s("ellipse", { cx: (i * 240 + random() * 140 - 60).toFixed(0), cy: (HORIZON - 26 + random() * 54).toFixed(0),
      rx: (170 + random() * 130).toFixed(0), ry: (14 + random() * 16).toFixed(0), opacity: (0.16 + random() * 0.2).toFixed(2) }))));
  const rock = outline(ridge(random, 0.5, 22).map((height, i, all) => {
    const share = (i / (all.length - 1)) * WIDTH - LAMP.x;
    return height * 0.55 + 64 * Math.exp(-((share / 96) ** 2)) + 26 * Math.exp(-(((share + 70) / 190) ** 2)) - 30;
  }), HORIZON + 48);
  const sea = sheet("scene-land", s("defs", {}, gradient(`${id}-sea`, [[0, mix(water, low, 0.55), 1], [0.3, water, 1], [1, deep, 1]]),
    gradient(`${id}-tower`, [[0, mix(stone, shade, 0.45), 1], [0.42, stone, 1], [1, mix(stone, shade, 0.72), 1]], true),
    halo(`${id}-lamp`, [[0, mix(colours.accent, "#ffffff", 0.4), dark ? 0.6 : 0.8], [0.2, colours.accent, dark ? 0.26 : 0.4], [1, colours.accent, 0]])),
  s("rect", { y: HORIZON, width: WIDTH, height: HEIGHT - HORIZON, fill: `url(#${id}-sea)` }),
  s("ellipse", { cx: LAMP.x, cy: HORIZON + 62, rx: 190, ry: 34, fill: colours.accent, opacity: dark ? 0.09 : 0.16 }),
  shape(rock, mix(shade, dark ? sky : water, 0.2)), tower(paint, stone, shade));
  const waves = [0, 1, 2].map((layer) => sheet(`scene-wave scene-wave-${layer}`,
    swell(paint, HORIZON + 54 + layer * 46, 7 + layer * 5, mix(water, deep, 0.3 + layer * 0.32))));
  return [far, beams(paint), mist, sea, ...waves];
}
