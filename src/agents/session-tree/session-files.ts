import { join } from "node:path";
import type { AgentAdapter } from "../../kernel/agent/agent.ts";
import { findJsonlSessions } from "../files/find-session-files.ts";
import { headerOf } from "./header.ts";

/** `sessions/<directory>/<time>_<id>.jsonl`; the files of subagents are deeper. */
export const findSessionFiles: NonNullable<AgentAdapter["findSessionFiles"]> = (configDir, wants) =>
  findJsonlSessions({ root: join(configDir, "sessions"), depth: 1, wants, describe });

function describe(_path: string, lines: readonly unknown[]) {
  const { id: nativeSession, cwd } = headerOf(lines) ?? {};
  return nativeSession === undefined || cwd === undefined ? undefined : { nativeSession, cwd };
}
