import { type BuildOptions, build, stop } from "esbuild";

/**
 * Bundles TypeScript into a program for Node. Ends esbuild's service afterwards: it would run until the test worker
 * ends, so sometimes until after the check for processes that tests left behind.
 */
export async function bundle(input: Pick<BuildOptions, "stdin" | "entryPoints">, outfile: string) {
  try {
    await build({ ...input, outfile, bundle: true, platform: "node", format: "cjs" });
  } finally {
    await stop();
  }
}
