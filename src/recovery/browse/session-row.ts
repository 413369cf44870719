import { basename, isAbsolute, relative, sep } from "node:path";
import { changedPaths, withInherited } from "../../capture/inherit.ts";
import { openFailures } from "../../capture/open-failures.ts";
import type { Capture } from "../../kernel/capture.ts";
import type { Context } from "../../kernel/context.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import { bounded, oneLine } from "../../text/bounded.ts";
import { SESSION_STATES, sessionState } from "../work/session-state.ts";

/** A session in a list that a person looks through. All of it comes from the store; transcripts are not read. */
export interface SessionRow
  extends Pick<
    SessionSummary,
    "id" | "nativeId" | "agent" | "machine" | "projectId" | "worktree" | "pid" | "lastSeenAt"
  > {
  state: (typeof SESSION_STATES)[number];
  /** The user excluded it from recovery. */
  isDismissed: boolean;
  parentId: string | null;
  title: string;
  branch: string;
  /** The name of the worktree. */
  place: string;
  /** Where in the worktree it was started; empty at its root. */
  directory: string;
  /** Number of changed files. */
  files: number;
  openTodos: number;
  /** Number of commands that still fail; null if that has not been determined. */
  failing: number | null;
  /** What a search looks at in addition to the title. */
  content: string;
}

type RowDeps = Pick<Context, "processes" | "clock">;

interface RowParts {
  session: SessionSummary;
  capture: Capture;
  /** Redacted. */
  title: string;
  isQuick: boolean;
}

/**
 * Makes the row of a session. `isQuick` leaves out which commands still fail: their shell lines have to be parsed, for
 * which the first frame has no time.
 */
export function toSessionRow(
  { processes, clock }: RowDeps,
  { session, capture, title, isQuick }: RowParts,
): SessionRow {
  const { id, nativeId, agent, machine, projectId, worktree, pid, lastSeenAt, parentId, startedIn, cwd } =
    session;
  const open = withInherited(capture).todos.filter(({ status }) => status !== "completed");
  return {
    id,
    nativeId,
    agent,
    machine,
    projectId,
    worktree,
    pid,
    lastSeenAt,
    parentId,
    state: sessionState(session, { processes, now: clock() }),
    isDismissed: session.dismissedAt !== null,
    title,
    branch: session.gitBranch ?? "",
    place: basename(worktree),
    directory: below(worktree, startedIn ?? cwd),
    files: changedPaths(capture).length,
    openTodos: open.length,
    failing: isQuick ? null : openFailures(withInherited(capture)).length,
    content: contentOf(session, capture),
  };
}

/** A directory relative to the worktree; empty for the root and for a directory elsewhere. */
function below(worktree: string, directory: string): string {
  const path = relative(worktree, directory);
  return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path) ? "" : path;
}

/** Maximum number of searched characters of a session and of one of its prompts. */
const CONTENT = 6_000;
const PROMPT = 500;

/** The newest comes first, since the end is cut off. */
function contentOf({ gitBranch, worktree, nativeId }: SessionSummary, capture: Capture): string {
  const { goal, prompts, decisions } = withInherited(capture);
  const parts = [
    gitBranch ?? "",
    basename(worktree),
    goal ?? "",
    ...decisions.map(({ decision }) => decision).toReversed(),
    ...changedPaths(capture)
      .map((path) => below(worktree, path) || path)
      .toReversed(),
    ...prompts.map(({ text }) => text).toReversed(),
    nativeId,
  ];
  return bounded(parts.map((part) => bounded(oneLine(part), PROMPT)).join("\n"), CONTENT);
}
