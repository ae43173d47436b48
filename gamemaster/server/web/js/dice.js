/**
 * Dice: a solid d20 that falls on its number, and a flat badge for rolls of the past.
 * @typedef {import("./types.js").Roll} Roll
 */
import { h, s } from "./dom.js";
import { t } from "./words.js";

/** @typedef {[number, number, number]} Vector */

const FALL_MS = 1250;
const REST_MS = 260; // a breath between the die's rest and the words

/** @param {Vector} a @param {Vector} b @returns {Vector} */
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** @param {Vector} a @param {Vector} b */
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @param {Vector} a @returns {Vector} */
const unit = (a) => /** @type {Vector} */ (a.map((part) => part / Math.hypot(...a)));

/** The faces of an icosahedron with edge 2: right, down, outward (unit vectors) and the centre. */
const FACES = (() => {
  const phi = (1 + Math.sqrt(5)) / 2;
  /** @type {Vector[]} */
  const corners = [];
  for (const a of [-1, 1]) for (const b of [-phi, phi]) corners.push([0, a, b], [a, b, 0], [b, 0, a]);
  const near = (/** @type {Vector} */ a, /** @type {Vector} */ b) =>
    Math.abs(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) - 2) < 1e-6;
  const faces = [];
  for (let i = 0; i < 12; i += 1) {
    for (let j = i + 1; j < 12; j += 1) {
      for (let k = j + 1; k < 12; k += 1) {
        const three = [corners[i], corners[j], corners[k]];
        if (!near(three[0], three[1]) || !near(three[1], three[2]) || !near(three[0], three[2])) continue;
        const centre = /** @type {Vector} */ ([0, 1, 2].map((axis) => (three[0][axis] + three[1][axis] + three[2][axis]) / 3));
        const down = unit(/** @type {Vector} */ (centre.map((part, axis) => part - three[0][axis])));
        const out = unit(centre);
        faces.push({ right: cross(down, out), down, out, centre, number: 0 });
      }
    }
  }
  let next = 1; // opposite faces add up to 21
  const order = [0, 7, 13, 3, 16, 9, 1, 18, 5, 11, 14, 2, 8, 19, 6, 12, 17, 4, 10, 15];
  for (const at of order) {
    const face = faces[at];
    if (face.number) continue;
    const opposite = faces.find((other) => dot(other.out, face.out) < -0.999);
    face.number = next % 2 ? next : 21 - next;
    if (opposite) opposite.number = 21 - face.number;
    next += 1;
  }
  return faces;
})();

/** @param {number[]} rows sixteen numbers, column by column */
const matrix = (rows) => `matrix3d(${rows.map((part) => part.toFixed(4)).join(",")})`;

/** The turn of the whole die that brings a face to the front, upright. @param {typeof FACES[number]} face */
const facing = ({ right: u, down: v, out: n }) =>
  matrix([u[0], v[0], n[0], 0, u[1], v[1], n[1], 0, u[2], v[2], n[2], 0, 0, 0, 0, 1]);

/** A solid d20 lying on `number`. @param {number} number */
function solid(number) {
  const top = FACES.find((face) => face.number === number) ?? FACES[0];
  const light = unit([-0.35, -0.75, 0.6]);
  const body = h("div", { class: "d20-body" });
  const edge = 44; // px, as in dice.css
  for (const face of FACES) {
    const lit = dot(light, [dot(face.out, top.right), dot(face.out, top.down), dot(face.out, top.out)]);
    const side = h("div", { class: "d20-face" }, h("span", { text: face.number, class: [6, 9].includes(face.number) ? "under" : "" }));
    const at = face.centre.map((part) => (part * edge) / 2);
    side.style.transform = matrix([...face.right, 0, ...face.down, 0, ...face.out, 0, ...at, 1]);
    side.style.setProperty("--lit", `${Math.round(50 + 45 * lit)}%`);
    body.append(side);
  }
  const rest = facing(top);
  body.style.transform = rest;
  return { body, rest };
}

/** What the result is called. */
export const RESULT_WORDS = {
  critical: t("Critical success"), success: t("Success"), partial: t("Success at a cost"), failure: t("Failure"), fumble: t("Fumble"),
};

/** A die that falls. `landed` resolves when it lies still.
 * @param {number} number @param {boolean} still lies there at once @param {string} result */
export function fallingDie(number, still, result) {
  const { body, rest } = solid(number);
  const element = h("div", { class: "d20", "aria-hidden": "true", data: { result, number: String(number) } },
    h("div", { class: "d20-shadow" }), h("div", { class: "d20-toss" }, body));
  if (still || typeof body.animate !== "function") {
    element.classList.add("is-down");
    return { element, landed: Promise.resolve() };
  }
  const axis = `${(0.5 + Math.random()).toFixed(2)}, ${(0.4 + Math.random()).toFixed(2)}, ${(Math.random() - 0.5).toFixed(2)}`;
  const spin = body.animate(
    [1200, 1200 * 0.28, 40, 0].map((angle, i) => ({ transform: `rotate3d(${axis}, ${angle}deg) ${rest}`, offset: [0, 0.5, 0.86, 1][i] })),
    { duration: FALL_MS, easing: "linear" });
  const toss = [[-64, -46, 0.7], [-30, 0, 1.04], [-16, -24, 1], [-6, 0, 1], [-2, -6, 1], [0, 0, 1]];
  /** @type {HTMLElement} */ (body.parentElement).animate(
    toss.map(([x, y, size], i) => ({ transform: `translate(${x}px, ${y}px) scale(${size})`, easing: i % 2 ? "ease-out" : "ease-in",
      offset: [0, 0.38, 0.56, 0.74, 0.86, 1][i] })), { duration: FALL_MS });
  const landed = Promise.race([spin.finished.catch(() => undefined), wait(FALL_MS + 400)])
    .then(() => element.classList.add("is-down"))
    .then(() => wait(REST_MS));
  return { element, landed };
}

/** @param {number} ms @returns {Promise<void>} */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {number} number */
function badge(number) {
  return s("svg", { class: "die-badge", viewBox: "0 0 32 32", "aria-hidden": "true" },
    s("path", { d: "M16 2 28.500 9v14L16 30 3.500 23V9Z" }), s("path", { class: "die-badge-face", d: "M16 8.500 24.500 22.500h-17Z" }),
    Object.assign(s("text", { x: 16, y: 20.500, "text-anchor": "middle" }), { textContent: String(number) }));
}

/** @param {string} id */
const words = (id) => id.replaceAll("_", " ");

/** A check in words: skill, roll, bonus, difficulty, result. @param {Roll} roll @param {(skill: string) => string} name */
export function explain(roll, name) {
  const total = roll.d20 + roll.bonus;
  const sign = roll.bonus < 0 ? "−" : "+";
  const skill = words(name(roll.skill));
  return h("p", { class: "roll-words", data: { result: roll.result } },
    h("span", { class: "sr-only", text: t("Roll: {skill}, {sum} is {total}, against {difficulty}: {result}.",
      { skill, sum: `${roll.d20} ${roll.bonus < 0 ? t("minus") : t("plus")} ${Math.abs(roll.bonus)}`, total, difficulty: roll.difficulty, result: RESULT_WORDS[roll.result] }) }),
    h("span", { class: "roll-skill", "aria-hidden": "true", text: skill }),
    h("span", { class: "roll-sum", "aria-hidden": "true" }, h("b", { text: roll.d20 }), ` ${sign} ${Math.abs(roll.bonus)} = `, h("b", { text: total }),
      h("span", { class: "roll-against", text: ` ${t("against")} ${roll.difficulty}` })),
    h("span", { class: "roll-result", "aria-hidden": "true", text: RESULT_WORDS[roll.result] }));
}

/** A roll of the past, in one line. @param {Roll} roll @param {(skill: string) => string} name */
export function pastRoll(roll, name) {
  return h("div", { class: "roll is-past", data: { result: roll.result } }, badge(roll.d20), explain(roll, name));
}

/** A die in the air while nobody knows yet what it decides. */
export function waitingDie() {
  return h("span", { class: "waiting", "aria-hidden": "true" }, badge(20));
}
