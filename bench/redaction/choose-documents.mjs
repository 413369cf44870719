import { fileURLToPath } from "node:url";
import { generateCorpus } from "./generate/generate.mjs";
import { readCorpus } from "./read-corpus.mjs";
import { makeShapes } from "./shapes/read-shapes.mjs";

const GENERATED = 2_000;
const KEPT = fileURLToPath(new URL("../../test/fixtures/redaction/corpus.jsonl.gz", import.meta.url));

/**
 * The documents that the options of `run.mjs` ask for.
 *
 * @param {{ corpus?: string; generated?: string; shapes?: string; seed?: string }} options
 */
export function chooseDocuments({ corpus = KEPT, generated, shapes, seed = "1" }) {
  if (shapes !== undefined) return makeShapes({ half: shapes, seed: Number(seed), times: 3 });
  if (generated === undefined) return readCorpus(corpus);
  return generateCorpus({ seed: Number(seed), half: Number(generated), size: GENERATED });
}
