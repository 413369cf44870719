import { basename } from "node:path";
import type * as z from "zod";
import { count, enumerate } from "../../../text/phrases.ts";
import { shellQuoted } from "../../../text/shell-quoted.ts";
import type { exportOperation } from "../../../transfer/operations/export.ts";
import type { importOperation } from "../../../transfer/operations/import.ts";
import type { Rendering } from "../layout/rendering.ts";
import { ago, size } from "../layout/table.ts";
import { wrapped } from "../layout/text-width.ts";
import { arrivedLines } from "./arrived.ts";

type ExportOutput = z.infer<typeof exportOperation.output>;
type ImportOutput = z.infer<typeof importOperation.output>;

export function renderExported(exported: ExportOutput, { style, columns }: Rendering): string[] {
  const { file, bytes, encrypted, project, sessions, leftOut, filesStay, runsStay } = exported;
  const how = `${size(bytes)}, ${encrypted ? "encrypted" : "not encrypted"}`;
  return [
    ...wrapped(`Exported ${count(sessions, "session")} of ${project} (${how}) to`, columns),
    `  ${file}`,
    ...wrapped(`It contains ${enumerate(contents(exported))}.`, columns),
    ...(leftOut === 0 ? [] : [`Left out: ${count(leftOut, "session")} with an invalid id or date.`]),
    ...(filesStay ? [FILES_STAY] : []),
    ...(runsStay ? [RUNS_STAY] : []),
    ...wrapped(`On the other machine, in a clone of ${project}:`, columns).map(style.dim),
    style.dim(`  holdfast import ${shellQuoted(basename(file))}`),
  ];
}

/** What is not committed is only in the working tree. */
export const FILES_STAY = "Files stay here; add --files to take them along.";

/** They are not in a bundle, and not in a remote. */
export const RUNS_STAY = "The workflow runs of this project stay on this machine.";

export function renderImported(imported: ImportOutput, how: Rendering): string[] {
  const { dryRun, machine, createdAt, project, directory, sessions } = imported;
  const taken = sessions.filter(({ state }) => TAKEN.has(state)).length;
  const did = dryRun ? "Would import" : "Imported";
  const from = `${machine}, exported ${ago(createdAt, how.now)}, into`;
  return [
    ...wrapped(`${did} ${count(taken, "session")} of ${project} from ${from}`, how.columns),
    `  ${directory}`,
    ...wrapped(
      `${dryRun ? "The bundle contains" : "New here:"} ${enumerate(contents(imported))}.`,
      how.columns,
    ),
    ...arrivedLines(
      { ...imported, sessions: sessions.map((each) => ({ ...each, machine })) },
      how,
      "the same without --dry-run",
    ),
  ];
}

/** The states of sessions that were written. */
export const TAKEN: ReadonlySet<string> = new Set(["new", "newer", "forked"]);

function contents({
  checkpoints,
  conversations,
  notes,
  snapshots,
}: Pick<ExportOutput, "checkpoints" | "conversations" | "notes" | "snapshots">) {
  const others = [
    count(checkpoints, "checkpoint"),
    count(conversations, "conversation"),
    count(notes, "note"),
  ];
  return snapshots === 0 ? others : [...others, `the files of ${count(snapshots, "session")}`];
}
