import { HoldfastError } from "../../kernel/errors.ts";
import type { Session } from "../../kernel/record.ts";
import type { StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import { shortSessionId } from "../../text/short-session-id.ts";
import { shownPath } from "../../text/shown-path.ts";
import { formatAge, lastWorkedAt } from "../record/last-worked-at.ts";
import { describeOpenTodos, quoteWork } from "../record/work-title.ts";
import type { Work } from "./find-work.ts";

interface Candidates {
  sessions: readonly Session[];
  /** Checkpoints that do not belong to a session, newest first. */
  loose: readonly StoredCheckpoint[];
  at: number;
}

/**
 * Returns the only plausible work, or undefined if there is none. Throws `ambiguous_id` if there are several: each
 * session and each workflow is a separate task. Between a task and a checkpoint that belongs to none, the newer one is
 * chosen.
 */
export function chooseAmong({ sessions, loose, at }: Candidates): Work | undefined {
  const runs: Work[] = [
    ...sessions.map((session) => ({ type: "session", session }) as const),
    ...newestOfEachWorkflow(loose).map((checkpoint) => ({ type: "checkpoint", checkpoint }) as const),
  ];
  if (runs.length > 1) throw ambiguous(runs, at);
  const [run] = runs;
  const checkpoint = loose.find(({ workflowId }) => workflowId === null);
  if (checkpoint && (!run || checkpoint.createdAt > timeOf(run))) return { type: "checkpoint", checkpoint };
  return run;
}

function newestOfEachWorkflow(checkpoints: readonly StoredCheckpoint[]): StoredCheckpoint[] {
  const newest = new Map<string, StoredCheckpoint>();
  for (const checkpoint of checkpoints)
    if (checkpoint.workflowId !== null && !newest.has(checkpoint.workflowId))
      newest.set(checkpoint.workflowId, checkpoint);
  return [...newest.values()];
}

/** When work was last done. */
export function timeOf(work: Work): number {
  return work.type === "checkpoint"
    ? work.checkpoint.createdAt
    : lastWorkedAt(work.session, work.session.capture);
}

/** One line of the list that a person chooses from, by number or by id. */
export interface WorkChoice {
  id: string;
  label: string;
}

function ambiguous(works: readonly Work[], at: number): HoldfastError {
  const choices = works.map((work) => choiceOf(work, at));
  const lines = choices.map(({ id, label }, i) => `  ${i + 1}. ${id}  ${label}`);
  return new HoldfastError("ambiguous_id", ["Several sessions or checkpoints match:", ...lines].join("\n"), {
    details: { candidates: choices.map(({ id }) => id), choices },
    next: `Choose one by its id, such as \`holdfast resume ${choices[0]?.id}\`.`,
  });
}

function choiceOf(work: Work, at: number): WorkChoice {
  const ago = `${formatAge(at - timeOf(work))} ago`;
  if (work.type === "session") {
    const { agent, nativeId, capture, worktree, startedIn } = work.session;
    const directory = shownPath(startedIn ?? worktree, { worktree });
    const origin = [agent, ...(directory === "" ? [] : [directory]), ago].join(", ");
    const label = `${quoteWork(capture)} (${origin}${describeOpenTodos(capture)})`;
    return { id: shortSessionId(nativeId), label };
  }
  const { id, name, workflowId, stepName } = work.checkpoint;
  const step = stepName === null ? "" : `, ${stepName}`;
  return { id, label: `${name ?? `workflow ${workflowId}`}${step} (saved ${ago})` };
}
