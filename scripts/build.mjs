// Builds the programs, which shall start fast, the library for other programs, the hook entry, and the declarations
// of the public API.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { lazyNodeModules } from "./build/lazy-node-modules.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = `${root}dist`;
const common = {
  absWorkingDir: root,
  outdir: dist,
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
const commonJs = { ...common, format: "cjs", outExtension: { ".js": ".cjs" } };

rmSync(dist, { recursive: true, force: true });
await Promise.all([buildLibrary(), buildPrograms(), buildLaunchers()]);
copyFileSync(`${root}scripts/hook.sh`, `${dist}/hook.sh`);
for (const name of ["main.cjs", "hook.sh"]) chmodSync(`${dist}/${name}`, 0o755);
execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", "tsconfig.types.json"], {
  cwd: root,
  stdio: "inherit",
});

function buildLibrary() {
  return build({
    ...common,
    entryPoints: { index: "src/index.ts", testing: "src/testing/index.ts" },
    splitting: true,
    format: "esm",
    chunkNames: "chunks/[name]-[hash]",
    // Bundled CommonJS asks for node's own modules through `require`.
    banner: {
      js: 'import{createRequire as hfRequire}from"node:module";var require=hfRequire(import.meta.url);',
    },
  });
}

/** One CommonJS file each, as `src/launch.ts` runs it. The first line names the text by its hash. */
async function buildPrograms() {
  const { outputFiles } = await build({
    ...commonJs,
    entryPoints: { main: "src/main.ts", hook: "src/hook.ts" },
    define: {
      "import.meta.url": "__filename",
      "import.meta.filename": "__filename",
      "import.meta.dirname": "__dirname",
    },
    supported: { "dynamic-import": false },
    plugins: [lazyNodeModules],
    write: false,
  });
  mkdirSync(`${dist}/programs`, { recursive: true });
  for (const { path, text } of outputFiles) {
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
    writeFileSync(`${dist}/programs/${basename(path)}`, `// ${hash}\n${text}`);
  }
}

/** Two names of the same small file: it runs the program of its own name. */
function buildLaunchers() {
  return build({ ...commonJs, entryPoints: { main: "src/launch.ts", hook: "src/launch.ts" } });
}
