import type * as z from "zod";
import type { resume } from "../../../place/operations/resume.ts";
import { artifactPaths } from "../../../place/saved-place.ts";
import { oneLine } from "../../../text/bounded.ts";
import { groupFiles } from "../../../text/group-files.ts";
import { shortSessionId } from "../../../text/short-session-id.ts";
import type { Rendering } from "../layout/rendering.ts";
import { ago } from "../layout/table.ts";
import { fields, percent, stepOf } from "./checkpoints.ts";

type ResumeOutput = z.infer<typeof resume.output>;

/** D56: the checkpoint, completed work, and the next step. */
export function renderResume(resumed: ResumeOutput, how: Rendering): string[] {
  const { checkpoint, worktree, phase, completed, sections, files, drift, next, warning } = resumed;
  if (resumed.text !== null) return resumed.text.split("\n");
  const { style } = how;
  const section = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? ["", style.strong(title), ...lines] : [];
  return [
    ...heading(resumed, how),
    ...(warning ? [style.bad(warning)] : []),
    ...workflowLines(checkpoint),
    ...fields([["Context", worktree]]),
    ...placeLines(resumed),
    ...section("The damaged file", rawLines(resumed)),
    ...section(
      "Completed",
      completed.map((done) => `- [x] ${done}`),
    ),
    ...section("In progress", phase === null || completed.includes(phase) ? [] : [`- [ ] ${phase}`]),
    ...sections
      .filter(({ title }) => title !== FILES)
      .flatMap(({ title, items, omitted }) =>
        section(title, [...items.map((item) => `- ${item}`), ...(omitted > 0 ? [`(+${omitted} more)`] : [])]),
      ),
    ...section(`Files modified (${files.length})`, groupFiles(files, resumed)),
    ...section(
      "Changed since",
      drift.map((line) => `- ${line}`),
    ),
    ...section(
      "Read again now",
      resumed.read.map((path) => `- ${path}`),
    ),
    ...heldLines(resumed, section),
    "",
    style.good(next ? `Next: ${oneLine(next)}` : withoutNext(resumed)),
    ...hints(resumed).map(style.dim),
  ];
}

function withoutNext({ sections }: ResumeOutput): string {
  const hasRequest = sections.some(({ title }) => title === REQUEST);
  return `No next step was recorded.${hasRequest ? " Go on with the latest request." : ""}`;
}

function workflowLines(checkpoint: ResumeOutput["checkpoint"]): string[] {
  if (!checkpoint) return [];
  return fields([
    ["Workflow", checkpoint.workflow],
    ["Step", checkpoint.workflow ? stepOf(checkpoint) : null],
    ["Progress", percent(checkpoint.progress)],
  ]);
}

function hints(resumed: ResumeOutput): string[] {
  const { session, held, restored, page, pages } = resumed;
  const discarded = held?.discarded ? ["The held prompts were moved to the trash."] : [];
  if (restored) return ["The place is restored and no longer pending.", ...discarded];
  return [
    held?.discarded
      ? "Nothing was restored."
      : "This only shows the work. Nothing was restored: no files were changed.",
    ...discarded,
    ...(page < pages ? [`Page ${page} of ${pages}. For the next one, add --page ${page + 1}`] : []),
    ...(wasSaved(resumed) ? ["To restore the place, add --yes"] : []),
    ...(session ? [`Continue: holdfast continue ${shortSessionId(session.id)}`] : []),
  ];
}

/** Whether there is a place to restore, as opposed to one that only describes the work. */
function wasSaved({ place, file }: ResumeOutput): boolean {
  return place !== null && (place.voluntary || file !== null);
}

/** P33: the unparsed text, for a person to read. */
function rawLines({ raw }: ResumeOutput): string[] {
  return raw === null ? [] : raw.split("\n");
}

/** P32: the state of the work, without what the record below also contains. */
function placeLines({ place, file }: ResumeOutput): string[] {
  if (!place) return [];
  return fields([
    ["Task", place.task],
    ["Stage", place.stage],
    ["Branch", place.branch],
    ["Last intent", place.intent],
    ["Artifacts", numberOf(artifactPaths(place))],
    ["Open questions", numberOf(place.questions)],
    ["File", file],
  ]);
}

/** Null for an empty list, which needs no line. */
function numberOf(items: readonly unknown[]): string | null {
  return items.length === 0 ? null : String(items.length);
}

/** P37: the held prompts to choose from, unless they were decided. */
function heldLines(
  { held }: ResumeOutput,
  section: (title: string, lines: readonly string[]) => string[],
): string[] {
  if (!held) return [];
  if (held.run !== null) return section("Run this prompt now", held.run.split("\n"));
  if (held.edit !== null)
    return section("The prompt to edit (pass the new text with --replacement)", held.edit.split("\n"));
  if (held.discarded) return [];
  const lines = held.prompts.map(
    ({ number, at, beginning, replayable }) =>
      `${number}. [${at}] ${beginning}${replayable ? "" : " (not replayable)"}`,
  );
  const title = held.askAgain ? "Not a valid choice. Held prompts" : "Held prompts";
  return section(title, [...lines, "Which ones? --yes --held all | 2 | 1,3 | edit 1 | none"]);
}

/** The section of the record that is shown here by directory. */
const FILES = "Files changed";
const REQUEST = "Latest request";

function heading({ session, checkpoint }: ResumeOutput, { style, now }: Rendering): string[] {
  const saved = checkpoint
    ? [`Checkpoint ${style.strong(checkpoint.id)}, saved ${ago(checkpoint.createdAt, now)}`]
    : [];
  if (!session) return saved;
  const { id, agent, state, lastWorkedAt } = session;
  return [
    `Session ${style.strong(shortSessionId(id))} of ${agent}, ${state}, last active ${ago(lastWorkedAt, now)}`,
    ...saved,
  ];
}
