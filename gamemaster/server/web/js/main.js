/**
 * Puts the page together: connection, story, and everything that is seen.
 * @typedef {import("./types.js").ServerMessage} ServerMessage
 * @typedef {import("./types.js").WorldLine} WorldLine
 * @typedef {import("./types.js").StoryLine} StoryLine
 */
import { Announcer } from "./announce.js";
import { Composer } from "./composer.js";
import { Connection } from "./connection.js";
import { Consent } from "./consent.js";
import { Dialogs } from "./dialogs.js";
import { byId } from "./dom.js";
import { earlierTurns } from "./history.js";
import { Home } from "./home.js";
import { LinesChoice } from "./lines.js";
import { newId, recall, remember } from "./memory.js";
import { Panel } from "./panel.js";
import { PromptView } from "./prompt_view.js";
import { Follower } from "./scroll.js";
import { SaveNotice } from "./save_notice.js";
import { Report } from "./report.js";
import { Screen } from "./screen.js";
import { Settings } from "./settings.js";
import { bindKeys } from "./shortcuts.js";
import { deleteStory, renameStory, saveStory } from "./stories_api.js";
import { Story } from "./story.js";
import { Teller } from "./teller.js";
import { Transcript } from "./transcript.js";
import { Controls } from "./voice/controls.js";
import { VoiceQuestion } from "./voice/question.js";
import { Speech } from "./voice/speech.js";
import { Workshop } from "./workshop/workshop.js";
import { CHOSEN, t, translatePage } from "./words.js";

const SERVED = new Set(["welcome", "story", "resumed", "accepted", "error"]); // what was waited for has come
const VOICED = new Set(["voice", "utterance", "timing", "spoken"]);
const ROUTING_DIGITS = 8;
const RETRY_OPEN_S = 1.5; // a story that could not be opened just now is asked for again

translatePage(document);
const settings = new Settings();
settings.listeners.push(({ language }) => language !== CHOSEN && location.reload());
const still = () => settings.reducedMotion || settings.speed === Infinity;
/** @type {WorldLine[]} */
let worlds = [];
/** @type {StoryLine[]} */
let stories = [];
/** @type {{id: string, world: string, opening?: number}|null} a story that is being made */
let making = null;
let wasLocked = false; // the page asked for a tap, to be heard, when the finger came down

const screen = new Screen(settings);
const follower = new Follower(byId("scroll"), byId("more"), still);
const announcer = new Announcer(byId("live"));
const teller = new Teller({ speed: () => (story.revealed ? Infinity : settings.speed), onWrite: () => follower.grow(), onChange: () => refresh() });
const transcript = new Transcript(byId("transcript"), {
  onBranch: (turn) => dialogs.askBranch(turn), onReport: (turn) => report.ask(turn), onEarlier: () => loadEarlier(), onGrow: () => follower.grow(),
  onChoice: (text) => composer.pick(text),
});
const controls = new Controls(settings);
const speech = new Speech({
  send: (message) => connection.send(message), settings,
  on: {
    state: () => {
      controls.show(speech);
      refresh();
    },
    speaker: (utterance) => {
      controls.showSpeaker(utterance, transcript);
      transcript.speak(utterance);
      refresh();
    },
  },
});
const composer = new Composer({
  onSubmit: (text) => say(text), onSkip: () => story.skip(), onTyping: () => void connection.send({ type: "typing" }),
});
const panel = new Panel(byId("panel-body"), (text, send) => {
  screen.setPanel(false);
  if (send) composer.pick(text);
  else composer.fill(text);
});
const consent = new Consent({ send: (message) => connection.send(message), toast: (text) => screen.toast(text) });
const lines = new LinesChoice({ send: (message) => connection.send(message) });
const voiceQuestion = new VoiceQuestion(settings);
/** @type {import("./story_item.js").StoryActs} */
const acts = { open: (id) => go(id), rename, remove, save: saveStory };
const dialogs = new Dialogs({ settings, consent, lines, acts, onBranch: branch });
const report = new Report({ story: () => story.id, toast: (text) => screen.toast(text) });
const home = new Home({ onWorld: begin, acts });
const connection = new Connection({
  url: socketUrl, hello: () => speech.hello(), onMessage: receive,
  onAudio: (data) => speech.hear(data), onState: (state, detail) => linkState(state, detail),
});
const story = new Story({
  send: (message) => connection.send(message), transcript, teller, announcer, speech, follower, still, instant: () => settings.speed === Infinity,
  on: {
    opened: (message, afresh) => opened(message, afresh),
    view: (view, afresh) => {
      panel.render(view, afresh);
      const asked = transcript.choices;
      composer.suggest(view.suggestions.filter((text) => !asked.has(text)));
      screen.showView(view);
      screen.showEnding(view, transcript);
      workshop.refresh();
    },
    state: () => refresh(),
  },
});

/** A few digits of the story's id: enough to find its host, too few to open it. */
function socketUrl() {
  const url = new URL("ws", document.baseURI);
  url.protocol = url.protocol.replace("http", "ws");
  const id = hashStory() || story.id;
  if (id) url.searchParams.set("story", id.slice(0, ROUTING_DIGITS));
  return url.href;
}

const hashStory = () => /^#story=([0-9a-f]{32})$/.exec(location.hash)?.[1] ?? "";

function refresh() {
  composer.setTelling(story.telling, story.skips);
  const back = story.settled && story.lastTurn > 0;
  byId("do-undo").disabled = !back;
  byId("do-retry").disabled = !back;
  byId("do-branch").disabled = !story.settled;
  document.documentElement.dataset.turn = story.telling ? "telling" : "rest";
}

/** @param {ServerMessage} message */
function opened(message, afresh) {
  const world = worlds.find((one) => one.id === message.world) ?? { id: message.world, title: message.world, summary: "" };
  making = null;
  home.setBusy(false);
  voiceQuestion.settle();
  transcript.showRolls = settings.values.rolls === "show";
  screen.enter(world, message.name, afresh);
  transcript.enter(message.world, world.language);
  transcript.repaint(screen.colours);
  composer.open(message.story, message.turns.map((/** @type {any} */ turn) => turn.words));
  composer.complain("");
  if (story.change?.kind === "undo") composer.restore(story.change.words);
  if (hashStory() !== message.story) history.pushState(null, "", `${location.pathname}#story=${message.story}`);
  if (afresh && matchMedia("(hover: hover)").matches) composer.words.focus();
}

/** @param {string} text */
function say(text) {
  if (!story.id) return;
  story.say(text);
}

/** @param {string} world @param {number} [opening] one of its openings */
async function begin(world, opening) {
  making = { id: newId(), world, ...(opening === undefined ? {} : { opening }) };
  home.setBusy(true);
  await speech.settled(); // the opening is spoken only to those who hear when the story begins
  sendMaking();
}

/** `?world=` in the address begins a story there, for a player who has none yet. */
function beginAsked() {
  const world = new URLSearchParams(location.search).get("world");
  if (!world || hashStory() || making || story.id) return;
  history.replaceState(null, "", location.pathname);
  if (worlds.some((one) => one.id === world) && !stories.some((one) => one.world === world)) begin(world);
}

function sendMaking() {
  if (!making) return;
  story.close();
  story.tellOpening = true;
  connection.send({ type: "new_story", ...making });
}

/** @param {string} id a story */
function go(id) {
  if (id === story.id) {
    screen.showPlay();
    return;
  }
  story.close();
  if (location.hash !== `#story=${id}`) history.pushState(null, "", `${location.pathname}#story=${id}`);
  connection.send(story.openMessage(id));
}

function goHome() {
  if (location.hash) history.pushState(null, "", location.pathname);
  screen.showHome();
  connection.send({ type: "stories" });
  byId("home").focus();
}

function route() {
  const id = hashStory();
  if (id) go(id);
  else if (!screen.atHome) {
    screen.showHome();
    connection.send({ type: "stories" });
  }
}

/** @param {string} id a story @param {string} name */
async function rename(id, name) {
  await renameStory(id, name);
  if (id === story.id) screen.title(name);
  connection.send({ type: "stories" });
}

/** @param {string} id a story */
async function remove(id) {
  await deleteStory(id);
  if (id === story.id) { // the service lets go of whoever follows it
    story.close();
    if (!screen.atHome) goHome();
    dialogs.closeAll();
    byId("worlds").focus({ preventScroll: true });
  }
  connection.send({ type: "stories" });
}

/** @param {string} name @param {number|null} turn */
function branch(name, turn) {
  if (!connection.send({ type: "branch", id: newId(), name, turn })) composer.complain(t("There is no connection just now; try again in a moment."));
}

async function loadEarlier() {
  transcript.earlier.disabled = true;
  const first = story.firstTurn;
  const id = story.id;
  const scroller = byId("scroll");
  const before = scroller.scrollHeight - scroller.scrollTop;
  try {
    const page = await earlierTurns(id, first);
    if (story.id !== id || story.firstTurn !== first) return;
    transcript.prepend(page.turns, page.earlier);
    story.firstTurn = page.turns[0]?.turn ?? first;
    scroller.scrollTop = scroller.scrollHeight - before;
  } catch {
    transcript.earlier.disabled = false;
    composer.complain(t("Earlier turns could not be had just now; try again in a moment."));
  }
}

const saved = new SaveNotice(byId("foot"));
const workshop = new Workshop({
  story: () => story, say, openPrompts: () => prompts.open(story.lastTurn), toast: (text) => screen.toast(text),
  replay: (d20) => story.takeBack("retry", d20) || composer.complain(t("There is nothing to play again just now.")),
});
const prompts = new PromptView(() => story);

/** @param {ServerMessage} message */
function welcome(message) {
  worlds = message.worlds;
  composer.limit = message.limits.max_input_chars ?? composer.limit;
  composer.changed();
  home.showWorlds(worlds, settings.values.theme);
  connection.send({ type: "stories" });
  story.offline();
  speech.ask();
  prompts.offer(message.designer === true);
  workshop.offer(message.workshop === true);
  consent.welcome(message.recording ?? null);
  voiceQuestion.welcome(message.spoken === true);
  if (making) sendMaking();
  else if (story.id || hashStory()) connection.send(story.openMessage(hashStory() || story.id));
}

/** The writer of the world saved it. @param {ServerMessage} message */
function worldEdited(message) {
  if (message.fits) {
    worlds = worlds.map((one) => (one.id === message.world.id ? message.world : one));
    story.stale = true;
  }
  saved.show(message);
  workshop.refresh();
}

/** The kept plays were played again. @param {ServerMessage} message */
function playsCompared(message) {
  if (message.changed.length || message.faults.length) saved.showPlays(message, () => workshop.showPlays());
  workshop.refresh();
}

/** Bots went through the saved world. @param {ServerMessage} message */
function botsReturned(message) {
  if (message.lost.length) saved.showBots(message, () => workshop.showPlays());
  workshop.refresh();
}

/** @param {ServerMessage} message */
function branched(message) {
  connection.send({ type: "stories" });
  screen.toast(t("Kept as “{name}”.", { name: message.name }), t("Go there"), () => go(message.story));
}

/** @param {ServerMessage} message */
function failed(message) {
  if (!message.act_id && (consent.failed(message.message) || lines.failed(message.message))) return;
  const words = message.act_id ? story.refuse(message.act_id) : null;
  if (words !== null && !composer.text) composer.fill(words, false);
  if (story.change) {
    story.change = null;
    refresh();
  }
  making = null;
  home.setBusy(false);
  const lost = ["not_found", "not_yours"].includes(message.code) && !story.id;
  if (lost) {
    history.replaceState(null, "", location.pathname);
    screen.showHome();
  }
  else if (["busy", "unavailable"].includes(message.code) && !story.id && hashStory() && !message.act_id) {
    setTimeout(() => !story.id && hashStory() && connection.send(story.openMessage(hashStory())), (message.retry_after_s ?? RETRY_OPEN_S) * 1000);
  }
  const limit = message.limit && !message.message.includes(message.limit) ? ` ${t("(The limit: {limit}.)", { limit: message.limit })}` : "";
  if (screen.atHome) screen.toast(message.message + limit);
  else composer.complain(message.message + limit);
}

/** @param {ServerMessage} message */
function receive(message) {
  if (message.type === "waiting") {
    screen.showPlace(message);
    return;
  }
  if (SERVED.has(message.type)) screen.showPlace(null);
  if (message.type === "welcome") welcome(message);
  else if (message.type === "stories") {
    stories = message.stories;
    home.showStories(stories);
    dialogs.listStories(stories, story.id);
    beginAsked();
  } else if (message.type === "consent") consent.receive(message);
  else if (message.type === "boundaries") lines.receive(message);
  else if (message.type === "branched") branched(message);
  else if (message.type === "error") failed(message);
  else if (VOICED.has(message.type)) speech.receive(message);
  else {
    if (message.type === "delayed") screen.toast(message.message);
    if (message.type === "world_edited") worldEdited(message);
    if (message.type === "plays_compared") playsCompared(message);
    if (message.type === "bots_returned") botsReturned(message);
    story.receive(message);
  }
}

/** @param {string} state @param {string} detail */
function linkState(state, detail) {
  if (state !== "open") {
    story.offline();
    speech.offline();
    lines.failed(t("There is no connection just now; try again in a moment."));
  }
  screen.showLink(state, detail, () => connection.start(), () => beginAnew());
}

/** The stories of before stay with the sign-in of before. */
function beginAnew() {
  history.replaceState(null, "", location.pathname);
  connection.beginAnew();
}

/** @param {"undo"|"retry"} kind */
function takeBack(kind) {
  if (!story.takeBack(kind) && story.lastTurn < 1) composer.complain(t("There is nothing to take back yet."));
}

/** @param {"settings"|"stories"|"branch"|"help"} name */
function show(name) {
  if (name === "stories") connection.send({ type: "stories" });
  if (name === "branch") dialogs.askBranch(null);
  else dialogs.show(name);
  if (name === "stories") dialogs.listStories(stories, story.id);
}

/** Shows the passage whole, if it is being told. Returns whether it did. */
function showWhole() {
  const shows = !screen.atHome && story.skips === "show";
  if (shows) story.skip();
  return shows;
}

settings.listeners.push(() => {
  transcript.showRolls = settings.values.rolls === "show";
  speech.tune();
  screen.repaint();
  if (worlds.length) home.showWorlds(worlds, settings.values.theme);
  if (screen.colours) transcript.repaint(screen.colours);
});
for (const button of document.querySelectorAll("[data-open]")) {
  button.addEventListener("click", () => show(/** @type {any} */ (button).dataset.open));
}
byId("go-home").addEventListener("click", goHome);
byId("do-undo").addEventListener("click", () => takeBack("undo"));
byId("do-retry").addEventListener("click", () => takeBack("retry"));
byId("do-branch").addEventListener("click", () => show("branch"));
for (const button of document.querySelectorAll("[data-do]")) {
  button.addEventListener("click", () => {
    screen.setPanel(false);
    const what = /** @type {any} */ (button).dataset.do;
    if (what === "retry") takeBack("retry");
    else show(what);
  });
}
byId("scroll").addEventListener("pointerdown", () => { wasLocked = !byId("voice-hint").hidden; }, { capture: true });
byId("scroll").addEventListener("click", (/** @type {MouseEvent} */ event) => {
  const other = /** @type {HTMLElement} */ (event.target).closest("a, button, summary") || getSelection()?.isCollapsed === false;
  if (!other && !wasLocked) showWhole(); // a tap that was asked for, to hear the story, is no wish to read ahead
});
screen.onBeginAgain = () => screen.world && begin(screen.world.id);
screen.onUndo = () => takeBack("undo");
screen.onHome = goHome;
bindKeys({
  dialogOpen: () => dialogs.open, atHome: () => screen.atHome, skip: () => story.skip(), showWhole: () => showWhole(), closeVoice: () => controls.close(),
  focusWords: () => composer.words.focus(), pick: (n) => composer.pickNth(n), undo: () => takeBack("undo"), retry: () => takeBack("retry"),
  show, mute: () => controls.mute(), voice: () => controls.toggle(), panel: () => screen.togglePanel(composer.words), closePanel: () => screen.setPanel(false),
});
addEventListener("popstate", route);
addEventListener("pagehide", () => composer.save());
remember("visited", recall("visited") ?? Date.now());
screen.repaint();
refresh();
// Colours change softly from here on, but the page comes in its own at once.
setTimeout(() => { document.documentElement.dataset.ready = ""; }, 500);
connection.start();
