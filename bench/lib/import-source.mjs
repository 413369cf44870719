import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const source = fileURLToPath(new URL("../../src/", import.meta.url));
/** Below the packages that the product loads when it runs. */
const cache = fileURLToPath(new URL("../../node_modules/.cache/", import.meta.url));

/**
 * Imports functions that the product does not publish, bundled as the build does it. `contents` exports them, with paths
 * relative to `src`. `files` stand beside the bundle while it is evaluated and `prepare` runs; more options go to esbuild.
 */
export async function importSource(contents, { files = {}, prepare = () => {}, ...options } = {}) {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "bench-"));
  try {
    const outfile = join(folder, "source.mjs");
    await build({
      stdin: { contents, resolveDir: source, loader: "ts" },
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      logLevel: "error",
      ...options,
    });
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const imported = await import(pathToFileURL(outfile).href);
    prepare(imported);
    return imported;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
