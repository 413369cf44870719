import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findSocket, prepareSocketPath, socketPath } from "../../src/daemon/socket-path.ts";
import { pathsFrom } from "../../src/kernel/paths.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "hf-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The paths of a state directory whose own socket path would be too long, and two environments of its user. */
function longState() {
  const state = join(root, "s".repeat(100));
  mkdirSync(state, { mode: 0o700 });
  const runtime = mkdtempSync(join("/tmp", "hf-run-"));
  return { paths: pathsFrom({ HOLDFAST_HOME: state }, root), here: { XDG_RUNTIME_DIR: runtime }, runtime };
}

describe("a socket at a short path", () => {
  test("is found where XDG_RUNTIME_DIR differs from that of the daemon", () => {
    const { paths, here, runtime } = longState();
    try {
      const served = prepareSocketPath(paths, here);
      expect(served.startsWith(runtime)).toBe(true);
      expect(socketPath(paths, {})).not.toBe(served);
      expect(findSocket(paths, {})).toBe(served);
    } finally {
      rmSync(runtime, { recursive: true, force: true });
    }
  });

  test.each(["relative/name.sock", "/tmp/another.sock", ""])(
    "is not where a note says something else: %j",
    (noted) => {
      const { paths, here, runtime } = longState();
      try {
        writeFileSync(join(paths.state, "socket-path"), `${noted}\n`, { mode: 0o600 });
        expect(findSocket(paths, here)).toBe(socketPath(paths, here));
      } finally {
        rmSync(runtime, { recursive: true, force: true });
      }
    },
  );
});
