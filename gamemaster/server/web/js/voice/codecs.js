/**
 * What this browser can decode, and the decoding. PCM is understood everywhere; Opus where there is WebCodecs, which
 * browsers give only to pages that came over HTTPS or from this machine.
 * @typedef {import("./frames.js").Codec} Codec
 */
import { fromPcm16 } from "./frames.js";

const OPUS = { codec: "opus", sampleRate: 48000, numberOfChannels: 1 };

/** The codecs to ask the server for, the best first. @returns {Promise<Codec[]>} */
export async function decodable() {
  if (typeof AudioDecoder === "undefined") return ["pcm16"];
  try {
    const { supported } = await AudioDecoder.isConfigSupported(OPUS);
    return supported ? ["opus", "pcm16"] : ["pcm16"];
  } catch {
    return ["pcm16"]; // a browser that does not know the question does not know the codec
  }
}

/** Decodes one utterance that comes as PCM. */
export class PcmDecoder {
  /** @param {(samples: Float32Array) => void} onSamples @param {() => void} onEnd */
  constructor(onSamples, onEnd) {
    this.onSamples = onSamples;
    this.onEnd = onEnd;
  }

  /** @param {Uint8Array} payload */
  push(payload) {
    if (payload.byteLength) this.onSamples(fromPcm16(payload));
  }

  finish() {
    this.onEnd();
  }

  close() {}
}

/** Decodes one utterance that comes as Opus packets; samples arrive a little later, in order. */
export class OpusDecoder {
  /**
   * @param {(samples: Float32Array) => void} onSamples
   * @param {() => void} onEnd after the last samples
   * @param {(error: Error) => void} onFault this utterance cannot be decoded further
   * @param {number} preSkip samples that the encoder put before the first
   */
  constructor(onSamples, onEnd, onFault, preSkip) {
    this.onSamples = onSamples;
    this.onEnd = onEnd;
    this.skip = preSkip;
    this.time = 0;
    this.closed = false;
    this.decoder = new AudioDecoder({ output: (data) => this.decoded(data), error: onFault });
    this.decoder.configure(OPUS);
  }

  /** @param {Uint8Array} payload one packet */
  push(payload) {
    if (!payload.byteLength || this.closed) return;
    this.decoder.decode(new EncodedAudioChunk({ type: "key", timestamp: this.time, data: payload }));
    this.time += 20000; // microseconds; only their order matters
  }

  /** @param {AudioData} data */
  decoded(data) {
    const samples = new Float32Array(data.numberOfFrames);
    data.copyTo(samples, { planeIndex: 0, format: "f32-planar" });
    data.close();
    if (this.closed) return;
    const skipped = Math.min(this.skip, samples.length);
    this.skip -= skipped;
    if (skipped < samples.length) this.onSamples(samples.subarray(skipped));
  }

  async finish() {
    if (this.closed) return;
    try {
      await this.decoder.flush();
    } catch {
      return; // closed meanwhile, or at fault, which was said
    }
    if (!this.closed) this.onEnd();
    this.close();
  }

  close() {
    this.closed = true;
    if (this.decoder.state !== "closed") this.decoder.close();
  }
}
