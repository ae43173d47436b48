/**
 * How the player likes to read.
 * @typedef {{size: number, font: "world"|"serif"|"sans"|"mono", speed: "slow"|"normal"|"fast"|"instant",
 *   theme: "world"|"dark"|"light", motion: "auto"|"full"|"reduced", rolls: "show"|"hide"}} Values
 */
import { recall, remember } from "./memory.js";

/** @type {Values} */
export const DEFAULTS = { size: 20, font: "world", speed: "normal", theme: "world", motion: "auto", rolls: "show" };
export const SIZE_RANGE = { least: 15, most: 28 };

/** Characters told per second. */
const SPEEDS = { slow: 38, normal: 85, fast: 200, instant: Infinity };

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Settings {
  constructor() {
    /** @type {Values} */
    this.values = { ...DEFAULTS, ...recall("settings") };
    /** @type {Array<(values: Values) => void>} */
    this.listeners = [];
    calm.addEventListener("change", () => this.tell());
  }

  /** @param {Partial<Values>} change */
  set(change) {
    Object.assign(this.values, change);
    remember("settings", this.values);
    this.tell();
  }

  tell() {
    for (const listener of this.listeners) listener(this.values);
  }

  get reducedMotion() {
    return this.values.motion === "reduced" || (this.values.motion === "auto" && calm.matches);
  }

  /** Characters per second; infinite when text is to appear at once. */
  get speed() {
    return SPEEDS[this.values.speed] ?? SPEEDS.normal;
  }
}
