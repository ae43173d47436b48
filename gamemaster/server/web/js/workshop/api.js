/** What the workshop asks over REST. Each raises an Error whose message is fit for a writer. */
import { recall } from "../memory.js";

/** @param {string} path @param {RequestInit} [options] @returns {Promise<any>} */
async function ask(path, options = {}) {
  const response = await fetch(`api/stories/${path}`, {
    ...options, headers: { Authorization: `Bearer ${recall("token") ?? ""}`, "Content-Type": "application/json" } });
  const found = await response.json();
  if (!response.ok) throw new Error(found.detail);
  return found;
}

/** @param {string} story */
export const readWorkshop = (story) => ask(`${story}/workshop`);
/** @param {string} story */
export const readMinds = (story) => ask(`${story}/characters?everybody=true`);
/** @param {string} story @param {boolean} bots */
export const readCharts = (story, bots) => ask(`${story}/charts${bots ? "?bots=true" : ""}`);
/** @param {string} story */
export const readPlays = (story) => ask(`${story}/plays`);
/** @param {string} story @param {string} name */
export const keepPlay = (story, name) => ask(`${story}/plays`, { method: "POST", body: JSON.stringify({ name }) });
/** @param {string} story @param {string} name */
export const blessPlay = (story, name) => ask(`${story}/plays/${name}/bless`, { method: "POST" });
