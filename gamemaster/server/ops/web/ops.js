/** The operator's page. The token lives in this module alone: a reload asks for it again. */
import { h } from "/js/dom.js";

const LOOK_MS = 4000;
const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

let token = "";
let timer = 0;

/**
 * Asks the service. Raises an Error whose message says what was wrong.
 * @param {string} path @param {string} [method] @param {object} [body]
 */
async function ask(path, method = "GET", body = undefined) {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const given = body === undefined ? undefined : JSON.stringify(body);
  let answer;
  try {
    answer = await fetch(`/api/ops/${path}`, { method, headers, body: given });
  } catch {
    throw new Error("The service does not answer.");
  }
  if (answer.ok) return answer;
  const detail = (await answer.json().catch(() => null))?.detail ?? `The service answered ${answer.status}.`;
  if (answer.status === 401) lock(detail);
  throw new Error(detail);
}

const read = async (/** @type {string} */ path) => (await ask(path)).json();

/** @param {string} text @param {boolean} [trouble] */
function say(text, trouble = false) {
  $("state").textContent = text;
  $("state").classList.toggle("trouble", trouble);
}

/** Runs what a button does, with the button out of reach meanwhile. @param {any} button @param {() => Promise<void>} work */
async function run(button, work) {
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  } finally {
    button.disabled = false;
  }
}

/** @param {string} label @param {(button: any) => Promise<void>} work @param {string} [kind] */
function button(label, work, kind = "quiet") {
  const made = h("button", { class: kind, type: "button", text: label });
  made.addEventListener("click", () => run(made, () => work(made)));
  return made;
}

/** @param {string} title @param {string} text @param {string} yes @returns {Promise<boolean>} */
function sure(title, text, yes) {
  $("sure-title").textContent = title;
  $("sure-text").textContent = text;
  $("sure-yes").textContent = yes;
  $("sure").showModal();
  $("sure-no").focus();
  return new Promise((resolve) => {
    $("sure-yes").onclick = () => $("sure").close("yes");
    $("sure-no").onclick = () => $("sure").close("");
    $("sure").onclose = () => {
      resolve($("sure").returnValue === "yes");
      $("sure").returnValue = "";
    };
  });
}

/** A table, or a line that says that there is nothing. @param {string[]} heads @param {any[][]} rows @param {string} none */
function table(heads, rows, none) {
  if (!rows.length) return h("p", { class: "none", text: none });
  // On a narrow screen each cell stands under its own head, so it brings it along.
  const cell = (/** @type {any} */ value, /** @type {number} */ at) =>
    value instanceof Node ? h("td", { data: { head: heads[at] } }, value)
      : h("td", { class: typeof value === "number" ? "number" : "", data: { head: heads[at] }, text: String(value ?? "–") });
  const titles = heads.map((head, at) => h("th", { scope: "col", class: typeof rows[0][at] === "number" ? "number" : "", text: head }));
  return h("table", {}, h("thead", {}, h("tr", {}, ...titles)), h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map(cell)))));
}

/** Shows in a part of the page what is not there already: who reads, selects or has the focus there is left alone.
 * @param {string} part @param {...any} nodes */
function show(part, ...nodes) {
  const box = $(part), fresh = h("div", {}, ...nodes);
  if (box.innerHTML === fresh.innerHTML) return;
  const focused = box.contains(document.activeElement) ? document.activeElement?.textContent : null;
  box.replaceChildren(...fresh.childNodes);
  if (focused) [...box.querySelectorAll("button")].find((one) => one.textContent === focused)?.focus({ preventScroll: true });
}

/** @param {number} number @param {string} one @param {string} many */
const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;
const id = (/** @type {string} */ text) => h("span", { class: "id", text });
const moment = (/** @type {string|null} */ text) => (text ? new Date(text).toISOString().slice(0, 16).replace("T", " ") : "–");
const state = (/** @type {string|null} */ text) =>
  text === null ? h("span", { class: "none", text: "none" }) : h("span", { class: text.startsWith("ok") ? "" : "wrong", text });

// ---- the service ----

async function look() {
  const shown = await read("service");
  showMaintenance(shown.maintenance.since);
  showFigures(shown.workers);
  showWorkers(shown.workers);
  showStories(shown.workers);
  showIncidents(shown.workers);
  const hosts = new Set(shown.workers.map((/** @type {any} */ one) => one.host)).size;
  if (shown.redis !== "ok") say(`The workers cannot be shown: ${shown.redis}`, true);
  else say(`${count(hosts, "host", "hosts")}, ${count(shown.workers.length, "worker", "workers")}`);
}

/** @param {string|null} since */
function showMaintenance(since) {
  const on = since !== null;
  $("maintenance").setAttribute("aria-pressed", String(on));
  $("maintenance").textContent = on ? `Maintenance since ${moment(since)}: end it` : "Begin maintenance";
}

/** @param {any[]} workers */
function showFigures(workers) {
  const sum = (/** @type {(one: any) => number} */ of) => workers.reduce((total, one) => total + of(one), 0);
  const refused = sum((one) => Object.values(one.refusals).reduce((total, count) => total + count, 0));
  const figures = {
    players: sum((one) => one.players), sockets: sum((one) => one.sockets), "stories in play": sum((one) => one.story_count),
    "wait to come in": sum((one) => one.in_line), "turns that wait": sum((one) => one.turns_in_line + one.requests_waiting),
    "acts in flight": sum((one) => one.acts_in_flight), refused,
  };
  show("figures", ...Object.entries(figures).map(([name, value]) => h("div", {}, h("dt", { text: name }), h("dd", { text: String(value) }))));
}

/** @param {any[]} workers */
function showWorkers(workers) {
  const refusals = (/** @type {any} */ one) => Object.entries(one.refusals).map(([name, count]) => `${name} ${count}`).join(", ") || "none";
  const rows = workers.map((one) => [
    one.host, id(one.worker.slice(one.host.length + 1)), one.draining ? "draining" : "serving", moment(one.started), one.version,
    one.sockets, one.story_count, one.narrator, state(one.engine), state(one.voice), refusals(one),
  ]);
  const heads = ["host", "worker", "state", "since (UTC)", "version", "sockets", "stories", "narrator", "engine", "voice", "refused"];
  show("workers", table(heads, rows, "No worker has told of itself in the last seconds."));
}

/** A hash that leads to its player. @param {string} hash */
function whose(hash) {
  const made = button(hash, async () => {
    $("prefix").value = hash;
    await findPlayers();
    $("players").scrollIntoView({ block: "nearest" });
  }, "id link");
  made.title = "Find this player";
  return made;
}

/** @param {any[]} workers */
function showStories(workers) {
  const rows = workers.flatMap((one) =>
    one.stories.map((/** @type {any} */ story) => [id(story.id), whose(story.player), story.world, story.turn, story.followers, story.waiting, one.host]));
  const all = workers.reduce((total, one) => total + one.story_count, 0);
  const heads = ["story (hash)", "player (hash)", "world", "turn", "followers", "requests that wait", "host"];
  show("stories", table(heads, rows, "Nobody plays just now."),
    rows.length < all ? h("p", { class: "none", text: `and ${all - rows.length} more` }) : "");
}

/** @param {any[]} workers */
function showIncidents(workers) {
  const byPlace = new Map(workers.flatMap((one) =>
    one.incidents.map((/** @type {any} */ lost) => [`${one.host} ${lost.place}`, [lost.at, one.host, lost.why, id(lost.place), lost.files.join(", ")]])));
  show("incidents", table(["when (UTC)", "host", "why", "place", "files"], [...byPlace.values()], "No engine was lost."));
}

// ---- reports ----

async function lookAtReports() {
  const { reports } = await read(`reports${$("all-reports").checked ? "?all=true" : ""}`);
  const rows = reports.map((/** @type {any} */ one) => [
    one.id, moment(one.at), one.world, one.turn, h("span", { class: "said", text: one.note || "–" }), one.done ? "done" : "open", button("Show", async () => showReport(one.id))]);
  $("reports").replaceChildren(table(["number", "when (UTC)", "world", "turn", "what the player says", "", ""], rows, "Nobody has reported anything."));
}

/** @param {number} number */
async function showReport(number) {
  const one = await read(`reports/${number}`);
  const done = button("Done", async () => {
    await ask(`reports/${number}/done`, "POST");
    await lookAtReports();
  });
  const quote = (/** @type {string|null} */ text) => h("blockquote", { text: text ?? "(not shared)" });
  $("reports").querySelector(".card-of")?.remove();
  $("reports").append(h("div", { class: "card-of" },
    h("h3", { text: `Report ${one.id}: ${one.world}, turn ${one.turn}, told by ${one.narrator} (${one.code || "–"})` }),
    h("p", { class: "said", text: one.note || "(the player says nothing of it)" }), quote(one.words), quote(one.told),
    h("div", { class: "buttons" }, one.done ? null : done, button("The player", async () => showPlayer(one.player)))));
}

// ---- players ----

async function findPlayers() {
  const { players } = await read(`players?prefix=${encodeURIComponent($("prefix").value.trim().toLowerCase())}`);
  const rows = players.map((/** @type {any} */ one) => [
    id(one.player), id(one.hash), moment(one.created), moment(one.sanctions.muted), moment(one.sanctions.banned),
    button("Show", async () => showPlayer(one.player))]);
  $("player").replaceChildren();
  $("players").replaceChildren(table(["player", "hash in the log", "since (UTC)", "muted", "banned", ""], rows,
    $("prefix").value.trim() ? "No player's id begins so, or has this hash." : "Nobody is muted or banned."));
}

/** @param {string} player */
async function showPlayer(player) {
  const one = await read(`players/${player}`);
  const { kept, sanctions } = one;
  const recorded = kept.recorded === null ? "not answered" : kept.recorded ? "yes" : "no";
  $("player").replaceChildren(h("div", { class: "card-of" },
    h("h3", {}, "Player ", id(player)),
    h("p", { text: `since ${moment(kept.created)}; ${count(kept.stories, "story", "stories")}, ${count(kept.turns, "turn", "turns")}, ${count(kept.memories, "memory", "memories")}; recorded: ${recorded}` }),
    h("p", { text: `muted: ${moment(sanctions.muted)}; banned: ${moment(sanctions.banned)}; signed out: ${moment(sanctions.signed_out)}` }),
    h("div", { class: "buttons" }, sanctionButton(player, "muted", sanctions.muted, "Mute", "Unmute"),
      sanctionButton(player, "banned", sanctions.banned, "Ban…", "Lift the ban"), signOutButton(player, kept.stories, sanctions.signed_out),
      button("Export", () => exportPlayer(player)), button("Delete…", () => deletePlayer(player), "quiet danger"))));
  $("player").scrollIntoView({ block: "nearest" });
}

/** @param {string} player @param {string} sanction @param {string|null} since @param {string} set @param {string} lift */
function sanctionButton(player, sanction, since, set, lift) {
  return button(since ? lift : set, async () => {
    const ban = !since && sanction === "banned";
    if (ban && !(await sure("Ban this player?", "They are sent away on every host, and may not come in. What is kept of them stays.", "Ban"))) return;
    await ask(`players/${player}/${sanction}`, "PUT", { holds: !since });
    await showPlayer(player);
  });
}

/** @param {string} player @param {number} stories @param {string|null} since */
function signOutButton(player, stories, since) {
  return button(since ? "Accept their tokens again…" : "Sign out…", async () => {
    const out = `All their tokens are refused from now on, on every host. A token is a player's only way to their stories: ${stories} cannot be opened by anybody until you accept them again. They are told so.`;
    const back = "Their tokens from before are good again, on every host. Whoever else has one comes in, too.";
    const meant = since ? await sure("Accept this player's tokens again?", back, "Accept them") : await sure("Sign this player out?", out, "Sign out");
    if (!meant) return;
    await ask(`players/${player}/sign-out`, since ? "DELETE" : "POST");
    await showPlayer(player);
  });
}

/** @param {string} player */
async function exportPlayer(player) {
  const file = URL.createObjectURL(await (await ask(`players/${player}/export`)).blob());
  h("a", { href: file, download: `game-master-${player.slice(0, 8)}.zip` }).click();
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
}

/** @param {string} player */
async function deletePlayer(player) {
  const text = "All their stories, turns, memories, recordings and answers go, on every host, for good. This cannot be undone.";
  if (!(await sure("Delete this player?", text, "Delete for good"))) return;
  await ask(`players/${player}?confirm=everything`, "DELETE");
  await findPlayers();
  say(`The player ${player.slice(0, 8)} is deleted.`);
}

// ---- in and out ----

async function open() {
  await look();
  $("door").hidden = true;
  for (const part of ["desk", "maintenance", "leave"]) $(part).hidden = false;
  await Promise.all([lookAtReports(), findPlayers()]);
  timer = window.setInterval(() => document.hidden || look().catch((error) => say(error.message, true)), LOOK_MS);
}

/** @param {string} [why] */
function lock(why = "") {
  clearInterval(timer);
  token = "";
  for (const part of ["desk", "maintenance", "leave"]) $(part).hidden = true;
  for (const part of ["figures", "workers", "stories", "incidents", "reports", "players", "player"]) $(part).replaceChildren();
  $("door").hidden = false;
  $("refused").textContent = why;
  say("Give the token to see the service.");
}

$("door").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  token = $("token").value;
  $("token").value = "";
  $("refused").textContent = "";
  open().catch((error) => {
    $("refused").textContent = error.message;
  });
});
$("find").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  run(event.submitter ?? $("prefix"), findPlayers);
});
$("leave").addEventListener("click", () => lock());
$("all-reports").addEventListener("change", () => run($("all-reports"), lookAtReports));
$("maintenance").addEventListener("click", () => run($("maintenance"), async () => {
  const on = $("maintenance").getAttribute("aria-pressed") !== "true";
  const text = "On every host nobody new comes in and no story is begun, until you end it. Stories that have begun go on.";
  if (on && !(await sure("Begin maintenance?", text, "Begin"))) return;
  showMaintenance((await (await ask("maintenance", "PUT", { on })).json()).since);
}));
