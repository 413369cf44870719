import * as z from "zod";
import { inherit } from "../../capture/inherit.ts";
import type { EventOf } from "../../kernel/agent/agent-event.ts";
import type { EventHandler, EventScope } from "../../kernel/event-handler.ts";
import type { Checkpoint } from "../../kernel/record.ts";
import type { CheckpointStorage } from "../../kernel/storage/checkpoint-storage.ts";

const Input = z.object({ id: z.string().regex(/^[a-z0-9_]{1,40}$/) });

/**
 * If a session resumes another one's checkpoint with our tool, it continues that session, which is then not offered to
 * others.
 */
export const adoptSession: EventHandler<EventOf<"tool_use">> = {
  name: "adoptSession",
  kinds: ["tool_use"],
  async handle(ctx, scope) {
    const { event, session, capture } = scope;
    const checkpoint = await resumedBy(ctx.store, event);
    if (!checkpoint?.sessionId || checkpoint.sessionId === session.id || continuesAnother(scope))
      return { scope };
    const earlier = await ctx.store.getSession(checkpoint.sessionId);
    if (!earlier) return { scope };
    const delivery = {
      id: ctx.newId("dlv"),
      sessionId: session.id,
      incarnation: session.incarnation,
      checkpointId: checkpoint.id,
      channel: "resume",
      chars: 0,
      at: event.at,
    } as const;
    return {
      scope: {
        ...scope,
        session: { ...session, parentId: earlier.id, parentReason: "handoff" },
        capture: inherit(capture, earlier.capture),
      },
      effects: [{ type: "record_delivery", delivery }],
    };
  },
};

/** After `/clear`, a session has a parent from which it inherited nothing. */
function continuesAnother({ session, capture }: EventScope): boolean {
  return session.parentId !== null && (session.parentReason !== "clear" || capture.inherited !== null);
}

async function resumedBy(
  store: CheckpointStorage,
  { facts }: EventOf<"tool_use">,
): Promise<Checkpoint | undefined> {
  const isOk = (call: string) =>
    facts.some((fact) => fact.type === "outcome" && fact.call === call && fact.ok);
  const resumed = facts.findLast(
    (fact) => fact.type === "own_tool" && fact.tool === "checkpoint_resume" && isOk(fact.call),
  );
  const input = Input.safeParse(resumed?.type === "own_tool" ? resumed.input : undefined);
  if (!input.success) return undefined;
  const [id, another] = await store.findCheckpointIds(input.data.id, 2);
  return id === undefined || another !== undefined ? undefined : await store.getCheckpoint(id);
}
