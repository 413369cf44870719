import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import * as z from "zod";
import type { AgentAdapter } from "../../../kernel/agent/agent.ts";
import { findJsonlSessions } from "../../files/find-session-files.ts";

/** The first line. The files of subagents have another `kind`. */
const Header = z.object({ sessionId: z.string().min(1), kind: z.literal("main").default("main") });
const Prompt = z.object({ type: z.literal("user") });

/** `tmp/<project>/chats/session-….jsonl`; a file beside `chats` names the directory of the project. */
export const findSessionFiles: NonNullable<AgentAdapter["findSessionFiles"]> = (configDir, wants) =>
  findJsonlSessions({ root: join(configDir, "tmp"), depth: 2, wants, describe });

function describe(path: string, lines: readonly unknown[]) {
  const { data } = Header.safeParse(lines[0]);
  if (!data || basename(dirname(path)) !== "chats") return undefined;
  // A resume leaves a second file with the session's id, in which nothing was said.
  if (!lines.some((line) => Prompt.safeParse(line).success)) return undefined;
  const cwd = readProject(dirname(dirname(path)));
  return cwd === undefined ? undefined : { nativeSession: data.sessionId, cwd };
}

function readProject(directory: string): string | undefined {
  try {
    return readFileSync(join(directory, ".project_root"), "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}
