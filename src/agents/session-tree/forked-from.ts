import { basename } from "node:path";
import * as z from "zod";
import { readHead } from "../files/read-head.ts";
import { headerOf } from "./header.ts";

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
