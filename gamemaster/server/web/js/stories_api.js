/** What may be done with a whole story, or with all that is kept of the player, over REST. Each raises an Error whose message is fit for players. */
import { recall } from "./memory.js";
import { t } from "./words.js";

const AWAY = t("That could not be done just now; try again in a moment.");

/** @param {string} path @param {RequestInit} [options] */
async function ask(path, options = {}) {
  let response;
  try {
    response = await fetch(`api/${path}`, {
      ...options, headers: { Authorization: `Bearer ${recall("token") ?? ""}`, "Content-Type": "application/json" } });
  } catch {
    throw new Error(AWAY); // no connection
  }
  if (!response.ok) throw new Error((await response.json().catch(() => null))?.detail ?? AWAY);
  return response;
}

/** @param {string} story @param {string} name empty: none */
export const renameStory = (story, name) => ask(`stories/${story}`, { method: "PATCH", body: JSON.stringify({ name: name || null }) });

/** For good. @param {string} story */
export const deleteStory = (story) => ask(`stories/${story}`, { method: "DELETE" });

/** Hands the story to the browser as a file. @param {string} story @param {"markdown"|"html"|"epub"} form */
export const saveStory = async (story, form) => handOver(await ask(`stories/${story}/export?format=${form}`), "story");

/** @param {string} story @param {number} turn @param {string} note @param {boolean} share the turn's text */
export const reportTurn = (story, turn, note, share) =>
  ask(`stories/${story}/turns/${turn}/report`, { method: "POST", body: JSON.stringify({ note, share }) });

/** Hands all that is kept of the player to the browser as a file. */
export const savePlayer = async () => handOver(await ask("player/export"), "game-master.zip");

/** The player with all that is kept of them, for good. */
export const deletePlayer = () => ask("player?confirm=everything", { method: "DELETE" });

/** @param {Response} response @param {string} otherwise the file's name if the service gives none */
async function handOver(response, otherwise) {
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? otherwise;
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
