import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ConnectPaths } from "../../src/kernel/agent/agent.ts";

/** The paths for connecting a client in a home directory of the test. */
export function connectPaths(
  home: string,
  { hookScript = join(home, "hook.sh"), says = "" } = {},
): ConnectPaths {
  mkdirSync(dirname(hookScript), { recursive: true });
  writeFileSync(hookScript, `#!/bin/sh\n${says}`, { mode: 0o755 });
  return {
    home,
    hookScript,
    mainScript: hookScript,
    node: process.execPath,
    stateDir: join(home, "state"),
    version: "1.2.3",
    configDirs: {},
  };
}
