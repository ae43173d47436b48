/**
 * Binary audio frames as `gamemaster/protocol/audio_frames.py` writes them: a header of 28 bytes, little-endian, and a payload.
 * @typedef {"pcm16"|"opus"} Codec
 * @typedef {{codec: Codec, last: boolean, failed: boolean, turn: number, utterance: number, sequence: number, rate: number,
 *   offset: number, payload: Uint8Array}} AudioFrame
 */

export const HEADER_BYTES = 28;
const VERSION = 1;
/** @type {Codec[]} */
const CODECS = ["pcm16", "opus"];
const LAST = 1;
const FAILED = 2;

/** @param {ArrayBuffer} data @returns {AudioFrame|null} null for what is no frame that this page understands */
export function parseFrame(data) {
  if (data.byteLength < HEADER_BYTES) return null;
  const view = new DataView(data);
  const codec = CODECS[view.getUint8(1)];
  if (view.getUint8(0) !== VERSION || !codec) return null;
  const flags = view.getUint16(2, true);
  return {
    codec, last: Boolean(flags & LAST), failed: Boolean(flags & FAILED),
    turn: view.getUint32(4, true), utterance: view.getUint32(8, true), sequence: view.getUint32(12, true),
    rate: view.getUint32(16, true), offset: Number(view.getBigUint64(20, true)), payload: new Uint8Array(data, HEADER_BYTES),
  };
}

/** @param {Uint8Array} payload little-endian 16-bit samples @returns {Float32Array} from -1 to 1 */
export function fromPcm16(payload) {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const samples = new Float32Array(payload.byteLength >> 1);
  for (let i = 0; i < samples.length; i += 1) samples[i] = view.getInt16(2 * i, true) / 32768;
  return samples;
}
