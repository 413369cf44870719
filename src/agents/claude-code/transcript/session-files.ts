import { basename, join } from "node:path";
import * as z from "zod";
import type { AgentAdapter } from "../../../kernel/agent/agent.ts";
import { findJsonlSessions } from "../../files/find-session-files.ts";

const Line = z.object({ sessionId: z.string(), cwd: z.string(), isSidechain: z.boolean().default(false) });

/** `projects/<directory>/<session>.jsonl`; the files of subagents are deeper, or have other names. */
export const findSessionFiles: NonNullable<AgentAdapter["findSessionFiles"]> = (configDir, wants) =>
  findJsonlSessions({ root: join(configDir, "projects"), depth: 1, wants, describe });

function describe(path: string, lines: readonly unknown[]) {
  const nativeSession = basename(path, ".jsonl");
  for (const line of lines) {
    const { data } = Line.safeParse(line);
    if (data?.sessionId === nativeSession && !data.isSidechain) return { nativeSession, cwd: data.cwd };
  }
  return undefined;
}
