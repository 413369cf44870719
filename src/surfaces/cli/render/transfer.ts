import { basename } from "node:path";
import type * as z from "zod";
import { count, enumerate } from "../../../text/phrases.ts";
import { shellQuoted } from "../../../text/shell-quoted.ts";
import type { exportOperation } from "../../../transfer/operations/export.ts";
import type { importOperation } from "../../../transfer/operations/import.ts";
import type { Rendering } from "../layout/rendering.ts";
import { ago, fitted, size, table } from "../layout/table.ts";

type Exported = z.infer<typeof exportOperation.output>;
type Imported = z.infer<typeof importOperation.output>;

export function renderExported(exported: Exported, { style }: Rendering): string[] {
  const { file, bytes, encrypted, project, sessions, leftOut } = exported;
  return [
    `Exported ${count(sessions, "session")} of ${project} to ${file} (${size(bytes)}, ${encrypted ? "encrypted" : "not encrypted"}).`,
    `It contains ${enumerate(contents(exported))}.`,
    ...(leftOut === 0 ? [] : [`Left out: ${count(leftOut, "session")} with an invalid id or date.`]),
    style.dim(
      `On the other machine, in a clone of ${project}: holdfast import ${shellQuoted(basename(file))}`,
    ),
  ];
}

export function renderImported(imported: Imported, how: Rendering): string[] {
  const { dryRun, machine, createdAt, project, directory, sessions, files } = imported;
  const taken = sessions.filter(({ state }) => state === "new" || state === "newer").length;
  const did = dryRun ? "Would import" : "Imported";
  const rows = sessions.map(({ id, title, agent, state, lastActivityAt }) => [
    id,
    title,
    agent,
    state,
    ago(lastActivityAt, how.now),
  ]);
  const heads = ["SESSION", "TITLE", "AGENT", "STATE", "LAST ACTIVE"];
  const [head = "", ...lines] = table(fitted([heads, ...rows], heads.indexOf("TITLE"), how.columns));
  return [
    `${did} ${count(taken, "session")} of ${project} from ${machine}, exported ${ago(createdAt, how.now)}, into ${directory}.`,
    `${dryRun ? "The bundle contains" : "New here:"} ${enumerate(contents(imported))}.`,
    "",
    how.style.strong(head),
    ...lines,
    "",
    ...files.map(({ snapshot }) => how.style.dim(`Bring its files: holdfast restore ${snapshot}`)),
    how.style.dim("Continue: holdfast continue <session>"),
  ];
}

function contents({
  checkpoints,
  conversations,
  notes,
  snapshots,
}: Pick<Exported, "checkpoints" | "conversations" | "notes" | "snapshots">) {
  const others = [
    count(checkpoints, "checkpoint"),
    count(conversations, "conversation"),
    count(notes, "note"),
  ];
  return snapshots === 0 ? others : [...others, `the files of ${count(snapshots, "session")}`];
}
