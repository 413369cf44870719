import type * as z from "zod";
import type { FileChangeView } from "../../../checkpoints/file-changes-view.ts";
import { noteOfFormer } from "../../../snapshots/former-path.ts";
import type { changes } from "../../../snapshots/operations/changes.ts";
import { count, enumerate } from "../../../text/phrases.ts";
import type { Rendering } from "../layout/rendering.ts";

const MARKS = { created: "+", changed: "~", deleted: "-", permissions: "~", uncovered: "?" } as const;

export function renderTurns(
  {
    turns,
    rewinds,
    newest,
    elsewhere,
    formerPath,
    note,
    problems,
    unfinished,
  }: z.infer<typeof changes.output>,
  { style }: Rendering,
): string[] {
  const notes = [
    ...problems.map((problem) => style.bad(`Files were not captured: ${problem}`)),
    ...(unfinished === null ? [] : [style.bad(unfinished)]),
    ...rewinds.map(
      ({ turn, shownSession, at }) =>
        `Files went back to before turn ${turn} of session ${shownSession}, not by Holdfast (${at.slice(0, 16).replace("T", " ")} UTC)`,
    ),
    ...(formerPath === null ? [] : [noteOfFormer(formerPath)]),
    ...(note === null ? [] : [note]),
    ...(elsewhere.length === 0 ? [] : [`These sessions also changed files in ${enumerate(elsewhere)}`]),
  ];
  if (turns.length === 0)
    return formerPath === null
      ? [...notes, "No turn changed files here, or nothing was captured yet."]
      : [...notes, "No turn changed files since."];
  const last = nameTurn(turns, newest);
  return [
    ...notes,
    ...turns.flatMap(({ shownSession, turn, shared, files, fileCount, patch }) => [
      style.strong(
        `Turn ${turn} of session ${shownSession}: ${count(fileCount, "file")}${shared ? " (other turns were running)" : ""}`,
      ),
      ...files.map((file) => fileLine(file, style)),
      ...(fileCount > files.length ? [`  (${fileCount - files.length} more)`] : []),
      ...(patch === null ? [] : patch.split("\n")),
      "",
    ]),
    style.dim(
      `Bring files back to before a turn: holdfast restore ${last}   Show lines: holdfast changes ${last} --patch`,
    ),
  ];
}

/** How a command names the last turn: with its session if several are shown, or if a turn number means another one. */
function nameTurn(turns: z.infer<typeof changes.output>["turns"], newest: string | null): string {
  const [last] = turns.slice(-1);
  if (!last) return "";
  const isOnly = last.session === newest && turns.every(({ session }) => session === last.session);
  return isOnly ? `${last.turn}` : `${last.turn} --session ${last.shownSession}`;
}

/** A file with its numbers of changed lines. */
export function fileLine(
  { path, change, added, removed }: FileChangeView,
  style: Rendering["style"],
): string {
  if (change === "uncovered") return `  ${MARKS[change]} ${path}  (no longer captured)`;
  if (change === "permissions") return `  ${MARKS[change]} ${path}  (permissions)`;
  const lines = added === null || removed === null ? "" : `  (+${added} -${removed})`;
  const line = `  ${MARKS[change]} ${path}${lines}`;
  if (change === "created") return style.good(line);
  return change === "deleted" ? style.bad(line) : line;
}
