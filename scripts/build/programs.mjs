import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { lazyImports } from "./lazy-imports.mjs";
import { lazyNodeModules } from "./lazy-node-modules.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What every bundle of ours has in common. */
export const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20.19",
  // Native code and what belongs to the user's own test set-up stay outside.
  external: ["@photostructure/sqlite", "node:sqlite", "pg", "vitest", "fast-check"],
  // Half the text is half the time to compile it; names stay, for the log's sake.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  logLevel: "warning",
};

/** What only `holdfast daemon` and `holdfast mcp` need: half of all that is bundled. */
const SERVERS = [
  "daemon/serve-daemon.ts",
  "surfaces/http/create-http-app.ts",
  "surfaces/mcp/serve-http.ts",
  "surfaces/mcp/serve-stdio.ts",
];

/**
 * Builds main.cjs and hook.cjs from the modules that are given, with the shell entry beside them.
 *
 * @param {string} dist
 * @param {{ main: string, hook: string }} entryPoints
 */
export async function buildPrograms(dist, { main, hook }) {
  mkdirSync(`${dist}/programs`, { recursive: true });
  await Promise.all([
    // Two names of the same small file: it runs the program of its own name.
    build({ ...commonJs(dist), entryPoints: { main: "src/launch.ts", hook: "src/launch.ts" } }),
    buildBundles(dist, { entryPoints: { main, hook }, leftOut: SERVERS }),
    buildBundles(dist, { entryPoints: { server: main }, leftOut: [] }),
  ]);
  copyFileSync(`${root}scripts/hook.sh`, `${dist}/hook.sh`);
  for (const name of ["main.cjs", "hook.sh"]) chmodSync(`${dist}/${name}`, 0o755);
}

const commonJs = (dist) => ({ ...common, outdir: dist, format: "cjs", outExtension: { ".js": ".cjs" } });

/** One CommonJS file each, as `src/launch.ts` runs it. The first line names the text by its hash. */
async function buildBundles(dist, { entryPoints, leftOut }) {
  const { outputFiles } = await build({
    ...commonJs(dist),
    entryPoints,
    define: {
      "import.meta.url": "__filename",
      "import.meta.filename": "__filename",
      "import.meta.dirname": "__dirname",
    },
    supported: { "dynamic-import": false },
    plugins: [lazyImports(`${root}src`, leftOut), lazyNodeModules],
    conditions: ["import", "module"],
    write: false,
  });
  for (const { path, text } of outputFiles) {
    const program = inAscii(text);
    const hash = createHash("sha256").update(program).digest("hex").slice(0, 16);
    writeFileSync(`${dist}/programs/${basename(path)}`, `// ${hash}\n${program}`);
  }
}

/** The launcher reads a byte as a character. esbuild escapes what strings hold, and leaves regular expressions as they are. */
function inAscii(text) {
  return text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
