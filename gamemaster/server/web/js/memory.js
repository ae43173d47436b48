/** What this browser remembers: token, settings, drafts and acts that were not yet accepted. */

const PREFIX = "gamemaster.";
/** Used where the browser forbids storage: then it lasts as long as the page. @type {Map<string, string>} */
const here = new Map();

/** @param {string} key @returns {any} */
export function recall(key) {
  let text = null;
  try {
    text = localStorage.getItem(PREFIX + key);
  } catch {
    text = null; // storage is forbidden: `here` answers
  }
  text ??= here.get(key) ?? null;
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null; // written by something else: as good as absent
  }
}

/** @param {string} key @param {any} value null forgets */
export function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
    here.delete(key);
  } catch {
    if (value === null) here.delete(key);
    else here.set(key, JSON.stringify(value)); // full or forbidden
  }
}

/** An id for an act, unique per act. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
