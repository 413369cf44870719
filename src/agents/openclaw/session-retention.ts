import type { ConnectPaths, SessionRetention } from "../../kernel/agent/agent.ts";
import { durationInDays } from "../files/duration-in-days.ts";
import { readIfExists } from "../files/write-if-changed.ts";
import { settingsFile } from "./plugin-files.ts";
import { readJson5, valueAt } from "./settings/json5-tree.ts";

const UNITS = { "": 1, ms: 1 / 86_400_000, s: 1 / 86_400, m: 1 / 1_440, h: 1 / 24, d: 1 };
const DEFAULT_DAYS = 30;

/** With the mode `warn`, the gateway only reports what it would delete. */
export async function sessionRetention(paths: ConnectPaths): Promise<SessionRetention> {
  const root = readJson5((await readIfExists(settingsFile(paths))) ?? "{}");
  const textAt = (key: string): string | undefined => {
    const value = valueAt(root, "session", "maintenance", key);
    return value?.type === "scalar" ? value.text : undefined;
  };
  const days = durationInDays(textAt("pruneAfter"), UNITS) ?? DEFAULT_DAYS;
  return { days: textAt("mode") === "warn" ? null : days, setting: "session.maintenance.pruneAfter" };
}
