import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pluginConfig } from "./plugin-config.ts";
import { send } from "./send.ts";

/**
 * For use before a tool call: resolves immediately, unless the files of a prompt are still being captured. The hook waits for that,
 * for a few seconds at most. Never throws.
 */
export async function filesCaptured(): Promise<void> {
  if (isCapturePending()) await send("PreToolUse", {});
}

/** Looks where `hook.sh` does, so that most calls start no process. */
function isCapturePending(): boolean {
  try {
    const requests = join(pluginConfig().stateDir, "snapshots", "requests");
    return readdirSync(requests).some((name) => name.endsWith("-prompt.json"));
  } catch {
    return false;
  }
}
