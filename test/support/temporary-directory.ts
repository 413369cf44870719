import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates an empty directory that is removed after the current test. Also for `beforeEach`. */
export function temporaryDirectory(prefix: string): string {
  const directory = mkdtempSync(join(tmpdir(), `holdfast-${prefix}-`));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
