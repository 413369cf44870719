import type * as z from "zod";
import type { archiveOperation } from "../../../checkpoints/operations/archive.ts";
import type { deleteOperation } from "../../../checkpoints/operations/delete.ts";
import type { nameOperation } from "../../../checkpoints/operations/name.ts";
import type { prune } from "../../../checkpoints/operations/prune.ts";
import type { redact } from "../../../setup/operations/redact.ts";
import { count } from "../../../text/phrases.ts";
import { size } from "../layout/table.ts";

export function renderDeleted({
  deleted,
  undone,
  unchanged,
  dryRun,
}: z.infer<typeof deleteOperation.output>): string[] {
  const [same] = unchanged;
  if (same) return [`Nothing changed: ${same.id} is ${same.isTrashed ? "already" : "not"} in the trash.`];
  if (undone.length > 0)
    return [`${dryRun ? "Would restore" : "Restored"} ${undone.join(", ")} from the trash.`];
  if (deleted.length === 0) return ["Nothing to delete."];
  const checkpoints = count(deleted.length, "checkpoint");
  const moved = `${dryRun ? "Would move" : "Moved"} ${checkpoints} to the trash: ${deleted.join(", ")}`;
  const [one] = deleted;
  return dryRun || deleted.length > 1
    ? [moved]
    : [moved, `Undo within a week: holdfast delete ${one} --undo`];
}

export function renderNamed({ id, name, previous }: z.infer<typeof nameOperation.output>): string[] {
  if (name === null)
    return [previous === null ? `${id} has no name.` : `${id} has no name anymore. It was ${previous}.`];
  return [`${id} is now named ${name}. It is kept until you delete it.`];
}

export function renderPruned({
  checkpoints,
  nodes,
  bytes,
  released,
  snapshots,
  snapshotBytes,
  dryRun,
  warning,
}: z.infer<typeof prune.output>): string[] {
  const files =
    snapshots > 0 ? [`Deleted ${count(snapshots, "snapshot")} of files (${size(snapshotBytes)}).`] : [];
  if (warning !== null)
    return [`Kept expired checkpoints, since they could not be archived: ${warning}`, ...files];
  if (dryRun) return [`Would delete ${count(checkpoints, "checkpoint")}. Named checkpoints are kept.`];
  if (checkpoints + nodes + released === 0) return files.length > 0 ? files : ["Nothing to prune."];
  const gone = `Deleted ${count(checkpoints, "checkpoint")} (${size(bytes)} of recorded state)`;
  return [`${gone}; the database file shrank by ${size(released)}.`, ...files];
}

export function renderRedacted({
  checkpoints,
  sessions,
  memories,
  replies,
  files,
  bundles,
  dryRun,
}: z.infer<typeof redact.output>): string[] {
  if (checkpoints + sessions + memories + replies + files + bundles === 0)
    return ["No secrets found in the store."];
  const records = [
    count(checkpoints, "checkpoint"),
    count(sessions, "session"),
    count(memories, "note"),
    ...(replies === 0 ? [] : [count(replies, "delivered text")]),
    count(files, "file"),
    ...(bundles > 0 ? [count(bundles, "archived bundle")] : []),
  ].join(", ");
  return [dryRun ? `Would redact secrets in ${records}.` : `Redacted secrets in ${records}.`];
}

export function renderArchive({
  action,
  where,
  bundles,
  restored,
  warnings,
}: z.infer<typeof archiveOperation.output>): string[] {
  if (action === "restore") {
    const read = count(bundles.length - warnings.length, "bundle");
    const back = `Restored ${count(restored.length, "checkpoint")} of ${read}; they are kept until you delete them.`;
    return [back];
  }
  if (bundles.length === 0)
    return [action === "save" ? "Nothing to archive." : `${where} has no bundles yet.`];
  const rows = bundles.map(
    ({ name, bytes, checkpoints }) => `  ${name}  ${count(checkpoints, "checkpoint")}  ${size(bytes)}`,
  );
  return [`${action === "save" ? "Saved to" : "Bundles in"} ${where}:`, ...rows];
}
