import { join } from "node:path";
import * as z from "zod";
import type { ConnectPaths, SessionRetention } from "../../kernel/agent/agent.ts";
import { readSettings } from "../files/check-files.ts";
import { durationInDays } from "../files/duration-in-days.ts";
import { configDirectory } from "./environment.ts";

const Settings = z.object({
  general: z
    .object({
      sessionRetention: z
        .object({ enabled: z.boolean().optional(), maxAge: z.string().optional() })
        .optional(),
    })
    .optional(),
});

const UNITS = { h: 1 / 24, d: 1, w: 7, m: 30 };
const DEFAULT_DAYS = 30;

export async function sessionRetention(paths: ConnectPaths): Promise<SessionRetention> {
  const settings = await readSettings(join(configDirectory(paths), "settings.json"), Settings);
  const { enabled = true, maxAge } = settings?.general?.sessionRetention ?? {};
  const days = durationInDays(maxAge, UNITS) ?? DEFAULT_DAYS;
  return { days: enabled ? days : null, setting: "general.sessionRetention.maxAge" };
}
