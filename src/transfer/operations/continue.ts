import * as z from "zod";
import { defineOperation, flag } from "../../kernel/operation.ts";
import { listSessionChoices, SessionChoice } from "../../recovery/browse/list-session-choices.ts";
import { findArrivedFiles } from "../../recovery/work/find-arrived-files.ts";
import { findWork } from "../../recovery/work/find-work.ts";
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
  readOnly: true,
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
  }),
  async run(ctx, { id, in: agent, fresh }) {
    if (id === undefined) return { choices: await listSessionChoices(ctx), chosen: null };
    const found = await findWork(ctx, id);
    const work = await readWork(
      ctx,
      found.type === "session" ? { ...found, session: await bringSession(ctx, found.session) } : found,
    );
    const chosen = planContinuation(ctx, work, { agent, fresh });
    const files = work.session ? await findArrivedFiles(ctx, work.session) : null;
    return { choices: [], chosen: { ...chosen, files } };
  },
});
