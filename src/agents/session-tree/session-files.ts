import { basename, join } from "node:path";
import * as z from "zod";
import type { AgentSessions } from "../../kernel/agent/agent.ts";
import { findJsonlSessions } from "../files/find-session-files.ts";
import { readHead } from "../files/read-lines.ts";

/** `sessions/<directory>/<time>_<id>.jsonl`; the files of subagents are deeper. */
export const findSessionFiles: AgentSessions["find"] = (configDir, wants) =>
  findJsonlSessions({ root: join(configDir, "sessions"), depth: 1, wants, describe });

function describe(_path: string, lines: readonly unknown[]) {
  const { id: nativeSession, cwd } = headerOf(lines) ?? {};
  return nativeSession === undefined || cwd === undefined ? undefined : { nativeSession, cwd };
}

const text = z.string().optional().catch(undefined);
const Header = z.object({
  type: z.literal("session"),
  id: z.string().min(1),
  cwd: text,
  timestamp: text,
  parentSession: text,
});

/** The line about the session itself: the first one, or the second one after a title. */
export function headerOf(lines: readonly unknown[]): z.infer<typeof Header> | undefined {
  return lines.slice(0, 2).flatMap((line) => Header.safeParse(line).data ?? [])[0];
}

const Entry = z.object({ id: z.string(), parentId: z.string().nullable(), timestamp: z.string() });
/** `<time>_<id>.jsonl` */
const NAME = /_([\w-]{1,128})\.jsonl$/;
const ID = /^[\w-]{1,128}$/;

/**
 * A fork's file begins with the path of its parent's file, or with its id, and contains entries that are older than
 * itself.
 */
export async function forkedFrom(path: string): Promise<string | undefined> {
  if (!path.endsWith(".jsonl")) return undefined;
  const lines = await readHead(path);
  const { parentSession, timestamp = "" } = headerOf(lines) ?? {};
  if (parentSession === undefined) return undefined;
  const start = Date.parse(timestamp);
  const isCopy = (line: unknown) => Date.parse(Entry.safeParse(line).data?.timestamp ?? "") < start;
  return lines.some(isCopy) ? parentIn(parentSession) : undefined;
}

function parentIn(parentSession: string): string | undefined {
  return ID.test(parentSession) ? parentSession : NAME.exec(basename(parentSession))?.[1];
}
