import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import type { Session } from "../../kernel/record.ts";
import type { StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import { chooseMark } from "../marks/choose-mark.ts";
import { completeMark } from "../marks/complete-mark.ts";
import { isRewindOffered } from "../marks/own-rewind.ts";
import { rewindingSession } from "../marks/rewinding-session.ts";
import { saveRewind } from "../marks/save-mark.ts";
import { findMarks } from "../marks/session-marks.ts";
import { REPORT_TAG } from "../messages/report-tag.ts";
import { completedResult, REFUSALS, rewindResult, TOOL_TEXTS } from "../messages/tool-texts.ts";

const Output = z.object({
  message: z.string(),
  goal: z.string(),
  rewound: z.literal(true),
  /** What happened in the exploration, one line per kind. */
  facts: z.array(z.string()),
  spanTokens: z.number().nullable(),
  reportTokens: z.number(),
  /** What the person can do if the client does not change its conversation. */
  fork: z.string().nullable(),
  /**
   * What a client's plugin replaces the exploration with. Contains no tags, so that neutralizing does not change it.
   */
  replacement: z
    .object({
      tag: z.string(),
      mark: z.string(),
      goal: z.string(),
      result: z.string(),
      body: z.string(),
      /** When the mark was set. */
      at: z.number(),
    })
    .optional(),
});
const Shown = Output.pick({ message: true, goal: true, rewound: true, fork: true, replacement: true });

/** The tool `rewind` of the reference design. */
export const collapse = defineOperation({
  name: "collapse",
  group: "sessions",
  summary: "End an exploration with a report",
  positional: ["report"],
  tool: "rewind",
  guidance: TOOL_TEXTS.rewind,
  isOffered: isRewindOffered,
  readOnly: false,
  // Not limited in size: a long report is truncated, so that none is lost because it was rejected.
  verbatim: ["report"],
  input: z.object({
    report: z.string().describe(TOOL_TEXTS.report),
    to: z
      .string()
      .max(2_000)
      .optional()
      .describe("Goal or id of the mark to end (default: the newest open one)"),
  }),
  output: Output,
  toolOutput: {
    schema: Shown,
    from: (output) => Shown.parse(output),
  },
  async run(ctx, { report, to }) {
    await ctx.drain();
    const { session, scope, open, completed } = await rewindingSession(ctx);
    const mark = chooseMark(open, to);
    if (!mark) throw completed ? completedError() : noMarkError();
    if (report.trim() === "")
      throw new HoldfastError("invalid_input", REFUSALS.empty, {
        next: "Call it with your report on what you found out.",
      });
    const { state, rewind, text } = await completeMark(ctx, session, { mark, report });
    const at = ctx.clock();
    await ctx.store.transaction(async (store) => {
      // Checked again, since another call may have been faster.
      const now = await findMarks(store, session, { scope });
      if (!now.open.some(({ id }) => id === mark.id)) throw completedError();
      await saveRewind({ ...ctx, store }, session, { mark, rewind, at });
    });
    const { facts, spanTokens, reportTokens } = rewind;
    const { goal } = state;
    const fork = forkAdvice(ctx, session);
    return {
      message: rewindResult(rewind.warning),
      goal,
      rewound: true as const,
      facts,
      spanTokens,
      reportTokens,
      fork,
      ...(canCollapse(ctx, session) ? { replacement: createReplacement(mark, goal, text) } : {}),
    };
  },
});

function createRefusal(message: string, next: string): HoldfastError {
  return new HoldfastError("conflict", message, { next });
}

function completedError(): HoldfastError {
  return createRefusal(REFUSALS.completed, "To explore again, open a new checkpoint.");
}

function noMarkError(): HoldfastError {
  return createRefusal(REFUSALS.none, "A checkpoint marks where an exploration begins.");
}

function canCollapse({ agents }: Pick<Context, "agents">, { agent }: Session): boolean {
  return agents.find(({ name }) => name === agent)?.capabilities.collapses !== undefined;
}

function createReplacement({ id: mark, createdAt: at }: StoredCheckpoint, goal: string, text: string) {
  const body = text.split("\n").slice(1, -1).join("\n");
  return { tag: REPORT_TAG, mark, goal, result: completedResult(goal), body, at };
}

function forkAdvice({ agents }: Pick<Context, "agents">, { agent }: Session): string | null {
  const adapter = agents.find(({ name }) => name === agent);
  if (!adapter?.forkAtMark) return null;
  return `${adapter.title} does not change this conversation. \`holdfast rewind\` opens a fork of it without the exploration, with your report.`;
}
