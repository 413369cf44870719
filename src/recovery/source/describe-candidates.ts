import type { Context } from "../../kernel/context.ts";
import type { Effect, EventScope } from "../../kernel/event-handler.ts";
import { describeSession } from "../record/choice-text.ts";
import { lastWorkedAt } from "../record/last-worked-at.ts";
import { nameSession } from "../record/recovery-notice.ts";
import { concludeSession } from "./conclude-session.ts";
import { readEarlier } from "./read-earlier.ts";
import { skipUnreadable } from "./skip-unreadable.ts";

interface Offer {
  /** One line for each readable session. */
  options: string[];
  /** The same sessions, as short as a person needs to recognize them. */
  names: string[];
  effects: Effect[];
  /** The ids of those that are gone or cannot be read. */
  unreadable: string[];
}

/**
 * Describes the sessions that the user can choose from. Saves a checkpoint of each, so that it can be resumed by its
 * id.
 */
export async function describeCandidates(
  ctx: Context,
  scope: EventScope,
  sessionIds: readonly string[],
): Promise<Offer> {
  const options: string[] = [];
  const names: string[] = [];
  const effects: Effect[] = [];
  const unreadable: string[] = [];
  for (const id of sessionIds) {
    const decided = [...scope.effects, ...effects];
    const offered = await skipUnreadable(ctx, id, () => offerSession(ctx, scope, { id, decided }));
    if (!offered) {
      unreadable.push(id);
      continue;
    }
    effects.push(...offered.effects);
    options.push(offered.option);
    names.push(offered.name);
  }
  return { options, names, effects, unreadable };
}

async function offerSession(
  ctx: Context,
  scope: EventScope,
  { id, decided }: { id: string; decided: readonly Effect[] },
): Promise<{ option: string; name: string; effects: Effect[] } | undefined> {
  const stored = await ctx.store.getSession(id);
  if (!stored) return undefined;
  const { at } = scope.event;
  const earlier = await readEarlier(ctx, scope, stored);
  const { capture } = earlier;
  const { checkpointId, effects } = await concludeSession(ctx, { earlier, capture, at }, decided);
  const ageMs = at - lastWorkedAt(earlier, capture);
  return {
    effects,
    option: describeSession(earlier, { capture, checkpointId, ageMs }),
    name: nameSession(earlier, { capture, ageMs, here: scope.session.worktree }),
  };
}
