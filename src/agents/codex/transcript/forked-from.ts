import * as z from "zod";
import { readHead } from "../../files/read-head.ts";

const id = z.string().regex(/^[\w-]{1,128}$/);
const Meta = z.object({
  type: z.literal("session_meta"),
  payload: z.object({
    forked_from_id: id.nullish(),
    history_base: z.object({ thread_id: id }).nullish(),
  }),
});

/** A fork's file begins with the thread that it continues from. */
export async function forkedFrom(path: string): Promise<string | undefined> {
  if (!path.endsWith(".jsonl")) return undefined;
  const [meta] = (await readHead(path)).flatMap((line) => Meta.safeParse(line).data?.payload ?? []);
  return meta?.forked_from_id ?? meta?.history_base?.thread_id;
}
