import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { common } from "./bundle-options.mjs";
import { buildPlugins, PLUGINS } from "./plugins.mjs";
import { UNPACKED_MODEL, unpackModel } from "./unpack-model.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Builds each program into one file, which contains the modules that it reaches as functions. Also builds the launcher,
 * as main.cjs and hook.cjs, and copies the shell entry. The launcher calls a module's function when the module is first
 * used. Beside them are the files that they read: the model, and the plugins of clients.
 *
 * @param {string} dist
 * @param {Record<string, string>} programs entry modules by program name
 * @returns esbuild's metafile of the modules
 */
export async function buildPrograms(dist, programs) {
  mkdirSync(`${dist}/programs`, { recursive: true });
  const { modules, importsOf, nameOfSource, metafile } = await splitModules(Object.values(programs));
  const helpers = await helpersOfEsbuild();
  const hash = createHash("sha256");
  for (const [program, source] of Object.entries(programs)) {
    const entry = nameOfSource(source);
    const reached = reachedFrom(entry, importsOf);
    const text = tableOf(
      entry,
      modules.filter(({ name }) => reached.has(name)),
      helpers,
    );
    writeFileSync(`${dist}/programs/${program}.cjs`, text);
    hash.update(text);
  }
  const id = hash.digest("hex").slice(0, 16);
  await build({
    ...common,
    entryPoints: Object.keys(programs).map((program) => ({ in: "src/launcher/launch.ts", out: program })),
    outdir: dist,
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    define: { BUILD_ID: JSON.stringify(id) },
  });
  unpackModel(dist);
  await buildPlugins(dist);
  for (const name of ["hook.sh", "statusline.sh"]) copyFileSync(`${root}scripts/${name}`, `${dist}/${name}`);
  for (const name of ["main.cjs", "hook.sh", "statusline.sh"]) chmodSync(`${dist}/${name}`, 0o755);
  return metafile;
}

/**
 * Passes each source module to esbuild as an entry point, so that each has its own output, and of packages only the
 * used parts are kept. Otherwise esbuild would join all modules that are needed together, and evaluate them together.
 */
async function splitModules(entries) {
  const sources = readdirSync(`${root}src`, { recursive: true }).filter((path) => path.endsWith(".ts"));
  const paths = [...new Set([...sources.map((path) => `src/${path.replaceAll("\\", "/")}`), ...entries])];
  const named = new Map(paths.map((path) => [path, path.replaceAll(/[^\w-]/g, ".")]));
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: paths.map((path) => ({ in: path, out: named.get(path) })),
    outdir: "out",
    chunkNames: "[name]-[hash]",
    format: "esm",
    splitting: true,
    define: { UNPACKED_MODEL: JSON.stringify(UNPACKED_MODEL), PLUGIN_DIRECTORY: JSON.stringify(PLUGINS) },
    conditions: ["import", "module"],
    write: false,
    metafile: true,
  });
  const described = Object.entries(metafile.outputs).map(([path, output]) => [nameOf(path), output]);
  const outputs = new Map(described);
  const isOurs = (name) =>
    Object.keys(outputs.get(name).inputs).every((path) => !path.includes("node_modules/"));
  const modules = outputFiles.map(async ({ path, text }) => {
    const name = nameOf(path);
    return { name, isOurs: isOurs(name), code: await toCommonJs(text) };
  });
  return {
    metafile,
    modules: await Promise.all(modules),
    nameOfSource: (path) => `./${named.get(path)}.js`,
    importsOf: (name) => outputs.get(name)?.imports.map(({ path }) => nameOf(path)) ?? [],
  };
}

/** The name under which modules import each other. */
function nameOf(path) {
  return `./${basename(path)}`;
}

function reachedFrom(program, importsOf) {
  const reached = new Set([program]);
  for (const name of reached) for (const next of importsOf(name)) reached.add(next);
  return reached;
}

/**
 * The text of `Programs` (`src/launcher/run-program.ts`): modules by name, our own separate from those of packages.
 * esbuild begins every module with the same helpers, a sixth of the text; here the modules share one copy.
 */
function tableOf(entry, modules, helpers) {
  const withoutHelpers = (code) => {
    const own = helpers.find((text) => code.startsWith(text)) ?? "";
    return code.slice(own.length);
  };
  const rows = (kept) =>
    modules
      .filter(({ isOurs }) => isOurs === kept)
      .map(
        ({ name, code }) =>
          `${JSON.stringify(name)}(module,exports,require,__filename,__dirname){${withoutHelpers(code)}\n}`,
      );
  const table = `{entry:${JSON.stringify(entry)},ours:{${rows(true)}},packages:{${rows(false)}}}`;
  return toAscii(`(()=>{${helpers[0]}return ${table}})()`);
}

/** What esbuild puts before modules, read from its output: first what contains all helpers, then what has fewer. */
async function helpersOfEsbuild() {
  const samples = ["import a from 'a'; export { a as b };", "export const a = 1;"];
  const texts = await Promise.all(samples.map(toCommonJs));
  return texts.map((text) => text.slice(0, text.indexOf("var stdin_exports")));
}

/** Converts a module to CommonJS. esbuild's output reads an imported name only when it is used, not earlier. */
async function toCommonJs(text) {
  const { target, minifySyntax, minifyWhitespace, legalComments } = common;
  const { code } = await transform(text, {
    target,
    minifySyntax,
    minifyWhitespace,
    legalComments,
    format: "cjs",
    supported: { "dynamic-import": false },
    // The launcher passes its own path to every module.
    define: {
      "import.meta.url": "__filename",
      "import.meta.filename": "__filename",
      "import.meta.dirname": "__dirname",
    },
  });
  return code;
}

/** Escapes non-ASCII characters, since the launcher reads bytes as characters. esbuild escapes them only in strings. */
function toAscii(text) {
  return text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
