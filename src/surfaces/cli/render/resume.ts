import type * as z from "zod";
import type { resume } from "../../../recovery/operations/resume.ts";
import { count } from "../../../text/count.ts";
import { shortSessionId } from "../../../text/short-session-id.ts";
import { fields, percent, stepOf } from "./checkpoints.ts";
import type { Rendering } from "./rendering.ts";
import { ago } from "./table.ts";

type Resumed = z.infer<typeof resume.output>;

/** D56: what there is, what is done, what is next. */
export function renderResume(resumed: Resumed, how: Rendering): string[] {
  const { checkpoint, worktree, phase, completed, sections, files, drift, next, warning } = resumed;
  const { style } = how;
  const section = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? ["", style.strong(title), ...lines] : [];
  return [
    ...heading(resumed, how),
    ...(warning ? [style.bad(warning)] : []),
    ...fields([
      ["Workflow", checkpoint?.workflow],
      ["Step", checkpoint?.workflow ? stepOf(checkpoint) : null],
      ["Progress", percent(checkpoint?.progress ?? null)],
      ["Context", worktree],
    ]),
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
    ...section(`Files modified (${files.length})`, groupByDirectory(files, worktree)),
    ...section(
      "Changed since",
      drift.map((line) => `- ${line}`),
    ),
    "",
    style.good(next ? `Next: ${next}` : "Nothing is pending."),
    ...hints(resumed).map(style.dim),
  ];
}

function hints({ session }: Resumed): string[] {
  const shown = "This is only shown: no files were changed.";
  return session ? [shown, `Go on with it: holdfast continue ${shortSessionId(session.id)}`] : [shown];
}

/** The record's own title of what is shown by directory here. */
const FILES = "Files changed";

function heading({ session, checkpoint }: Resumed, { style, now }: Rendering): string[] {
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

const NAMED = 4;

function groupByDirectory(files: readonly string[], worktree: string): string[] {
  const folders = new Map<string, string[]>();
  for (const file of files) {
    const path = worktree !== "" && file.startsWith(`${worktree}/`) ? file.slice(worktree.length + 1) : file;
    const folder = path.slice(0, path.lastIndexOf("/") + 1) || "./";
    folders.set(folder, [...(folders.get(folder) ?? []), path.slice(path.lastIndexOf("/") + 1)]);
  }
  return [...folders].map(([folder, names]) => {
    const more = names.length > NAMED ? ", …" : "";
    return `- ${folder} (${count(names.length, "file")}): ${names.slice(0, NAMED).join(", ")}${more}`;
  });
}
