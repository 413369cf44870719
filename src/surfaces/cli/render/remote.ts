import type * as z from "zod";
import { count, enumerate } from "../../../text/phrases.ts";
import type { pull } from "../../../transfer/operations/pull.ts";
import type { push } from "../../../transfer/operations/push.ts";
import type { remoteOperation } from "../../../transfer/operations/remote.ts";
import type { Rendering } from "../layout/rendering.ts";
import { size } from "../layout/table.ts";
import { wrapped } from "../layout/text-width.ts";
import { arrivedLines } from "./arrived.ts";
import { FILES_STAY, RUNS_STAY, TAKEN } from "./transfer.ts";

type RemoteView = z.infer<typeof remoteOperation.output>;
type PushOutput = z.infer<typeof push.output>;
type PullOutput = z.infer<typeof pull.output>;

export function renderRemote(
  { action, remote, canPull, cleared, dryRun, others }: RemoteView,
  { style }: Rendering,
): string[] {
  if (remote === null)
    return [
      "This project has no remote.",
      style.dim("Name one: holdfast remote add <git@…|https://…|/path>"),
    ];
  if (action === "remove") return [`Removed the remote ${remote}. What was pushed is still there.`];
  if (dryRun)
    return [
      `Would delete ${count(cleared, "session")} of this machine from ${remote}.`,
      style.dim("Delete them: holdfast remote clear --yes"),
    ];
  if (action === "clear")
    return [
      `Deleted ${count(cleared, "session")} of this machine from ${remote}.`,
      style.dim("Other machines keep what they have pulled; `holdfast push` sends all again."),
    ];
  const access = canPull ? "push and pull" : "push only: no secret key was given";
  return [
    `${action === "add" ? "Added" : "Remote:"} ${remote} (${access})`,
    ...(others > 0 && canPull
      ? [
          `Other machines pushed ${count(others, "session")} to it.`,
          style.dim("Take over those of this project: holdfast pull"),
        ]
      : [style.dim("Push: holdfast push")]),
  ];
}

export function renderPushed(done: PushOutput, { columns }: Rendering): string[] {
  const { remote, encrypted, project, pushed, unchanged, deleted, filesStay, runsStay } = done;
  const bytes = pushed.reduce((sum, each) => sum + each.bytes, 0);
  const did = `Pushed ${count(pushed.length, "session")} of ${project} (${size(bytes)}${encrypted ? ", encrypted" : ""}) to`;
  return [
    ...wrapped(pushed.length === 0 ? "Nothing to push to" : did, columns),
    `  ${remote}`,
    ...(deleted === 0 ? [] : [`Deleted there, as here: ${count(deleted, "session")}.`]),
    ...(unchanged === 0 ? [] : [`Without changes: ${count(unchanged, "session")}.`]),
    ...(filesStay ? [FILES_STAY] : []),
    ...(runsStay ? [RUNS_STAY] : []),
  ];
}

export function renderPulled(pulled: PullOutput, how: Rendering): string[] {
  const { dryRun, remote, directory, sessions } = pulled;
  if (sessions.length === 0 && pulled.notes === 0) return [`Nothing new in ${remote}.`];
  // Two machines may have pushed the same session.
  const taken = new Set(sessions.filter(({ state }) => TAKEN.has(state)).map(({ id }) => id)).size;
  return [
    ...wrapped(
      `${dryRun ? "Would pull" : "Pulled"} ${count(taken, "session")} from ${remote} into`,
      how.columns,
    ),
    `  ${directory}`,
    ...(dryRun ? [] : wrapped(`New here: ${enumerate(contents(pulled))}.`, how.columns)),
    ...arrivedLines(pulled, how, "holdfast pull"),
  ];
}

function contents({ checkpoints, conversations, notes, snapshots }: PullOutput): string[] {
  return [
    count(checkpoints, "checkpoint"),
    count(conversations, "conversation"),
    count(notes, "note"),
    ...(snapshots === 0 ? [] : [`the files of ${count(snapshots, "session")}`]),
  ];
}
