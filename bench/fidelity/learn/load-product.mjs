import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const EXPORTS = {
  "agents/claude-code/adapter": "claudeCode",
  "capture/fold-entry": "foldEntry",
  "kernel/capture": "EMPTY_CAPTURE",
  "statements/features": "BUCKETS, featuresOf",
  "statements/find-sentences": "utterancesOf",
  "statements/model": "HEADS",
  "statements/find-offer": "findOffer",
};

/** The functions of the product that make the features of a sentence, bundled as the product is. */
export async function loadProduct() {
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
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
