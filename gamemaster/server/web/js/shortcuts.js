/** Keys: with Alt anywhere, single letters only outside text, the space bar where it can mean nothing else. */

/** Whether a space typed here would be neither text nor a button pressed. @param {any} target */
const isIdle = (target) => (target.id === "words" ? !target.value : !target.closest?.("a, button, input, select, summary, textarea"));

/** @param {Record<string, any>} act */
export function bindKeys(act) {
  const alt = {
    KeyU: act.undo, KeyR: act.retry, KeyB: () => act.show("branch"), KeyS: () => act.show("stories"), KeyP: act.panel,
    KeyM: act.mute, KeyV: act.voice,
  };
  addEventListener("keydown", (event) => {
    if (act.dialogOpen() || event.ctrlKey || event.metaKey || event.isComposing) return;
    const typing = /** @type {HTMLElement} */ (event.target).matches?.("input, textarea, select");
    if (event.altKey) {
      if (act.atHome()) return;
      const digit = /^Digit([1-9])$/.exec(event.code);
      if (digit) act.pick(Number(digit[1]) - 1);
      else if (event.code in alt) alt[/** @type {"KeyU"} */ (event.code)]();
      else return;
      event.preventDefault();
    } else if (event.key === "Escape") {
      if (event.repeat || act.closeVoice() || act.closePanel()) return; // a key that is held shows, and silences nothing
      act.skip();
    } else if (event.key === " " && !event.shiftKey && !event.repeat && isIdle(event.target)) {
      if (act.showWhole()) event.preventDefault();
    } else if (!typing && event.key === "?") {
      event.preventDefault();
      act.show("help");
    } else if (!typing && event.key === "/" && !act.atHome()) {
      event.preventDefault();
      act.focusWords();
    }
  });
}
