import { readFileSync } from "node:fs";
import { buildPreloadLibrary } from "./preload-library.ts";

/**
 * Lets the workers start programs at a third of the processor time (see cheap-fork.c), on the machines where this is
 * known to work. Elsewhere, and without a C compiler, the tests only take longer.
 */
export function setup(): (() => void) | undefined {
  const isKnown = process.platform === "linux" && process.arch === "x64";
  if (!isKnown || process.env["LD_PRELOAD"]) return undefined;
  const built = tryBuild();
  if (!built) return undefined;
  process.env["LD_PRELOAD"] = built.library;
  return () => {
    delete process.env["LD_PRELOAD"];
    built.remove();
  };
}

function tryBuild() {
  try {
    return buildPreloadLibrary(readFileSync(new URL("./cheap-fork.c", import.meta.url), "utf8"));
  } catch {
    return undefined;
  }
}
