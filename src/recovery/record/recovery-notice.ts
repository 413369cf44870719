import type { AgentEvent } from "../../kernel/agent/agent-event.ts";
import type { Capture } from "../../kernel/capture.ts";
import type { Context } from "../../kernel/context.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import { oneLine } from "../../text/bounded.ts";
import { enumerate } from "../../text/phrases.ts";
import { shownPath } from "../../text/shown-path.ts";
import { formatAge } from "./last-worked-at.ts";
import { describeOpenTodos, quoteWork, workTitle } from "./work-title.ts";

/** Length of a checkpoint id as lists show it. */
const SHORT_ID = "chk_".length + 8;

interface ContinuationFacts {
  ageMs: number;
  /** Why the session continues the earlier one. */
  parentReason: SessionSummary["parentReason"];
}

/**
 * The notice when a session continues earlier work, with the command that withdraws it. What the user continued with
 * `/clear` or a fork cannot be withdrawn.
 */
export function continuingNotice(
  capture: Capture,
  { ageMs, parentReason }: ContinuationFacts,
  format: FormatCommand,
): string {
  const about = `${formatAge(ageMs)} ago${describeOpenTodos(capture)}`;
  const wayOut = parentReason === "handoff" ? ` Wrong session? Run: ${format("holdfast dismiss")}` : "";
  return `Holdfast: continuing ${quoteWork(capture)} (${about}).${wayOut}`;
}

/** Formats a command as a person enters it in the client that shows the notice. */
export type FormatCommand = (command: string) => string;

export function formatCommandFor({ agents }: Pick<Context, "agents">, { agent }: AgentEvent): FormatCommand {
  const prefix = agents.find(({ name }) => name === agent)?.terminal.commandPrefix;
  return (command) => (prefix === undefined ? command : `${prefix} ${command}`);
}

/** The notice when a session receives its own record again, after a compaction or a pause. */
export function remindedNotice(capture: Capture): string {
  return `Holdfast: reminded the agent of ${quoteWork(capture)}${describeOpenTodos(capture)}.`;
}

/** The notice when sessions are only offered, with the names of all. */
export function choiceNotice(names: readonly string[]): string {
  const what =
    names.length === 1
      ? `1 earlier session worked elsewhere in this project, so it was not continued: ${names[0]}. Tell the agent to continue it`
      : `${names.length} earlier sessions could be continued, so none was: ${enumerate(names)}. Tell the agent which one`;
  return `Holdfast: ${what}, or run in a terminal: holdfast continue`;
}

/** Names a session by its title, where it was started, and its age: `"Fix the login" (packages/web, 5 min ago)`. */
export function nameSession(
  { startedIn, worktree }: Pick<SessionSummary, "startedIn" | "worktree">,
  { capture, ageMs, here }: { capture: Capture; ageMs: number; here: string },
): string {
  const directory = shownPath(startedIn ?? worktree, { worktree: here });
  const location = directory === "" ? "" : `${oneLine(directory)}, `;
  return `"${workTitle(capture)}" (${location}${formatAge(ageMs)} ago)`;
}

export function clearedNotice(capture: Capture, checkpointId: string, format: FormatCommand): string {
  return `Holdfast: cleared. The record of "${workTitle(capture)}" is kept: ${format(`holdfast resume ${checkpointId.slice(0, SHORT_ID)}`)}`;
}
