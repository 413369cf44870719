import type { ConversationView } from "../../../restore/conversation/conversation-view.ts";
import type { RestoreView } from "../../../snapshots/restore/restore-view.ts";
import { bounded, oneLine } from "../../../text/bounded.ts";
import { count } from "../../../text/phrases.ts";
import { shortSessionId } from "../../../text/short-session-id.ts";
import type { Rendering } from "../layout/rendering.ts";
import { commandLine } from "./command-line.ts";
import { fileLine } from "./file-changes.ts";

/** Files that are listed by name; `--json` lists more. */
const MAX_FILES = 40;
const MAX_LATEST = 80;

export function renderRestore(
  shown: RestoreView & { conversation?: ConversationView | undefined },
  { style }: Rendering,
): string[] {
  const { applied, files, conflicts, untouched, failed, uncovered, counts, note } = shown;
  const total = counts.created + counts.changed + counts.deleted;
  return [
    style.strong(heading(shown, total)),
    ...(note === null ? [] : [note]),
    ...limited(
      files.map((file) => fileLine(file, style)),
      total,
    ),
    ...(shown.index && total > 0 ? [`The git index ${applied ? "came" : "would come"} back too.`] : []),
    ...section("Kept, because somebody else changed them", conflicts, counts.conflicts),
    ...section("Untouched", untouched, counts.untouched),
    ...section(applied ? "Not restored" : "Cannot be restored", failed, counts.failed).map(style.bad),
    ...section("Not covered by the snapshot", uncovered, counts.uncovered),
    ...(shown.conversation ? conversationLines(shown.conversation) : []),
    ...next(shown, total),
  ];
}

/** What happens to the conversation, and the command that continues it. */
function conversationLines(conversation: ConversationView): string[] {
  const { agent, session, mode, prompts, latest, openTodos, decisions, next } = conversation;
  const until = latest === null ? "its beginning" : `"${bounded(oneLine(latest), MAX_LATEST)}"`;
  const kept = [count(prompts, "prompt"), `${openTodos} open todos`, count(decisions, "decision")].join(", ");
  const how = mode === "fork" ? "a fork that ends" : "a new one with the record of the moment";
  return [
    "",
    `Conversation: ${how} after ${until} (${kept}); ${agent} session ${shortSessionId(session)} stays as it is.`,
    ...(next === null ? [] : ["To continue, run in a terminal:", `  ${commandLine(next)}`]),
  ];
}

function heading({ target, applied, counts, index }: RestoreView, total: number): string {
  if (index && total === 0) return `${applied ? "Restored" : "Would restore"} the git index: ${target}`;
  if (total > 0) return `${applied ? "Restored" : "Would restore"} ${count(total, "file")}: ${target}`;
  if (counts.directories > 0)
    return `${applied ? "Restored" : "Would restore"} directories without files (${counts.directories}): ${target}`;
  const kept = counts.conflicts + counts.untouched + counts.failed;
  return `${kept > 0 ? "No file was restored" : "Nothing to restore"}: ${target}`;
}

function section(
  title: string,
  files: readonly { path: string; reason: string; isNew?: boolean }[],
  total: number,
): string[] {
  if (total === 0) return [];
  return [
    "",
    `${title} (${total}):`,
    ...limited(
      files.map(({ path, reason, isNew }) => `  ${path}: ${reason}${isNew ? "; not in the snapshot" : ""}`),
      total,
    ),
  ];
}

function limited(lines: readonly string[], total: number): string[] {
  const shown = lines.slice(0, MAX_FILES);
  return total > shown.length ? [...shown, `  (${total - shown.length} more)`] : shown;
}

/** An undo keeps what was changed since, whatever is asked. */
function overwriteHint({ conflicts, counts, snapshot }: RestoreView): string[] {
  if (counts.conflicts === 0 || snapshot === null) return [];
  const deleted = conflicts.filter(({ isNew }) => isNew).length;
  const isAll = deleted === counts.conflicts;
  const what = isAll ? "To delete the kept files too" : "To restore the kept files too";
  const and = deleted === 0 || isAll ? "" : `, and delete ${deleted} of them`;
  return [`${what}${and}, add --overwrite.`];
}

const APPLY_UNDO = "To take it back, run `holdfast undo` without --dry-run.";

function next(view: RestoreView, total: number): string[] {
  const { applied, index, safety, snapshot, counts } = view;
  const overwrite = overwriteHint(view);
  if (!applied)
    return total + counts.directories === 0 && !index
      ? ["", ...overwrite]
      : [
          "",
          ...overwrite,
          `${snapshot === null ? APPLY_UNDO : "To restore, add --yes."} Nothing was changed.`,
        ];
  // An undo restores no snapshot, and cannot be taken back itself.
  const isUndoable = safety !== null && snapshot !== null;
  const lines = [...overwrite, ...(isUndoable ? ["To take it back: holdfast undo"] : [])];
  return lines.length === 0 ? [] : ["", ...lines];
}
