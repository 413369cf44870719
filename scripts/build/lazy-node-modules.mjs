import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** What every start of node has loaded anyway; a detour would cost more than it saves. */
const LOADED = new Set(["node:events", "node:fs", "node:path", "node:url", "node:util"]);

/**
 * Lets a bundle load node's own modules at the first use of one of their exports. Start-up would else pay for what
 * most runs never call: `node:crypto` alone brings in streams and a fifth of the time of a bare start.
 */
export const lazyNodeModules = {
  name: "lazy-node-modules",
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, namespace }) =>
      namespace === "lazy" || LOADED.has(path) || path === "node:sqlite"
        ? { path, external: true }
        : { path, namespace: "lazy" },
    );
    build.onLoad({ filter: /.*/, namespace: "lazy" }, ({ path }) => {
      // A CommonJS program has a `require` already; the module that makes one loads the loader of the other kind.
      if (path === "node:module") return { contents: "exports.createRequire=()=>require;" };
      const getters = Object.keys(require(path)).map(
        (name) => `get ${name}(){return require("${path}").${name}}`,
      );
      return { contents: `module.exports={${getters.join(",")}};`, loader: "js" };
    });
  },
};
