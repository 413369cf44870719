import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { inferTypes } from "./infer-types.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Writes one file of declarations for each entry point of the library. The compiler writes one for each module, but
 * most modules are not public.
 *
 * @param {string} dist
 * @param {Record<string, string>} entry modules below src/, by name
 */
export async function declareTypes(dist, entries) {
  const modules = mkdtempSync(join(tmpdir(), "holdfast-types-"));
  try {
    const compiler = `${root}node_modules/typescript/bin/tsc`;
    const words = [compiler, "-p", "tsconfig.types.json", "--outDir", modules];
    await promisify(execFile)(process.execPath, words, { cwd: root });
    const files = Object.entries(entries).map(async ([name, source]) => {
      const file = join(dist, `${name}.d.ts`);
      await joinModules(join(modules, source.replace(/\.ts$/, ".d.ts")), file);
      return file;
    });
    inferTypes(await Promise.all(files));
  } finally {
    rmSync(modules, { recursive: true, force: true });
  }
}

async function joinModules(input, file) {
  const joined = await rollup({ input, plugins: [dts()], external: (id) => !/^[./]/.test(id) });
  await joined.write({ file, format: "es" });
  await joined.close();
}
