/**
 * How the player likes to read, and to hear.
 * @typedef {{size: number, font: "world"|"serif"|"sans"|"mono", speed: "slow"|"normal"|"fast"|"instant",
 *   theme: "world"|"dark"|"light", motion: "auto"|"full"|"reduced", rolls: "show"|"hide", voice: "on"|"captions",
 *   volume: number, muted: boolean, rate: number, announce: "unvoiced"|"always", language: string}} Values
 */
import { recall, remember } from "./memory.js";

/** @type {Values} */
export const DEFAULTS = {
  size: 20, font: "world", speed: "normal", theme: "world", motion: "auto", rolls: "show",
  voice: "on", volume: 80, muted: false, rate: 1, announce: "unvoiced", language: "auto",
};
export const SIZE_RANGE = { least: 15, most: 28 };
/** How fast voices speak, as factors. */
export const RATES = [0.8, 1, 1.2, 1.4, 1.7];

/** Characters told per second. */
const SPEEDS = { slow: 38, normal: 85, fast: 200, instant: Infinity };

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Settings {
  constructor() {
    /** @type {Values} */
    this.values = { ...DEFAULTS, ...recall("settings") };
    if (!RATES.includes(this.values.rate)) this.values.rate = DEFAULTS.rate;
    this.values.volume = Math.max(0, Math.min(100, Number(this.values.volume) || 0));
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
