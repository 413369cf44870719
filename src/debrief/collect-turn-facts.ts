import { isAbsolute, relative, resolve } from "node:path";
import { unresolvedFailures } from "../capture/unresolved-failures.ts";
import type { Capture } from "../kernel/capture.ts";
import type { SessionSummary } from "../kernel/record.ts";
import type { TurnFacts } from "./turn-facts.ts";

/** The facts captured since the person's last message. */
export function collectTurnFacts(session: SessionSummary, capture: Capture): TurnFacts {
  const since = turnStart(session);
  const inTurn = <T extends { at: number }>(items: readonly T[]) => items.filter(({ at }) => at >= since);
  return {
    root: session.worktree,
    changed: changedFiles(session, capture.files),
    passed: inTurn(capture.commands).filter(({ ok }) => ok === true),
    failures: inTurn(unresolvedFailures(capture, session.worktree)),
    openTodos: openTodos(capture),
  };
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
