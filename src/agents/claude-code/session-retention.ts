import { join } from "node:path";
import * as z from "zod";
import type { ConnectPaths, SessionRetention } from "../../kernel/agent/agent.ts";
import { readSettings } from "../files/check-files.ts";
import { configDirectory } from "./environment.ts";

const Settings = z.object({ cleanupPeriodDays: z.number().nonnegative().optional() });
const DEFAULT_DAYS = 30;

/** Claude Code deletes old transcripts whenever it starts. With 0 it writes none. */
export async function sessionRetention(paths: ConnectPaths): Promise<SessionRetention> {
  const settings = await readSettings(join(configDirectory(paths), "settings.json"), Settings);
  return { days: settings?.cleanupPeriodDays ?? DEFAULT_DAYS, setting: "cleanupPeriodDays" };
}
