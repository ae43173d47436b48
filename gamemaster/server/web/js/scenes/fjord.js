/**
 * Bare ridges under a sky with lights in it.
 * @typedef {import("./paint.js").Paint} Paint
 */
import { s } from "../dom.js";
import { mix } from "../theme.js";
import { WIDTH, blur, disc, gradient, outline, ridge, shape, sheet, skyOf } from "./paint.js";

/** Light in the sky: soft curtains with a bright hem. @param {Paint} paint */
function curtains({ random, id, colours: { dark } }) {
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

/** @param {Paint} paint */
export function fjord(paint) {
  const { id, random, colours, low } = paint;
  const { dark } = colours;
  const far = skyOf(paint);
  const light = dark ? mix(colours.accent, colours.text, 0.35) : colours.accent;
  const lights = sheet("scene-light", s("defs", {},
    gradient(`${id}-light`, [[0, light, 0], [0.45, light, 0.08], [0.84, light, 0.55], [1, light, 0]]), blur(`${id}-soft`, "20 11")),
  curtains(paint));
  far.append(disc(paint, { cx: 420 + random() * 360, cy: 150 + random() * 50 }));
  const rough = { serif: 0.55, sans: 0.42, mono: 0.62 }[colours.font] ?? 0.5;
  const near = dark ? mix(colours.background, "#000000", 0.35) : mix(colours.muted, colours.accent, 0.45);
  const land = sheet("scene-land");
  for (let layer = 0; layer < 5; layer += 1) {
    const fill = mix(low, near, dark ? 0.25 + 0.75 * (layer / 4) ** 0.8 : 0.14 + 0.6 * (layer / 4));
    land.append(shape(outline(ridge(random, rough, 120 - layer * 14), 385 + layer * 42), fill));
  }
  return [far, lights, land];
}
