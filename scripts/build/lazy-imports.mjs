import { readdirSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { transform } from "esbuild";

/**
 * Lets a bundle evaluate each of our modules, and each package, at the first use of one of its exports. A command then
 * pays for what it calls and not for all that it might have called: most of a start is making schemas and classes.
 * Our sources keep this simple: no work at import time, no cycles, no default exports. What is left out is not there.
 */
export function lazyImports(folder, leftOut = []) {
  return {
    name: "lazy-imports",
    async setup(build) {
      const { target, define, supported } = build.initialOptions;
      const load = async (path) => {
        const text = readFileSync(path, "utf8");
        return (await transform(text, { loader: "ts", format: "cjs", target, define, supported })).code;
      };
      const files = readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => name.endsWith(".ts"));
      const sources = await Promise.all(files.map((name) => load(`${folder}/${name}`)));
      const used = usedOf(sources);

      // Under a name of their own: as files of this package they would be taken for modules of the other kind.
      build.onResolve({ filter: /\.ts$/ }, ({ path, resolveDir }) => ({
        path: relative(folder, resolve(resolveDir, path)),
        namespace: "lazy-source",
      }));
      build.onLoad({ filter: /.*/, namespace: "lazy-source" }, async ({ path }) => ({
        contents: leftOut.includes(path) ? "" : lazy(await load(resolve(folder, path))),
        resolveDir: dirname(resolve(folder, path)),
      }));
      build.onResolve({ filter: /^[@a-z]/, namespace: "lazy-source" }, ({ path, resolveDir }) =>
        used.has(path) ? { path, namespace: "lazy-package", pluginData: resolveDir } : undefined,
      );
      // Named one by one, so that what nobody uses of a package is left out.
      build.onLoad({ filter: /.*/, namespace: "lazy-package" }, ({ path, pluginData }) => ({
        contents: `export { ${[...used.get(path)].join(", ")} } from "${path}";`,
        resolveDir: pluginData,
      }));
    },
  };
}

const IMPORT = /^var (\w+) = (__toESM\()?require\("(.*?)"\)\)?;$/gm;

/** Rewrites what esbuild makes of a module: exports become getters, and imports calls that load at the first one. */
function lazy(code) {
  const names = [];
  // Before the first of these come helpers that are not needed.
  const start = code.search(/^var \w+(_exports = \{\};$| = (__toESM\()?require\()/m);
  const text = code
    .slice(Math.max(0, start))
    .replace(
      /^var \w+_exports = \{\};\n__export\(\w+, \{\n([^}]*)\}\);\nmodule\.exports = .*;$/m,
      (_, exported) => {
        const getters = exported.replaceAll(/^ *(\w+): \(\) => (\w+),?$/gm, "get $1() { return $2; },");
        return `module.exports = {\n${getters}};`;
      },
    )
    .replaceAll(IMPORT, (_, name, namespace, path) => {
      if (!name.startsWith("import_")) return `const ${name} = require("${path}");`;
      names.push(name);
      const loaded = namespace ? `{ default: require("${path}") }` : `require("${path}")`;
      return `let ${name}$; const ${name} = () => ${name}$ ??= ${loaded};`;
    })
    .replaceAll("__toESM(require(", "(require(");
  if (/\b__(toESM|export|toCommonJS|reExport)\(/.test(text))
    throw new Error("esbuild writes modules in another form");
  if (names.length === 0) return text;
  const name = `\\b(${names.join("|")})\\.`;
  return text
    .replaceAll(new RegExp(`\\bnew ${name}([\\w.]+)`, "g"), "new ($1().$2)")
    .replaceAll(new RegExp(name, "g"), "$1().");
}

/** Which names are used of each package; none of one whose whole is asked for. */
function usedOf(sources) {
  const used = new Map();
  for (const code of sources)
    for (const [, name, , path] of code.matchAll(IMPORT)) {
      if (/^(\.|node:)/.test(path)) continue;
      for (const [, member] of code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, "g")))
        used.set(path, (used.get(path) ?? new Set()).add(member));
    }
  for (const [path, names] of used) if (names.has("default")) used.delete(path);
  return used;
}
