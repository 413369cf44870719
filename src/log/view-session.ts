import { mergeDecisions } from "../capture/facts/decisions.ts";
import { summaryLine } from "../capture/facts/shorten-output.ts";
import { requestsOf } from "../capture/has-work.ts";
import { openFailures } from "../capture/open-failures.ts";
import type { Context } from "../kernel/context.ts";
import type { JsonValue } from "../kernel/json.ts";
import type { Project, Session } from "../kernel/record.ts";
import type { SessionParent } from "../kernel/storage/session-storage.ts";
import { lastWorkedAt } from "../recovery/record/last-worked-at.ts";
import { LINE_CHARS, workTitle } from "../recovery/record/work-title.ts";
import { sessionState } from "../recovery/work/session-state.ts";
import { bounded, boundedMiddle } from "../text/bounded.ts";
import { listCommands } from "./list-commands.ts";
import { type ListedFiles, relativeTo } from "./list-files.ts";
import type { LogSession } from "./log-types.ts";

const MAX_PROMPT = 300;
const MAX_OUTPUT = 300;

/** What is known of a session besides its capture. */
interface Known {
  project: Project | undefined;
  parent: SessionParent | undefined;
  files: ListedFiles;
  noted: LogSession["decisions"];
  recovered: LogSession["recovered"];
  usage: LogSession["usage"];
  patch: string | null;
}

/** Without the turns. Redacts again, since the rules may have improved after it was stored. */
export function viewSession(
  ctx: Pick<Context, "clock" | "processes" | "redactor">,
  session: Session,
  { parent, files, noted, recovered, usage, patch, ...known }: Known,
): Omit<LogSession, "turns" | "earlierTurns"> {
  const { id, nativeId, agent, machine, worktree, gitBranch, capture } = session;
  const state = sessionState(session, { processes: ctx.processes, now: ctx.clock() });
  const project = known.project ?? { id: session.projectId, name: "", root: "" };
  const shown = {
    id,
    nativeId,
    agent,
    machine,
    title: workTitle(capture, LINE_CHARS),
    goal: capture.goal,
    latestRequest: requestsOf(capture).at(-1)?.text ?? null,
    state,
    live: state === "running",
    dismissed: session.dismissedAt !== null,
    project: { id: project.id, name: project.name, path: project.root },
    worktree,
    directory: relativeTo(worktree, session.startedIn ?? session.cwd),
    branch: gitBranch,
    ...timesOf(session),
    ...viewWork(session, noted),
    continues: parent ? { ...parent } : null,
  };
  const clean = ctx.redactor.json(shown as JsonValue) as typeof shown;
  return { ...clean, ...files, recovered, usage, patch };
}

function timesOf(session: Session) {
  const { startedAt, endedAt, endReason, promptCount, capture } = session;
  return {
    startedAt: new Date(startedAt).toISOString(),
    lastActivityAt: new Date(lastWorkedAt(session, capture)).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    endReason,
    turnCount: promptCount,
  };
}

function viewWork({ capture }: Session, noted: Known["noted"]) {
  const { prompts, todos, decisions, compactions } = capture;
  const commands = listCommands(capture.commands);
  return {
    compactions,
    prompts: prompts.map(({ at, text }) => ({
      at: new Date(at).toISOString(),
      text: boundedMiddle(text, MAX_PROMPT, " […] "),
    })),
    todos: todos.flatMap(({ content, status }) => (status === "completed" ? [] : [{ content, status }])),
    commands,
    commandCount: commands.reduce((sum, { count }) => sum + count, 0),
    failing: openFailures(capture).map(({ command, output, named }) => ({
      command: bounded(command, MAX_PROMPT),
      output: bounded(named ?? summaryLine(output), MAX_OUTPUT),
    })),
    decisions: mergeDecisions(decisions, noted),
  };
}
