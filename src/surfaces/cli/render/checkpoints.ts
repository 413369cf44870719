import type * as z from "zod";
import type { CheckpointView } from "../../../checkpoints/checkpoint-view.ts";
import type { inspect } from "../../../checkpoints/operations/inspect.ts";
import type { list } from "../../../checkpoints/operations/list.ts";
import type { Rendering } from "./rendering.ts";
import { ago, fitted, table } from "./table.ts";
import { cutTo } from "./text-width.ts";

const SHORT_ID = "chk_".length + 8;

/** D54: what was saved and how to resume it. */
export function renderSave(
  saved: CheckpointView & { warning?: string | null },
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
    ]),
    ...(saved.warning ? ["", style.bad(saved.warning)] : []),
    "",
    style.dim(`Resume with: holdfast resume ${saved.id}`),
  ];
}

/** D55: one line per checkpoint; shortened ids still resolve. */
export function renderList(listed: z.infer<typeof list.output>, how: Rendering): string[] {
  if (listed.checkpoints.length === 0)
    return ["No checkpoints here yet. Save one with: holdfast save --name <name>"];
  const hint = how.style.dim("Resume: holdfast resume <id>   Inspect: holdfast inspect <id>");
  return [...checkpointTable(listed.checkpoints, how), "", hint];
}

/** The output of `holdfast` without a command: the newest checkpoints and what to do next. */
export function renderOverview({ checkpoints }: z.infer<typeof list.output>, how: Rendering): string[] {
  const newest = checkpoints[0]?.id.slice(0, SHORT_ID);
  const next = [
    ...(newest ? [[`holdfast resume ${newest}`, "continue from the newest"]] : []),
    ["holdfast save --name <name>", "save the current state"],
    ["holdfast status", "show agents and stored data"],
    ["holdfast connect <agent>", "capture the sessions of an agent"],
    ["holdfast --help", "list all commands"],
  ];
  return [
    ...(newest ? checkpointTable(checkpoints, how) : ["No checkpoints here yet."]),
    "",
    how.style.strong("Next"),
    ...table(next),
  ];
}

const HEADS = ["ID", "WORKFLOW", "STEP", "PROGRESS", "TRIGGER", "AGE"];
const STEP = HEADS.indexOf("STEP");

function checkpointTable(checkpoints: readonly CheckpointView[], how: Rendering): string[] {
  const rows = checkpoints.map((checkpoint) => [
    checkpoint.id.slice(0, SHORT_ID),
    cutTo(checkpoint.workflow ?? checkpoint.agent ?? "-", 24),
    cutTo(checkpoint.name ?? checkpoint.step ?? checkpoint.digest ?? "-", 56),
    percent(checkpoint.progress) ?? "-",
    checkpoint.trigger,
    ago(checkpoint.createdAt, how.now),
  ]);
  const [head = "", ...lines] = table(fitted([HEADS, ...rows], STEP, how.columns));
  return [how.style.strong(head), ...lines];
}

/** D57: the record, its state and its lineage. */
export function renderInspect(shown: z.infer<typeof inspect.output>, { style }: Rendering): string[] {
  const { checkpoint, parent, children, state, warning } = shown;
  return [
    style.strong(checkpoint.id),
    ...(warning ? [style.bad(warning)] : []),
    ...fields([
      ["Created", `${checkpoint.createdAt.replace("T", " ").slice(0, 19)} UTC`],
      ["Name", checkpoint.name],
      ["Workflow", checkpoint.workflow],
      ["Type", checkpoint.workflowType ?? checkpoint.kind],
      ["Trigger", checkpoint.trigger],
      ["Step", stepOf(checkpoint)],
      ["Session", checkpoint.nativeSession],
      ["Branch", checkpoint.branch],
      ["Digest", checkpoint.digest],
    ]),
    "",
    style.strong("State"),
    ...JSON.stringify(state, null, 2).split("\n"),
    "",
    style.strong("Lineage"),
    `- Parent: ${parent ? described(parent) : (checkpoint.parent ?? "none (first)")}`,
    `- Children: ${children.length > 0 ? children.map(described).join(", ") : "none (latest)"}`,
  ];
}

export function fields(pairs: readonly (readonly [string, string | null | undefined])[]): string[] {
  return pairs.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
}

function described(checkpoint: CheckpointView): string {
  const about = [stepOf(checkpoint), checkpoint.name].filter((part) => part !== null);
  return `${checkpoint.id} (${about.join(", ") || checkpoint.trigger})`;
}

export function stepOf({ step, stepNumber }: CheckpointView): string | null {
  return [stepNumber, step].filter((part) => part !== null).join(" - ") || null;
}

export function percent(progress: number | null): string | null {
  return progress === null ? null : `${Math.round(progress)}%`;
}
