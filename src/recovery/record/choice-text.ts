import { latestWork, workSubject } from "../../capture/work-subject.ts";
import type { Capture } from "../../kernel/capture.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import { bounded } from "../../text/bounded.ts";
import { fence } from "../../text/fence.ts";
import { neutralize } from "../../text/neutralize.ts";
import { formatAge } from "./last-worked-at.ts";

/** The text for the case that several sessions are plausible. It names all of them. */
export function choiceText(
  { options, reason }: { options: readonly string[]; reason: string },
  { budget, nonce }: { budget: number; nonce: string },
): string {
  const text = neutralize(
    [
      `There is earlier work that this session may continue; none was chosen. ${reason}:`,
      ...options.map((option) => `- ${option}`),
      "If the user wants to continue earlier work, ask which one; the checkpoint_resume tool with its id returns the whole record.",
    ].join("\n"),
  );
  return fence("recovery", bounded(text, budget - fence("recovery", "", nonce).length), nonce);
}

/** Describes a session for a person in one line: its title, the latest request, where and when. */
export function describeSession(
  session: SessionSummary,
  { capture, checkpointId, ageMs }: { capture: Capture; checkpointId: string | null; ageMs: number },
): string {
  const title = bounded(workSubject(capture), 160);
  const latest = bounded(latestWork(capture) ?? "", 160);
  const asked = title === latest || latest === "" ? `"${title}"` : `"${title}", last "${latest}"`;
  const directory = session.startedIn ?? session.worktree;
  const location = session.gitBranch === null ? directory : `${directory}, branch ${session.gitBranch}`;
  return `${checkpointId ?? session.nativeId}: ${asked} (${location}, ${formatAge(ageMs)} ago)`;
}
