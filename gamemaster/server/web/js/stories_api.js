/** What may be done with a whole story, over REST. Each raises an Error whose message is fit for players. */
import { recall } from "./memory.js";

const AWAY = "That could not be done just now; try again in a moment.";

/** @param {string} path @param {RequestInit} [options] */
async function ask(path, options = {}) {
  let response;
  try {
    response = await fetch(`api/stories/${path}`, {
      ...options, headers: { Authorization: `Bearer ${recall("token") ?? ""}`, "Content-Type": "application/json" } });
  } catch {
    throw new Error(AWAY); // no connection
  }
  if (!response.ok) throw new Error((await response.json().catch(() => null))?.detail ?? AWAY);
  return response;
}

/** @param {string} story @param {string} name empty: none */
export const renameStory = (story, name) => ask(story, { method: "PATCH", body: JSON.stringify({ name: name || null }) });

/** For good. @param {string} story */
export const deleteStory = (story) => ask(story, { method: "DELETE" });

/** Hands the story to the browser as a file. @param {string} story @param {"markdown"|"html"} form */
export async function saveStory(story, form) {
  const response = await ask(`${story}/export?format=${form}`);
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "story";
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
