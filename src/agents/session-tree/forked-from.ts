import { basename } from "node:path";
import * as z from "zod";
import { readHead } from "../files/read-head.ts";

const time = z.string().transform((text) => Date.parse(text));
const Begun = z.object({ type: z.literal("session"), parentSession: z.string(), timestamp: time });
const Entry = z.object({ id: z.string(), parentId: z.string().nullable(), timestamp: time });
/** `<time>_<id>.jsonl` */
const NAME = /_([\w-]{1,128})\.jsonl$/;

/** A fork's file begins with the path of the one that it was made of, and with entries that are older than itself. */
export async function forkedFrom(path: string): Promise<string | undefined> {
  if (!path.endsWith(".jsonl")) return undefined;
  const [first, ...lines] = await readHead(path);
  const begun = Begun.safeParse(first).data;
  const isCopy = (line: unknown) =>
    (Entry.safeParse(line).data?.timestamp ?? Infinity) < (begun?.timestamp ?? 0);
  return begun && lines.some(isCopy) ? NAME.exec(basename(begun.parentSession))?.[1] : undefined;
}
