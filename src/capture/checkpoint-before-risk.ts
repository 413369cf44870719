import * as z from "zod";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import { defineSlice } from "../kernel/capture-slice.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import { findDestructive } from "../shell/find-destructive.ts";
import { buildSessionCheckpoint } from "./build-session-checkpoint.ts";

/** The number of the prompt in whose turn a checkpoint was last made before a destructive command. */
export const savedBeforeRisk = defineSlice<number | null>({
  name: "saved-before-risk",
  version: 1,
  schema: z.number().nullable(),
  empty: null,
});

/**
 * Saves a checkpoint before a command that deletes or overwrites by force (D35), at most once per turn, since an agent
 * may run many of them. Its event comes after the command has run, so it must precede the handlers that capture the
 * command: the checkpoint then has the state from before it, and the files of the newest snapshot from before it
 * (`snapshots/take-snapshot.ts`).
 */
export const checkpointBeforeRisk: EventHandler<EventOf<"tool_use">> = {
  name: "checkpointBeforeRisk",
  kinds: ["tool_use"],
  async handle(ctx, scope) {
    const { event, session, capture, effects } = scope;
    if (session.promptCount === 0 || savedBeforeRisk.read(capture) === session.promptCount) return { scope };
    const command = destructiveOf(event);
    if (command === undefined) return { scope };
    const made = await buildSessionCheckpoint(
      ctx,
      { session, capture, trigger: "before_risk", at: event.at, cause: ctx.redactor.text(command) },
      effects,
    );
    return {
      scope: {
        ...scope,
        session: made.session,
        capture: savedBeforeRisk.write(made.capture, session.promptCount),
      },
      effects: [made.effect],
    };
  },
};

function destructiveOf({ facts, command: named }: EventOf<"tool_use">): string | undefined {
  const run = facts.flatMap((fact) => (fact.type === "command_run" ? [fact.command] : []));
  for (const line of named === undefined ? run : [...run, named]) {
    const command = findDestructive(line);
    if (command !== undefined) return command;
  }
  return undefined;
}
