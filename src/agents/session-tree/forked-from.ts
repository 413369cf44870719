import { basename } from "node:path";
import * as z from "zod";
import { readHead } from "../files/read-head.ts";

const time = z.string().transform((text) => Date.parse(text));
const Header = z.object({ type: z.literal("session"), parentSession: z.string(), timestamp: time });
const Entry = z.object({ id: z.string(), parentId: z.string().nullable(), timestamp: time });
/** `<time>_<id>.jsonl` */
const NAME = /_([\w-]{1,128})\.jsonl$/;

/** A fork's file begins with the path of its parent's file, and contains entries that are older than itself. */
export async function forkedFrom(path: string): Promise<string | undefined> {
  if (!path.endsWith(".jsonl")) return undefined;
  const [first, ...lines] = await readHead(path);
  const header = Header.safeParse(first).data;
  const isCopy = (line: unknown) =>
    (Entry.safeParse(line).data?.timestamp ?? Infinity) < (header?.timestamp ?? 0);
  return header && lines.some(isCopy) ? NAME.exec(basename(header.parentSession))?.[1] : undefined;
}
