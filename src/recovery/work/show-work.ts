import * as z from "zod";
import { changedPaths, withInherited } from "../../capture/inherit.ts";
import { CheckpointView, toCheckpointView } from "../../checkpoints/checkpoint-view.ts";
import { nextAction, summarizeState } from "../../checkpoints/summarize-state.ts";
import type { Capture } from "../../kernel/capture.ts";
import type { Context } from "../../kernel/context.ts";
import { collectLines, type Source } from "../record/collect-lines.ts";
import { lastWorkedAt } from "../record/last-worked-at.ts";
import { pageLines, type Section } from "../record/select-lines.ts";
import { loadedProvenance } from "./loaded-provenance.ts";
import type { LoadedWork } from "./read-work.ts";
import { SESSION_STATES, sessionState } from "./session-state.ts";

const Todo = z.object({ content: z.string(), status: z.enum(["pending", "in_progress", "completed"]) });
const Decision = z.object({
  phase: z.string().nullable(),
  decision: z.string(),
  rationale: z.string().nullable(),
});
const Section = z.object({ title: z.string(), items: z.array(z.string()), omitted: z.number() });

/** Earlier work as every surface shows it. */
export const ShownWork = z.object({
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
  /** To which the paths in `sections` and `drift` are relative, if it is in the worktree. */
  directory: z.string(),
  /** One page of the record. */
  sections: z.array(Section),
  page: z.number(),
  pages: z.number(),
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
});
export type ShownWork = z.infer<typeof ShownWork>;

type ShowDeps = Pick<Context, "workspace" | "caller" | "clock" | "redactor" | "processes">;

/** Returns what is needed to continue work: its record, and what has changed since. */
export async function showWork(ctx: ShowDeps, work: LoadedWork, page: number): Promise<ShownWork> {
  const { worktree, head: gitHead, branch: gitBranch } = await ctx.workspace.locate(ctx.caller.cwd);
  const now = ctx.clock();
  const { cwd: from } = ctx.caller;
  const provenance = loadedProvenance(work, { at: now, location: { worktree, gitHead, gitBranch }, from });
  const { checkpoint, session, given, warning, noted } = work;
  const pages = recordPages(work.capture, { worktree: provenance.worktree, from, noted });
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
    directory: from,
    sections: pages[page - 1] ?? [],
    page,
    pages: Math.max(1, pages.length),
    state: given,
    ...summaryOf(work),
    drift: provenance.drift,
    warning,
  };
}

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

/** Longer than an injected record, since a model or a person asked for it. */
const PAGE_CHARS = 15_800;

/** Divides the whole record into pages. The first page has the most valuable lines, the others the rest. */
export function recordPages(capture: Capture, source: Source): Section[][] {
  return pageLines(collectLines(capture, source), PAGE_CHARS);
}
