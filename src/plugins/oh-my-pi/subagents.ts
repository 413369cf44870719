import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { SessionContext } from "../session-tree/session-context.ts";

/**
 * A subagent's session is in the directory of its parent session. Its findings are in the result of the parent's call.
 */
export function isSubagent({ sessionManager }: SessionContext): boolean {
  const file = sessionManager.getSessionFile();
  return file !== undefined && existsSync(`${dirname(file)}.jsonl`);
}

interface TaskInput {
  agent?: unknown;
  tasks?: readonly { agent?: unknown }[];
}

/** The type of the first subagent that the call starts. */
export function subagentOf(input: TaskInput | undefined): string {
  const agent = input?.agent ?? input?.tasks?.[0]?.agent;
  return typeof agent === "string" ? agent : "task";
}
