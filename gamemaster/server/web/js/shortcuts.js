/** Keys: with Alt anywhere, single letters only outside text. */

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
      if (act.closeVoice()) return;
      act.closePanel();
      act.interrupt();
    } else if (!typing && event.key === "?") {
      event.preventDefault();
      act.show("help");
    } else if (!typing && event.key === "/" && !act.atHome()) {
      event.preventDefault();
      act.focusWords();
    }
  });
}
