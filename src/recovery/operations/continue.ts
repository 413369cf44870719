import * as z from "zod";
import { defineOperation, flag } from "../../kernel/operation.ts";
import { findWork } from "../work/find-work.ts";
import { listSessionChoices, SessionChoice } from "../work/list-session-choices.ts";
import { planContinuation } from "../work/plan-continuation.ts";
import { readWork } from "../work/read-work.ts";

/** Not called `continue`, which is a reserved word. It only plans; the CLI starts the client in its terminal. */
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
      })
      .nullable(),
  }),
  async run(ctx, { id, in: agent, fresh }) {
    if (id === undefined) return { choices: await listSessionChoices(ctx), chosen: null };
    return {
      choices: [],
      chosen: planContinuation(ctx, await readWork(ctx, await findWork(ctx, id)), { agent, fresh }),
    };
  },
});
