import { join } from "node:path";
import * as z from "zod";
import type { AgentAdapter } from "../../kernel/agent/agent.ts";
import { findJsonlSessions } from "../files/find-session-files.ts";

/** The first line; before it may be the title. */
const Begun = z.object({ type: z.literal("session"), id: z.string().min(1), cwd: z.string() });

/** `sessions/<directory>/<time>_<id>.jsonl`; what subagents write lies deeper. */
export const findSessionFiles: NonNullable<AgentAdapter["findSessionFiles"]> = (configDir, wants) =>
  findJsonlSessions({ root: join(configDir, "sessions"), depth: 1, wants, describe });

function describe(_path: string, lines: readonly unknown[]) {
  const begun = lines.slice(0, 2).flatMap((line) => Begun.safeParse(line).data ?? [])[0];
  return begun && { nativeSession: begun.id, cwd: begun.cwd };
}
