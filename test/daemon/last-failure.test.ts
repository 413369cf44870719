import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lastFailure } from "../../src/daemon/control/daemon-control.ts";
import { fileLogger } from "../../src/daemon/file-logger.ts";
import { ensurePrivateDirectory } from "../../src/files/private-directory.ts";
import { HoldfastError } from "../../src/kernel/errors.ts";
import { pathsFrom } from "../../src/kernel/paths.ts";

test("R-P8: why the daemon could not run is known until one runs", () => {
  const root = mkdtempSync(join(tmpdir(), "holdfast-failure-"));
  try {
    const paths = pathsFrom({ HOLDFAST_HOME: root }, root);
    ensurePrivateDirectory(paths.logs);
    expect(lastFailure({ paths })).toBeUndefined();
    const log = fileLogger(paths.logs, () => 0);
    log.error("daemon failed", new HoldfastError("store_full", "The disk is full"));
    expect(lastFailure({ paths })).toBe("The disk is full (store_full)");
    log.info("daemon started");
    expect(lastFailure({ paths })).toBeUndefined();
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
