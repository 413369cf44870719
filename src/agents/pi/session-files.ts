import { join } from "node:path";
import * as z from "zod";
import type { AgentAdapter } from "../../kernel/agent.ts";
import { findJsonlSessions } from "../find-session-files.ts";

const Begun = z.object({ type: z.literal("session"), id: z.string().min(1), cwd: z.string() });

/** `sessions/<directory>/<time>_<id>.jsonl` */
export const findSessionFiles: NonNullable<AgentAdapter["findSessionFiles"]> = (configDir, wants) =>
  findJsonlSessions({ root: join(configDir, "sessions"), depth: 1, wants, describe });

function describe(_path: string, [first]: readonly unknown[]) {
  const { data } = Begun.safeParse(first);
  return data && { nativeSession: data.id, cwd: data.cwd };
}
