import { basename } from "node:path";
import type * as z from "zod";
import type { CheckpointView } from "../../../checkpoints/checkpoint-view.ts";
import type { list } from "../../../checkpoints/operations/list.ts";
import type { Rendering } from "../layout/rendering.ts";
import { ago, fitted, table } from "../layout/table.ts";
import { cutTo } from "../layout/text-width.ts";

const SHORT_ID = "chk_".length + 8;

/** The files of a saved place. */
interface SavedFiles {
  task: string;
  file: string | null;
  pending: string | null;
}

/** D54: the saved checkpoint and how to resume it. */
export function renderSave(
  saved: CheckpointView & { warning?: string | null; place?: SavedFiles | null },
  { style }: Rendering,
): string[] {
  return [
    style.good("Checkpoint saved."),
    "",
    ...fields([
      ["Checkpoint", saved.id],
      ["Workflow", saved.workflow],
      ["Step", stepOf(saved)],
      ["Progress", percent(saved.progress)],
      ["Name", saved.name],
      ["Task", saved.place?.task],
      ["File", saved.place?.file],
      ["Pending restore", saved.place?.pending],
    ]),
    ...(saved.warning ? ["", style.bad(saved.warning)] : []),
    "",
    style.dim(`Resume with: holdfast resume ${saved.id}`),
  ];
}

/** D55: one line per checkpoint; shortened ids still resolve. */
export function renderList(listed: z.infer<typeof list.output>, how: Rendering): string[] {
  const { checkpoints, more, workflow, search, all } = listed;
  if (checkpoints.length === 0) {
    if (search !== null) return [`No checkpoint ${all ? "" : "of this project "}matches "${search}".`];
    if (workflow !== null)
      return [`No checkpoints of workflow "${workflow}" ${all ? "" : "in this project"}`.trim() + "."];
    return [
      "No checkpoints here yet. Save one with: holdfast save --name <name>",
      "To continue an interrupted agent session: holdfast continue",
    ];
  }
  const { dim } = how.style;
  const last = checkpoints.at(-1)?.id.slice(0, SHORT_ID);
  return [
    ...checkpointTable(checkpoints, how, all),
    "",
    ...(checkpoints.some(({ name }) => name !== null) ? [dim("* named: kept until you delete it")] : []),
    ...(more ? [dim(`There are more. To show them, add --after ${last} or a larger --limit`)] : []),
    dim("Resume: holdfast resume <id>   Inspect: holdfast inspect <id>"),
  ];
}

/** The output of `holdfast` without a command: the newest checkpoints and what to do next. */
export function renderOverview({ checkpoints }: z.infer<typeof list.output>, how: Rendering): string[] {
  const newest = checkpoints[0]?.id.slice(0, SHORT_ID);
  const next = [
    ...(newest ? [[`holdfast resume ${newest}`, "continue from the newest"]] : []),
    ["holdfast continue", "choose an earlier session and continue it"],
    ["holdfast save --name <name>", "save the current state"],
    ["holdfast status", "show agents and stored data"],
    ["holdfast connect <agent>", "capture the sessions of an agent"],
    ["holdfast --help", "list all commands"],
  ];
  return [
    ...(newest ? checkpointTable(checkpoints, how, false) : ["No checkpoints here yet."]),
    "",
    how.style.strong("Next"),
    ...table(next),
  ];
}

const HEADS = ["ID", "WORKFLOW", "STEP", "PROGRESS", "TRIGGER", "AGE"];

function checkpointTable(
  checkpoints: readonly CheckpointView[],
  how: Rendering,
  withProject: boolean,
): string[] {
  const heads = withProject ? [...HEADS, "PROJECT"] : HEADS;
  const rows = checkpoints.map((checkpoint) => [
    checkpoint.id.slice(0, SHORT_ID),
    cutTo(checkpoint.workflow ?? checkpoint.agent ?? "-", 24),
    cutTo(checkpoint.name === null ? titleOf(checkpoint) : `* ${checkpoint.name}`, 56),
    percent(checkpoint.progress) ?? "-",
    checkpoint.trigger,
    ago(checkpoint.createdAt, how.now),
    ...(withProject ? [cutTo(basename(checkpoint.worktree), 24)] : []),
  ]);
  const [head = "", ...lines] = table(fitted([heads, ...rows], HEADS.indexOf("STEP"), how.columns));
  return [how.style.strong(head), ...lines];
}

function titleOf({ step, digest }: CheckpointView): string {
  return step ?? digest ?? "-";
}

export function fields(pairs: readonly (readonly [string, string | null | undefined])[]): string[] {
  return pairs.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
}

export function stepOf({ step, stepNumber }: CheckpointView): string | null {
  return [stepNumber, step].filter((part) => part !== null).join(" - ") || null;
}

export function percent(progress: number | null): string | null {
  return progress === null ? null : `${Math.round(progress)}%`;
}
