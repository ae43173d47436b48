/**
 * The WebSocket: hello and token, heartbeat, and coming back by itself after it breaks.
 * @typedef {import("./types.js").ServerMessage} ServerMessage
 */
import { recall, remember } from "./memory.js";

const PROTOCOL = "gamemaster.v1";
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;
const QUIET_MS = 20000; // after so long without a frame we ask whether the server is there
const ANSWER_MS = 8000; // and give it so long
const WELCOME_MS = 15000;

const CLOSE_RESTART = 1012; // this process of the service ends, and another one is ready
const RESTART_WAIT_MS = 100; // the longest, so that not all pages of a process come back in one moment
const CLOSE_BAD_TOKEN = 4401;
const CLOSE_REPLACED = 4409;
const CLOSE_IDLE = 4410;
const CLOSE_TOO_MANY = 4429;

export class Connection {
  /**
   * @param {object} parts
   * @param {() => string} parts.url names the story that one comes back to, by which a proxy finds its host
   * @param {() => object} parts.hello what `hello` says beside the token
   * @param {(message: ServerMessage) => void} parts.onMessage every message, `welcome` first
   * @param {(data: ArrayBuffer) => void} parts.onAudio every binary frame
   * @param {(state: "connecting"|"open"|"waiting"|"resting"|"replaced"|"refused"|"signed_out", detail: string) => void} parts.onState
   */
  constructor({ url, hello, onMessage, onAudio, onState }) {
    this.url = url;
    this.hello = hello;
    this.onAudio = onAudio;
    this.onMessage = onMessage;
    this.onState = onState;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.welcomed = false;
    this.tries = 0;
    this.refusal = ""; // why, in whole sentences: a close frame has room for 123 bytes
    this.retryAfterMs = 0; // as the service asked when it refused this connection
    this.timer = 0;
    this.inLine = false; // the service has said that it will welcome us in a while
    this.asked = false; // something was said here, and nothing was heard since
    this.resting = false; // closed because nothing was said for long: whoever touches the page opens it again
    this.signedOut = false; // the token is refused, for now: only the player may give it up
    this.pulse = 0;
    this.heard = 0;
    addEventListener("online", () => this.retryNow());
    addEventListener("pageshow", () => this.retryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.retryNow());
    for (const touch of ["pointerdown", "keydown", "focusin"]) addEventListener(touch, () => this.resting && this.start(), { capture: true });
  }

  start() {
    clearTimeout(this.timer);
    this.resting = false;
    this.signedOut = false;
    this.onState("connecting", "");
    const socket = new WebSocket(this.url(), PROTOCOL);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.welcomed = false;
    this.inLine = false;
    const patience = setTimeout(() => socket === this.socket && !this.welcomed && !this.inLine && this.lost(socket), WELCOME_MS);
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token: recall("token"), ...this.hello() }));
    socket.onmessage = (event) => socket === this.socket && this.receive(event.data);
    socket.onclose = (event) => {
      clearTimeout(patience);
      if (socket === this.socket) this.closed(event);
    };
  }

  /** @param {string|ArrayBuffer} data */
  receive(data) {
    this.heard = Date.now();
    if (typeof data !== "string") {
      this.onAudio(data);
      return;
    }
    this.asked = false;
    const message = JSON.parse(data);
    if (message.type === "pong") return;
    if (message.type === "waiting") this.inLine = true; // many come at once: it is there, and the welcome will come
    if (message.type === "welcome") {
      remember("token", message.token);
      this.welcomed = true;
      this.tries = 0;
      this.beat();
      this.onState("open", "");
    } else if (message.type === "error") {
      if (message.code === "bad_token") this.forgetToken();
      if (message.code === "signed_out") this.signedOut = true;
      if (message.fatal) {
        this.retryAfterMs = (message.retry_after_s ?? 0) * 1000;
        this.refusal = message.message;
      }
    }
    this.onMessage(message);
  }

  /** A token that the server does not know is put aside, not destroyed: its stories may be on another server. */
  forgetToken() {
    const token = recall("token");
    if (token) remember("token.refused", token);
    remember("token", null);
  }

  /** Goes on as somebody new. */
  beginAnew() {
    this.forgetToken();
    this.start();
  }

  /** @param {CloseEvent} event */
  closed(event) {
    clearInterval(this.pulse);
    this.socket = null;
    this.welcomed = false;
    if (event.code === CLOSE_REPLACED) {
      this.onState("replaced", event.reason);
      return;
    }
    const crossed = event.code === CLOSE_IDLE && this.asked; // the service closed just as it was asked for something
    this.asked = false;
    if (event.code === CLOSE_IDLE && !crossed) {
      this.resting = true;
      this.onState("resting", "");
      return;
    }
    if (this.signedOut) {
      this.timer = 0;
      this.onState("signed_out", event.reason);
      return;
    }
    if (event.code === CLOSE_BAD_TOKEN) {
      this.forgetToken();
      this.onState("refused", event.reason);
    }
    const base = event.code === CLOSE_TOO_MANY ? LONGEST_WAIT_MS : FIRST_WAIT_MS;
    const backoff = Math.min(LONGEST_WAIT_MS, base * 1.7 ** this.tries) * (0.7 + 0.6 * Math.random());
    const atOnce = (event.code === CLOSE_RESTART || crossed) && !this.tries;
    const wait = atOnce ? Math.random() * RESTART_WAIT_MS : Math.max(backoff, this.retryAfterMs);
    this.retryAfterMs = 0;
    this.tries += 1;
    this.onState("waiting", this.refusal || event.reason);
    this.refusal = "";
    this.timer = setTimeout(() => this.start(), wait);
  }

  /** Gives up on a socket that does not answer. @param {WebSocket} socket */
  lost(socket) {
    socket.onclose = null;
    socket.close();
    this.closed(new CloseEvent("close", { code: 1006 }));
  }

  beat() {
    clearInterval(this.pulse);
    let asked = 0;
    this.pulse = setInterval(() => {
      const quiet = Date.now() - this.heard;
      if (quiet < QUIET_MS) asked = 0;
      else if (!asked) {
        asked = Date.now();
        this.send({ type: "ping", n: 0 });
      } else if (Date.now() - asked > ANSWER_MS && this.socket) this.lost(this.socket);
    }, 2000);
  }

  /** Connects at once if it is waiting to. */
  retryNow() {
    if (!this.socket && (this.timer || this.resting)) this.start();
  }

  /** Whether it was handed to an open, welcomed connection. @param {object} message */
  send(message) {
    if (!this.socket || !this.welcomed || this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    this.asked = true;
    return true;
  }
}
