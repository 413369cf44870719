import type { Capture } from "../../kernel/capture.ts";
import { age } from "./recovery-text.ts";
import { describeOpenTodos, workTitle } from "./work-title.ts";

/** As much of a checkpoint's id as lists show. */
const SHORT_ID = "chk_".length + 8;

/** What the person sees when a session goes on with an earlier one's work, and the way out. `run` says how to run a command from there. */
export function continuingNotice(capture: Capture, ageMs: number, run: RunCommand): string {
  const about = `${age(ageMs)} ago${describeOpenTodos(capture)}`;
  return `Holdfast: continuing "${workTitle(capture)}" (${about}). Not this? ${run("holdfast dismiss")}`;
}

/** How a person runs a command in the client that shows the notice. */
export type RunCommand = (command: string) => string;

/** The same where the session was given its own work back, after a compaction or a pause. */
export function remindedNotice(capture: Capture): string {
  return `Holdfast: reminded the agent of "${workTitle(capture)}"${describeOpenTodos(capture)}.`;
}

export function choiceNotice(count: number): string {
  return `Holdfast: ${count} earlier sessions could be meant, so none was continued. Tell the agent which, or choose outside of it: holdfast continue`;
}

export function clearedNotice(capture: Capture, checkpointId: string, run: RunCommand): string {
  return `Holdfast: cleared. The record of "${workTitle(capture)}" is kept: ${run(`holdfast resume ${checkpointId.slice(0, SHORT_ID)}`)}`;
}
