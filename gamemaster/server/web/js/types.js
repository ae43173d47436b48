/**
 * The `gamemaster.v1` messages as JSDoc types; `gamemaster/protocol/messages.py` is the truth.
 *
 * @typedef {{url: string, alt: string}} PictureShown
 * @typedef {{id: string, name: string, note: string, picture?: PictureShown}} Shown
 * @typedef {{id: string, name: string, value: number, maximum: number, word: string}} Gauge
 * @typedef {{turn: number, place: Shown, time: string, night: boolean, gauges: Gauge[], carried: Shown[], here: Shown[],
 *   things: Shown[], exits: Shown[], skills: Gauge[], facts: string[], suggestions: string[], ended: string|null, goal?: string, threads?: string[]}} View
 * @typedef {"narration"|"speech"|"notice"|"aside"} SpanKind
 * @typedef {{kind: SpanKind, speaker: string|null, name: string|null, text: string, choices?: string[]}} TextSpan
 * @typedef {"critical"|"success"|"partial"|"failure"|"fumble"} RollResult
 * @typedef {{skill: string, d20: number, bonus: number, difficulty: number, result: RollResult}} Roll
 * @typedef {{turn: number, act_id: string, words: string, checks: Roll[], changed: string[], spans: TextSpan[],
 *   reason: string}} Turn
 * @typedef {{id: string, world: string, title: string, name: string|null, turn: number, place: string,
 *   ended: string|null, updated: string}} StoryLine
 * @typedef {{background: string, surface: string, text: string, muted: string, accent: string, danger: string,
 *   font: "serif"|"sans"|"mono", scene: string}} Theme
 * @typedef {{id: string, title: string, summary: string, genre?: string, language?: string,
 *   theme?: Partial<Theme>, picture?: PictureShown, openings?: string[]}} WorldLine
 * @typedef {{id: string, text: string}} UnsentAct
 * @typedef {{asked: boolean, allowed: boolean, keep_days: number}} RecordingOffer
 * @typedef {{type: string, epoch: number, offset: number} & Record<string, any>} ServerMessage
 */
export {};
