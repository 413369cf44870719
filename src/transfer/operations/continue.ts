import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import { listSessionChoices, SessionChoice } from "../../recovery/browse/list-session-choices.ts";
import { findArrivedFiles } from "../../recovery/work/find-arrived-files.ts";
import { findWork, type Work } from "../../recovery/work/find-work.ts";
import { planContinuation } from "../../recovery/work/plan-continuation.ts";
import { readWork } from "../../recovery/work/read-work.ts";
import { bringSession } from "../database/pull-parts.ts";

/**
 * Not called `continue`, which is a reserved word. It only plans; the CLI starts the client in its terminal. What another
 * machine put of the session into a shared database is brought here, which changes nothing that is here.
 */
export const continueOperation = defineOperation({
  name: "continue",
  group: "sessions",
  summary: "Continue an earlier session in its agent",
  positional: ["id"],
  tool: "session_continue",
  guidance:
    "Returns the command with which the user can continue an earlier session in a terminal; without an id, the sessions of this project. It starts nothing.",
  // It may bring a conversation and files here.
  readOnly: false,
  input: z.object({
    id: z.string().max(128).optional().describe("Session or checkpoint id (default: choose from a list)"),
    in: z.string().max(40).optional().describe("Agent to hand over to (default: that of the session)"),
    fresh: flag("Start a new conversation with the record"),
  }),
  output: z.object({
    /** The sessions of this project to choose from, if no id was given. */
    choices: z.array(SessionChoice),
    chosen: z
      .object({
        title: z.string(),
        agent: z.string(),
        /** `conversation`: the client resumes its own conversation; `record`: a new one receives the record. */
        mode: z.enum(["conversation", "record"]),
        command: z.array(z.string()),
        directory: z.string(),
        environment: z.record(z.string(), z.string()),
        /** The files that the session had on another machine, if they were not restored here yet. */
        files: z.object({ snapshot: z.string(), machine: z.string() }).nullable(),
      })
      .nullable(),
    /** What of the session could not be brought here, and what to do. */
    warnings: z.array(z.string()),
  }),
  async run(ctx, { id, in: agent, fresh }) {
    await ctx.drain();
    if (id === undefined) return { choices: await listSessionChoices(ctx), chosen: null, warnings: [] };
    const { found, warnings } = await bringWork(ctx, await findWork(ctx, id), fresh);
    const work = await readWork(ctx, found);
    const chosen = planContinuation(ctx, work, { agent, fresh });
    const files = work.session ? await findArrivedFiles(ctx, work.session) : null;
    return { choices: [], chosen: { ...chosen, files }, warnings };
  },
});

async function bringWork(
  ctx: Context,
  found: Work,
  fresh: boolean,
): Promise<{ found: Work; warnings: string[] }> {
  if (found.type !== "session") return { found, warnings: [] };
  try {
    const { session, warnings } = await bringSession(ctx, found.session);
    return { found: { type: "session", session }, warnings };
  } catch (error) {
    // A new conversation needs only the record, which is in the database.
    if (!fresh || !(error instanceof HoldfastError) || error.code !== "state_corrupt") throw error;
    return { found, warnings: [error.message] };
  }
}
