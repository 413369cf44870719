import { join } from "node:path";
import * as z from "zod";
import type { AgentAdapter } from "../../kernel/agent/agent.ts";
import { findJsonlSessions } from "../files/find-session-files.ts";

/** The first line, or the second one after a title. */
const Header = z.object({ type: z.literal("session"), id: z.string().min(1), cwd: z.string() });

/** `sessions/<directory>/<time>_<id>.jsonl`; the files of subagents are deeper. */
export const findSessionFiles: NonNullable<AgentAdapter["findSessionFiles"]> = (configDir, wants) =>
  findJsonlSessions({ root: join(configDir, "sessions"), depth: 1, wants, describe });

function describe(_path: string, lines: readonly unknown[]) {
  const header = lines.slice(0, 2).flatMap((line) => Header.safeParse(line).data ?? [])[0];
  return header && { nativeSession: header.id, cwd: header.cwd };
}
