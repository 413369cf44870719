import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface PreloadLibrary {
  /** For LD_PRELOAD. */
  library: string;
  remove(): void;
}

/** A library that stands between a program and the system's own, so that it can lie to it. It needs a C compiler. */
export function buildPreloadLibrary(source: string): PreloadLibrary {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-preload-"));
  const library = join(folder, "preload.so");
  execFileSync("cc", ["-shared", "-fPIC", "-x", "c", "-o", library, "-", "-ldl"], { input: source });
  return { library, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
