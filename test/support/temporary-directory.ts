import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty directory that is removed when the test that asks for it, or whose `beforeEach` does, has finished. */
export function temporaryDirectory(prefix: string): string {
  const directory = mkdtempSync(join(tmpdir(), `holdfast-${prefix}-`));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
