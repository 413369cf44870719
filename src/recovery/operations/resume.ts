import * as z from "zod";
import { changedPaths, withInherited } from "../../capture/inherit.ts";
import { CheckpointView, toCheckpointView } from "../../checkpoints/checkpoint-view.ts";
import { nextAction, summarizeState } from "../../checkpoints/summarize-state.ts";
import type { Capture } from "../../kernel/capture.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { lastWorkedAt } from "../record/last-worked-at.ts";
import { recordSections } from "../record/recovery-text.ts";
import { findWork } from "../work/find-work.ts";
import { findWorkHere } from "../work/find-work-here.ts";
import { loadedProvenance } from "../work/loaded-provenance.ts";
import { type LoadedWork, readWork } from "../work/read-work.ts";
import { SESSION_STATES, sessionState } from "../work/session-state.ts";

const Todo = z.object({ content: z.string(), status: z.enum(["pending", "in_progress", "completed"]) });
const Decision = z.object({
  phase: z.string().nullable(),
  decision: z.string(),
  rationale: z.string().nullable(),
});
const Section = z.object({ title: z.string(), items: z.array(z.string()), omitted: z.number() });

/** A model or a person asked for the record, so it may be longer than one that is injected. */
const RECORD_CHARS = 16_000;

export const resume = defineOperation({
  name: "resume",
  group: "checkpoints",
  summary: "Show what is needed to continue earlier work",
  positional: ["id"],
  tool: "checkpoint_resume",
  guidance:
    "Call it when the user wants to continue earlier work. It changes no files; sections is the record, drift lists what has changed since. Restore the returned todos, then continue with next.",
  readOnly: true,
  input: z.object({
    id: z
      .string()
      .max(128)
      .optional()
      .describe("Checkpoint id or name, or session id (default: newest work here)"),
  }),
  output: z.object({
    checkpoint: CheckpointView.nullable(),
    session: z
      .object({
        /** The agent's own id of the session. */
        id: z.string(),
        agent: z.string(),
        state: z.enum(SESSION_STATES),
        lastWorkedAt: z.string(),
      })
      .nullable(),
    worktree: z.string(),
    sections: z.array(Section),
    state: z.unknown(),
    phase: z.string().nullable(),
    completed: z.array(z.string()),
    pending: z.array(z.string()),
    todos: z.array(Todo),
    decisions: z.array(Decision),
    files: z.array(z.string()),
    next: z.string().nullable(),
    drift: z.array(z.string()),
    warning: z.string().nullable(),
  }),
  async run(ctx, { id }) {
    const work = await readWork(ctx, id === undefined ? await findWorkHere(ctx) : await findWork(ctx, id));
    const { worktree, head: gitHead, branch: gitBranch } = await ctx.workspace.locate(ctx.caller.cwd);
    const now = ctx.clock();
    const provenance = loadedProvenance(work, { at: now, location: { worktree, gitHead, gitBranch } });
    const { checkpoint, session, given, warning } = work;
    return {
      checkpoint: checkpoint && toCheckpointView(checkpoint, ctx.redactor, session?.nativeId ?? null),
      session: session
        ? {
            id: session.nativeId,
            agent: session.agent,
            state: sessionState(session, { processes: ctx.processes, now }),
            lastWorkedAt: new Date(lastWorkedAt(session, session.capture)).toISOString(),
          }
        : null,
      worktree: provenance.worktree,
      sections: recordSections(work.capture, provenance, RECORD_CHARS),
      state: given,
      ...summaryOf(work),
      drift: provenance.drift,
      warning,
    };
  },
});

/** The fields that programs read: the complete lists of the record, and those of a workflow's state. */
function summaryOf({ type, capture, given, nextSteps }: LoadedWork) {
  const { phase, completed, pending: phases, ...stated } = summarizeState(given);
  const pending = [...new Set([...phases, ...nextSteps])];
  const { todos, decisions, files } =
    type === "checkpoint" && given !== null ? stated : listsOf(withInherited(capture));
  const next = nextAction({ phase, completed, pending, todos });
  return { phase, completed, pending, todos, decisions, files, next };
}

function listsOf(capture: Capture) {
  return {
    todos: capture.todos.map(({ content, status }) => ({ content, status })),
    decisions: capture.decisions.map((each) => ({ phase: null, ...each })),
    files: changedPaths(capture),
  };
}
