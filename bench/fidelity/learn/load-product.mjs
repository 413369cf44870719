import { importSource } from "../../lib/import-source.mjs";

const EXPORTS = {
  "agents/claude-code/adapter": "claudeCode",
  "capture/fold-entry": "foldEntry",
  "kernel/capture": "EMPTY_CAPTURE",
  "recovery/record/recovery-text": "recoveryText",
  "statements/features": "BUCKETS, extractFeatures",
  "statements/find-sentences": "toUtterances",
  "statements/model": "HEADS, loadModel",
  "statements/find-offer": "findOffer",
};

const MODEL = "model.bin";

/** The functions of the product that make the features of a sentence and a record, bundled as the product is; `model` replaces its own. */
export async function loadProduct({ model } = {}) {
  const contents = Object.entries(EXPORTS)
    .map(([name, names]) => `export { ${names} } from "./${name}.ts";`)
    .join("\n");
  if (model === undefined) return await importSource(contents);
  return await importSource(contents, {
    files: { [MODEL]: model },
    define: { UNPACKED_MODEL: JSON.stringify(MODEL) },
    // It reads the model at its first use.
    prepare: (product) => product.loadModel(),
  });
}
