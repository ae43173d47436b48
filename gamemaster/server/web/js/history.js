/**
 * Earlier turns of a story, over REST.
 * @typedef {import("./types.js").Turn} Turn
 */
import { recall } from "./memory.js";

const PAGE = 20;

/** @param {string} story @param {number} before turn number @returns {Promise<{turns: Turn[], earlier: number}>} oldest first */
export async function earlierTurns(story, before) {
  const response = await fetch(`api/stories/${story}/turns?before=${before}&limit=${PAGE}`, {
    headers: { Authorization: `Bearer ${recall("token") ?? ""}` },
  });
  if (!response.ok) throw new Error(`earlier turns could not be had (${response.status})`);
  const { turns } = await response.json();
  return { turns, earlier: turns.length ? turns[0].turn - 1 : 0 };
}
