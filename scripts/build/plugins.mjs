import { build } from "esbuild";
import { common } from "./bundle-options.mjs";

/** The directory of the plugins, below that of the programs. */
export const PLUGINS = "plugins";

/** The plugins by the name of their file, which `src/agents/plugin/plugin-text.ts` reads. */
const plugins = {
  pi: "pi/extension.ts",
  "oh-my-pi": "oh-my-pi/extension.ts",
  opencode: "opencode/plugin.ts",
  openclaw: "openclaw/plugin.ts",
  "openclaw-hook-pack": "openclaw/hook-pack.ts",
};

/** What a plugin may import in its client's process, where none of our files are. */
const PROVIDED = /^(?:node:[\w/]+|openclaw\/plugin-sdk\/core)$/;

/**
 * Bundles each plugin into one readable file, since a user may look at what was installed. `connect` puts the
 * configuration before it.
 */
export async function buildPlugins(dist) {
  const { metafile } = await build({
    ...common,
    entryPoints: Object.entries(plugins).map(([out, source]) => ({ in: `src/plugins/${source}`, out })),
    outdir: `${dist}/${PLUGINS}`,
    format: "esm",
    minifySyntax: false,
    minifyWhitespace: false,
    charset: "utf8",
    metafile: true,
  });
  for (const [path, { imports, inputs }] of Object.entries(metafile.outputs)) {
    const foreign = [
      ...imports.map((one) => one.path).filter((name) => !PROVIDED.test(name)),
      ...Object.keys(inputs).filter((name) => !name.startsWith("src/")),
    ];
    if (foreign.length > 0) throw new Error(`${path} contains or imports ${foreign.join(", ")}`);
  }
}
