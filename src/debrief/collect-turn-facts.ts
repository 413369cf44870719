import { isAbsolute, relative, resolve } from "node:path";
import { unresolvedFailures } from "../capture/open-failures.ts";
import type { Capture } from "../kernel/capture.ts";
import type { SessionSummary } from "../kernel/record.ts";
import { judgeRun } from "../shell/runs/judge-run.ts";

/** Collects the facts captured since the person's last message. */
export function collectTurnFacts(session: SessionSummary, capture: Capture): TurnFacts {
  const since = turnStart(session);
  const inTurn = <T extends { at: number }>(items: readonly T[]) => items.filter(({ at }) => at >= since);
  return {
    root: session.worktree,
    changed: changedFiles(session, capture.files),
    passed: inTurn(capture.commands).filter(isDone),
    failures: inTurn(unresolvedFailures(capture, session.worktree)),
    openTodos: openTodos(capture),
  };
}

/**
 * Whether a command line succeeded, or only ended with a search that found nothing, in which case the earlier commands
 * passed.
 */
function isDone({ ok, command, output }: Capture["commands"][number]): boolean {
  return ok === true || (ok === false && judgeRun({ ok, command, output }) === "answered");
}

/** The files of the worktree that this turn changed, relative to it. */
export function changedFiles(
  session: SessionSummary,
  files: readonly { path: string; changedAt: number | null }[],
): TurnFacts["changed"] {
  const since = turnStart(session);
  return files
    .flatMap(({ path, changedAt: at }) => (at === null ? [] : [{ path: inWorktree(path, session), at }]))
    .filter(({ path, at }) => at >= since && !path.startsWith("..") && !isAbsolute(path));
}

function turnStart({ lastPromptAt, startedAt }: SessionSummary): number {
  return lastPromptAt ?? startedAt;
}

function inWorktree(path: string, { cwd, worktree }: SessionSummary): string {
  return relative(worktree, resolve(cwd, path));
}

function openTodos({ todos }: Capture): string[] {
  return todos.filter(({ status }) => status !== "completed").map(({ content }) => content);
}

/** The facts of one turn, oldest first. Times are milliseconds since 1970. */
export interface TurnFacts {
  /** The worktree, in which most commands start. */
  root: string;
  /** Changed files, with paths relative to the worktree. */
  changed: { path: string; at: number }[];
  /** Commands that succeeded, or that only ended with a search that found nothing. */
  passed: { command: string; output: string; at: number }[];
  /** Failed commands that have not succeeded since. */
  failures: { command: string; output: string; at: number }[];
  openTodos: string[];
}
