/**
 * Colours: a world's theme as a palette, in its own light, in the dark or by day, always with enough contrast.
 * @typedef {import("./types.js").Theme} Theme
 * @typedef {Theme & {dark: boolean}} Palette
 */

/** @type {Theme} */
export const DEFAULT_THEME = {
  background: "#12161c", surface: "#1b222b", text: "#e8e6df", muted: "#9aa4ad", accent: "#8fc7d9", danger: "#e07a5f",
  font: "serif", scene: "hills",
};
const DARK = { background: "#0e1013", surface: "#181b20", text: "#e9e7e2", muted: "#a2a6ac" };
const PAPER = "#faf7f0";
const AA_TEXT = 4.5; // WCAG 2.2, 1.4.3

/** @param {string} hex @returns {number[]} */
const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
/** @param {number[]} parts */
const hexOf = (parts) =>
  "#" + parts.map((part) => Math.round(Math.max(0, Math.min(255, part))).toString(16).padStart(2, "0")).join("");

/** `share` of `b` in `a`, 0 to 1. @param {string} a @param {string} b @param {number} share */
export function mix(a, b, share) {
  const [from, to] = [rgb(a), rgb(b)];
  return hexOf(from.map((part, i) => part + (to[i] - part) * share));
}

/** Relative luminance, WCAG 2.2. @param {string} hex */
export function luminance(hex) {
  const [r, g, b] = rgb(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} a @param {string} b */
export function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** `colour`, made lighter or darker until it can be read on all of `grounds`.
 * @param {string} colour @param {string[]} grounds @param {number} [ratio] */
export function readable(colour, grounds, ratio = AA_TEXT) {
  const pole = luminance(grounds[0]) < 0.2 ? "#ffffff" : "#000000";
  for (let share = 0; share <= 1; share += 0.04) {
    const tried = mix(colour, pole, share);
    if (grounds.every((ground) => contrast(tried, ground) >= ratio)) return tried;
  }
  return pole;
}

/** @param {Partial<Theme>|undefined} theme @param {"world"|"dark"|"light"} mode @returns {Palette} */
export function palette(theme, mode) {
  const world = { ...DEFAULT_THEME, ...theme };
  let made = world;
  if (mode === "light" && luminance(world.background) < 0.5) {
    const background = mix(PAPER, world.accent, 0.06);
    made = { ...world, background, surface: mix("#ffffff", world.accent, 0.04), text: mix("#1c1a17", world.accent, 0.05),
      muted: mix("#5c5a55", world.accent, 0.15) };
  } else if (mode === "dark") {
    made = { ...world, ...DARK };
  }
  const grounds = [made.background, made.surface];
  return {
    ...made,
    text: readable(made.text, grounds, 7),
    muted: readable(made.muted, grounds),
    accent: readable(made.accent, grounds),
    danger: readable(made.danger, grounds),
    dark: luminance(made.background) < 0.2,
  };
}

/** @param {Palette} colours @param {HTMLElement} element */
export function paint(colours, element) {
  for (const name of /** @type {const} */ (["background", "surface", "text", "muted", "accent", "danger"])) {
    element.style.setProperty(`--${name}`, colours[name]);
  }
  element.style.colorScheme = colours.dark ? "dark" : "light";
}

/** A stable whole number from a text (FNV-1a, 32 bits). @param {string} text */
export function hash(text) {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  value ^= value >>> 15;
  return Math.imul(value, 0x2c1b3c6d) >>> 0;
}

/** @param {number} hue degrees @param {number} saturation @param {number} lightness both 0 to 1 */
function hsl(hue, saturation, lightness) {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (/** @type {number} */ n) => {
    const k = (n + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return hexOf([part(0), part(8), part(4)]);
}

export const HUES = 12;

/** The hue of someone's name: the same for the same id, and another's only when all are taken.
 * @param {string} id @param {Map<string, number>} given hues of those who spoke before; this one is added */
export function hueOf(id, given) {
  let hue = given.get(id);
  if (hue === undefined) {
    hue = hash(id) % HUES;
    const taken = new Set(given.values());
    for (let tries = 0; taken.has(hue) && tries < HUES; tries += 1) hue = (hue + 5) % HUES; // 5 and 12 share no divisor: all are tried
    given.set(id, hue);
  }
  return hue;
}

/** A voice's colour, readable on the page. @param {number} hue 0 to HUES - 1 @param {Palette} colours */
export function voiceColour(hue, colours) {
  return readable(hsl((hue * 360) / HUES + 12, 0.5, colours.dark ? 0.7 : 0.36), [colours.background, colours.surface]);
}
