import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface PreloadLibrary {
  /** The path for LD_PRELOAD. */
  library: string;
  remove(): void;
}

/** Builds a library that overrides functions of the system libraries in a program. Needs a C compiler. */
export function buildPreloadLibrary(source: string): PreloadLibrary {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-preload-"));
  const library = join(directory, "preload.so");
  execFileSync("cc", ["-shared", "-fPIC", "-x", "c", "-o", library, "-", "-ldl"], { input: source });
  return { library, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
