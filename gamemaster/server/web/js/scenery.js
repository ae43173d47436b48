/**
 * A drawn landscape for a world: the scene that its writer chose, in the world's colours. The same world, the same view.
 * @typedef {import("./theme.js").Palette} Palette
 */
import { h } from "./dom.js";
import { fjord } from "./scenes/fjord.js";
import { hills } from "./scenes/hills.js";
import { lighthouse } from "./scenes/lighthouse.js";
import { dice, paintOf } from "./scenes/paint.js";
import { hash } from "./theme.js";

/** By the names that `theme.scene` has in `worlds/schema.py`. @type {Record<string, (paint: import("./scenes/paint.js").Paint) => SVGElement[]>} */
const SCENES = { hills, fjord, lighthouse };
let count = 0;

/** @param {string} key e.g. the world's id @param {Palette} colours @param {string} [scene] @returns {HTMLElement} */
export function scenery(key, colours, scene = colours.scene) {
  count += 1;
  const paint = paintOf(`scene${count}`, dice(hash(key)), colours);
  return h("div", { class: "scene", data: { scene } }, ...(SCENES[scene] ?? hills)(paint));
}
