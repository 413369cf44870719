import * as z from "zod";
import { tryLoadState } from "../checkpoints/state/load/load-state.ts";
import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import type { LogSession } from "./log-types.ts";

type Decisions = LogSession["decisions"];

/** How many notes of a session are read, the newest first. */
const MAX_NOTES = 5;
const MAX_READ = 50;

const Noted = z.object({
  decisions: z.array(z.object({ decision: z.string(), rationale: z.string().nullish() })).catch([]),
});

/**
 * The decisions that were noted for the next session (`holdfast digest`), the oldest first. Those that an agent notes
 * with the tool are in the capture too; those of the command line are only in the checkpoint.
 */
export async function readNotedDecisions(
  { store }: Pick<Context, "store">,
  sessions: readonly Pick<Session, "id">[],
): Promise<Map<string, Decisions>> {
  const read = sessions.map(async ({ id }) => [id, await decisionsOf(store, id)] as const);
  return new Map(await Promise.all(read));
}

async function decisionsOf(store: Context["store"], sessionId: string): Promise<Decisions> {
  const newest = await store.listCheckpoints({ sessionId, kind: "digest", limit: MAX_READ });
  const notes = newest.filter(({ trigger }) => trigger === "agent").slice(0, MAX_NOTES);
  const read = await Promise.all(notes.map(async ({ stateRoot }) => await tryLoadState(store, stateRoot)));
  return read.reverse().flatMap((one) => {
    const { data } = Noted.safeParse("state" in one ? one.state : undefined);
    return (data?.decisions ?? []).map(({ decision, rationale }) => ({
      decision,
      rationale: rationale ?? null,
    }));
  });
}
