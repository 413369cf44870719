import * as z from "zod";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { isRewindOffered } from "../marks/own-rewind.ts";
import { tokensInUse } from "../marks/read-span.ts";
import { rewindingSession } from "../marks/rewinding-session.ts";
import { saveMark } from "../marks/save-mark.ts";
import { checkpointResult, REFUSALS, TOOL_TEXTS } from "../messages/tool-texts.ts";

/** The tool `checkpoint` of the reference design. It changes no files and does not use git (W18). */
export const mark = defineOperation({
  name: "mark",
  group: "sessions",
  summary: "Mark the beginning of an exploration",
  positional: ["goal"],
  tool: "checkpoint",
  guidance: TOOL_TEXTS.checkpoint,
  isOffered: isRewindOffered,
  readOnly: false,
  input: z.object({ goal: z.string().trim().min(1).max(2_000).describe(TOOL_TEXTS.goal) }),
  output: z.object({ message: z.string(), goal: z.string(), startedAt: z.string() }),
  async run(ctx, input) {
    await ctx.drain();
    const { session, scope, open } = await rewindingSession(ctx);
    const outer = open.at(-1);
    if (outer && !ctx.config.rewind.nested) {
      throw new HoldfastError("conflict", REFUSALS.active, {
        next: "Continue its exploration, and call rewind with your report at the end.",
      });
    }
    const goal = ctx.redactor.text(input.goal);
    const at = ctx.clock();
    const tokens = await tokensInUse(ctx, session);
    const state = { goal, call: ctx.caller.call ?? null, tokens };
    const newest = await ctx.store.listCheckpoints({ sessionId: session.id, limit: 1 });
    await saveMark(ctx, session, { mark: state, scope, parentId: outer?.id ?? newest[0]?.id ?? null, at });
    return { message: checkpointResult(goal), goal, startedAt: new Date(at).toISOString() };
  },
});
