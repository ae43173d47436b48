/**
 * The browser's permission to make sound: it is given when the player clicks, taps or types, and not asked for before.
 */

const GESTURES = ["pointerdown", "pointerup", "touchend", "keydown", "click"];
const START_MS = 3000; // an output that does not start in so long is not there

export class Unlock {
  /**
   * @param {() => boolean} wanted whether there is to be sound: an output that nobody listens to costs a phone its battery
   * @param {(context: AudioContext) => void} onSound sound can be made from now on
   */
  constructor(wanted, onSound) {
    this.wanted = wanted;
    this.onSound = onSound;
    /** @type {AudioContext|null} */
    this.context = null;
    this.given = false;
    /** Settles when it is known whether there is sound. @type {Promise<void>|null} */
    this.starting = null;
    const gesture = () => this.gesture();
    for (const event of GESTURES) addEventListener(event, gesture, { capture: true, passive: true });
  }

  /** To be called, too, when sound comes to be wanted: mostly by a gesture that was seen before. */
  gesture() {
    if (typeof AudioContext === "undefined" || !this.wanted()) return;
    if (navigator.userActivation && !navigator.userActivation.isActive) return; // Escape is no permission
    if (this.starting || this.context?.state === "running") return;
    this.starting = this.start().then(() => { this.starting = null; });
  }

  /** Also after the system took the output away, for a call for instance. */
  async start() {
    try {
      const session = /** @type {any} */ (navigator).audioSession;
      if (session) session.type = "playback"; // Safari: as a film sounds, whatever the switch for ringing says
      this.context ??= new AudioContext({ latencyHint: "interactive" });
      await Promise.race([this.context.resume(), new Promise((_, no) => setTimeout(no, START_MS))]);
      if (!this.given) {
        this.given = true;
        this.onSound(this.context);
      }
    } catch {
      // No output, or not permitted after all: the next gesture tries again.
    }
  }
}
