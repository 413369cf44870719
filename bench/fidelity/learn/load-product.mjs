import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

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
  const folder = mkdtempSync(join(tmpdir(), "holdfast-learn-"));
  try {
    const outfile = join(folder, "product.mjs");
    const source = (name) => fileURLToPath(new URL(`../../../src/${name}.ts`, import.meta.url));
    const lines = Object.entries(EXPORTS).map(
      ([name, names]) => `export { ${names} } from ${JSON.stringify(source(name))};`,
    );
    await build({
      stdin: { contents: lines.join("\n"), resolveDir: folder, loader: "ts" },
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      external: ["@photostructure/sqlite"],
      logLevel: "error",
      ...(model === undefined ? {} : { define: { UNPACKED_MODEL: JSON.stringify(MODEL) } }),
    });
    if (model !== undefined) writeFileSync(join(folder, MODEL), model);
    const product = await import(pathToFileURL(outfile).href);
    // It reads the model at its first use.
    if (model !== undefined) product.loadModel();
    return product;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
