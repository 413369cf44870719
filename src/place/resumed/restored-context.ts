import { TITLES } from "../../recovery/record/sections.ts";
import type { ShownWork } from "../../recovery/work/show-work.ts";
import { bounded, oneLine } from "../../text/bounded.ts";
import { groupFiles } from "../../text/group-files.ts";
import { artifactPaths, type SavedPlace } from "../saved-place.ts";

/** The result of `resume`. */
export interface RestoredWork {
  shown: ShownWork;
  place: SavedPlace | null;
}

/**
 * Formats the restored context as a Markdown document (D56): where the work is, what is done and in progress,
 * decisions, files and the next step. A truncated list ends with the number of omitted items. The next step is never
 * truncated.
 */
export function restoredContext(
  { shown, place }: RestoredWork,
  { items, chars }: Limits = UNLIMITED,
): string {
  const { phase, completed, pending, todos, decisions, sections, files, drift, next } = shown;
  const isRunning = phase !== null && !completed.includes(phase);
  const chapters: Chapter[] = [
    ["Completed", completed.map((done) => `- [x] ${oneLine(done)}`)],
    ["In progress", isRunning ? [`- [ ] ${oneLine(phase)}`] : []],
    ["Pending", pending.filter((each) => each !== phase).map((each) => `- [ ] ${oneLine(each)}`)],
    ["Decisions", decisions.map(decisionLine)],
    ["Todos", todos.map(todoLine)],
    ...sections.filter(({ title }) => !LISTED.has(title)).map(chapterOf),
    [`Files modified (${files.length})`, groupFiles(files, shown)],
    ["Changed since", drift.map((line) => `- ${oneLine(line)}`)],
    ["Read again", place ? artifactPaths(place).map((path) => `- ${path}`) : []],
  ];
  const ending = `\n\n## Next\n\n${next === null ? "No next step was recorded." : oneLine(next)}`;
  const lines = [
    "# Restored context",
    ...(shown.warning ? ["", `> ${shown.warning}`] : []),
    "",
    ...factsOf({ shown, place }),
    ...chapters.flatMap((chapter) => chapterLines(chapter, items)),
  ];
  return bounded(lines.join("\n"), chars - ending.length) + ending;
}

interface Limits {
  /** Maximum number of items per list. */
  items: number;
  chars: number;
}

const UNLIMITED: Limits = { items: Number.POSITIVE_INFINITY, chars: Number.POSITIVE_INFINITY };

type Chapter = readonly [title: string, lines: readonly string[]];

/** Sections for which the complete lists are shown instead. */
const LISTED: ReadonlySet<string> = new Set([TITLES.todos, TITLES.decisions, TITLES.files]);

function chapterLines([title, lines]: Chapter, most: number): string[] {
  if (lines.length === 0) return [];
  const omitted = Math.max(0, lines.length - most);
  return ["", `## ${title}`, "", ...lines.slice(0, most), ...(omitted > 0 ? [`- (+${omitted} more)`] : [])];
}

function chapterOf({ title, items, omitted }: ShownWork["sections"][number]): Chapter {
  const lines = items.map((item) => `- ${item.replaceAll("\n", "\n  ")}`);
  return [title, [...lines, ...(omitted > 0 ? [`- (+${omitted} more)`] : [])]];
}

/** The workflow with its step and progress, its location, and the saved place (D41, D44). */
function factsOf({ shown: { checkpoint, session, worktree }, place }: RestoredWork): string[] {
  const facts: (readonly [string, string | null])[] = [
    ...(checkpoint ? checkpointFacts(checkpoint) : []),
    ["Session", session && `${session.id} of ${session.agent}, ${session.state}`],
    ["Project", worktree],
    ...(place ? placeFacts(place) : []),
  ];
  return facts.flatMap(([name, value]) => (value ? [`- ${name}: ${oneLine(value)}`] : []));
}

function checkpointFacts(checkpoint: NonNullable<ShownWork["checkpoint"]>) {
  const { id, createdAt, workflow, stepNumber, step, progress } = checkpoint;
  const named = [stepNumber, step].filter((part) => part !== null).join(" - ");
  return [
    ["Workflow", workflow],
    ["Step", workflow === null ? null : named],
    ["Progress", progress === null ? null : `${Math.round(progress)}%`],
    ["Checkpoint", `${id}, saved ${createdAt}`],
  ] as const;
}

function placeFacts({ task, stage, branch, intent }: SavedPlace) {
  return [
    ["Task", task],
    ["Stage", stage],
    ["Branch", branch],
    ["Last intent", intent],
  ] as const;
}

/** Formats a decision, with its phase as the key (D43). */
function decisionLine({ phase, decision, rationale }: ShownWork["decisions"][number]): string {
  const key = phase === null ? "" : `${phase}: `;
  return `- ${oneLine(`${key}${decision}${rationale === null ? "" : ` (${rationale})`}`)}`;
}

function todoLine({ content, status }: ShownWork["todos"][number]): string {
  const mark = status === "completed" ? "x" : " ";
  return `- [${mark}] ${oneLine(content)}${status === "in_progress" ? " (in progress)" : ""}`;
}
