import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { extractFeatures, type Utterance } from "./features.ts";
import trained from "./model.json" with { type: "json" };

/**
 * The independent predictions of the model: whether the next session needs a sentence, and what kind of statement it
 * is.
 */
export const HEADS = ["worth", "constraint", "decision", "todo"] as const;
export type Head = (typeof HEADS)[number];

interface Model {
  /** Ordered by bucket, then by head. */
  weights: Int8Array;
  scale: number;
}

/**
 * Defined by the build, which unpacks the model to a file with this name next to the programs: inflating the model
 * would take a hook longer than everything else that it does with a prompt. Undefined in the library and in tests.
 */
declare const UNPACKED_MODEL: string;

let model: Model | undefined;

/** Loads the weights on first use, since most commands classify nothing. */
export function loadModel(): Model {
  model ??= typeof UNPACKED_MODEL === "undefined" ? inflate() : readUnpacked(UNPACKED_MODEL);
  return model;
}

function inflate(): Model {
  const bytes = inflateRawSync(Buffer.from(trained.weights, "base64"));
  return { weights: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), scale: trained.scale };
}

/** The file contains the scale, followed by the weights (`scripts/build/unpack-model.mjs`). */
function readUnpacked(name: string): Model {
  const bytes = readFileSync(join(import.meta.dirname, name));
  const at = Float64Array.BYTES_PER_ELEMENT;
  const weights = new Int8Array(bytes.buffer, bytes.byteOffset + at, bytes.length - at);
  return { weights, scale: bytes.readDoubleLE(0) };
}

/** The probability of each head for an utterance. */
export type Scores = Record<Head, number>;

/** Classifies an utterance with a linear model; `docs/recovery.md` describes its training and results. */
export function classify(utterance: Utterance): Scores {
  const { weights, scale } = loadModel();
  const features = extractFeatures(utterance);
  const score = (head: number) => {
    let sum = 0;
    for (const [bucket, value] of features) sum += value * (weights[bucket * HEADS.length + head] ?? 0);
    return 1 / (1 + Math.exp(-sum * scale));
  };
  return Object.fromEntries(HEADS.map((head, i) => [head, score(i)])) as Scores;
}

/** Above this probability, a sentence is more likely a rule than a task. Found on the learning sessions. */
const LIKELY = 0.6;
/** As in the middle of a session: at its start, the classifier expects tasks. */
const FORM = { index: 0, count: 1, prompts: 9, reply: "none", pasted: false, turn: null } as const;

/** Whether a sentence looks like a rule for the work rather than like a task. */
export function looksLikeRule(text: string): boolean {
  return classify({ text, ...FORM }).constraint >= LIKELY;
}
