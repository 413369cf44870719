import * as z from "zod";
import { HoldfastError } from "../../../kernel/errors.ts";
import { jsonLines } from "../../files/json-lines.ts";
import { FORK_ADVICE, readWhole } from "../../files/tail.ts";
import { fileOfThread } from "../fork/fork-base.ts";

const MAX_FORKS = 8;

/** A line of any type, with all of its fields. */
export const CopiedLine = z.looseObject({
  timestamp: z.string(),
  ordinal: z.number(),
  type: z.string(),
  payload: z.looseObject({ type: z.string().optional() }),
});
export type CopiedLine = z.infer<typeof CopiedLine>;

const Base = z.object({ thread_id: z.string(), end_ordinal_exclusive: z.number() });

/**
 * All lines of a thread, including those of its parents: a fork's own file has only what came after the fork. The first
 * line is the metadata of the thread itself.
 */
export async function readCopiedLines(
  path: string,
  { until = Number.POSITIVE_INFINITY, forks = MAX_FORKS } = {},
): Promise<CopiedLine[]> {
  // Skips damaged lines.
  const all = [...jsonLines(await readWhole(path))].flatMap((line) => CopiedLine.safeParse(line).data ?? []);
  const meta = all.find(isMeta);
  const own = all.filter((line) => !isMeta(line) && line.ordinal < until);
  const base = Base.safeParse(meta?.payload["history_base"]).data;
  const before = base ? await linesBefore(path, base, forks) : [];
  return [...(meta ? [meta] : []), ...before, ...own];
}

async function linesBefore(
  path: string,
  { thread_id, end_ordinal_exclusive: until }: z.infer<typeof Base>,
  forks: number,
): Promise<CopiedLine[]> {
  const parent = forks > 0 ? await fileOfThread(path, thread_id) : undefined;
  if (parent !== undefined) {
    const lines = await readCopiedLines(parent, { until, forks: forks - 1 });
    return lines.filter((line) => !isMeta(line));
  }
  throw new HoldfastError("not_found", `The conversation from which ${path} was forked is gone.`, {
    next: FORK_ADVICE,
  });
}

export function isMeta({ type }: CopiedLine): boolean {
  return type === "session_meta";
}
