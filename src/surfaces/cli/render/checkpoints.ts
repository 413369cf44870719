import { basename } from "node:path";
import type * as z from "zod";
import type { list } from "../../../capture/operations/list.ts";
import type { CheckpointView } from "../../../checkpoints/checkpoint-view.ts";
import type { TurnFiles } from "../../../checkpoints/turn-files.ts";
import { oneLine } from "../../../text/bounded.ts";
import { shortSessionId } from "../../../text/short-session-id.ts";
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
  const { checkpoints, sessions, more, all } = listed;
  if (checkpoints.length === 0 && sessions.length === 0) return nothingListed(listed);
  const { dim } = how.style;
  const last = checkpoints.at(-1)?.id.slice(0, SHORT_ID);
  const found = checkpoints.length === 0 ? [] : [...checkpointTable(checkpoints, how, all), ""];
  return [
    ...found,
    ...(sessions.length > 0 ? [...sessionLines(listed, how), ""] : []),
    ...(checkpoints.some(({ name }) => name !== null) ? [dim("* named: kept until you delete it")] : []),
    ...(more ? [dim(`There are more. To show them, add --after ${last} or a larger --limit`)] : []),
    dim("Resume: holdfast resume <id>   Inspect: holdfast inspect <id>"),
  ];
}

function nothingListed({ workflow, search, all }: z.infer<typeof list.output>): string[] {
  if (search !== null) return [`No checkpoint ${all ? "" : "of this project "}matches "${search}".`];
  if (workflow !== null)
    return [`No checkpoints of workflow "${workflow}" ${all ? "" : "in this project"}`.trim() + "."];
  return [
    "No checkpoints here yet. Save one with: holdfast save --name <name>",
    "To continue an interrupted agent session: holdfast continue",
  ];
}

/** The sessions that no listed checkpoint shows. */
function sessionLines({ sessions, search }: z.infer<typeof list.output>, how: Rendering): string[] {
  const what = search === null ? "Sessions without a checkpoint yet" : "Sessions that match";
  const rows = sessions.map(({ id, request, agent, lastSeenAt }) => [
    shortSessionId(id),
    request,
    agent,
    ago(lastSeenAt, how.now),
  ]);
  return [how.style.strong(what), ...table(fitted(rows, 1, how.columns))];
}

type ListOutput = z.infer<typeof list.output>;

/** The output of `holdfast` without a command: the newest checkpoints and what to do next. */
export function renderOverview(listed: ListOutput & { isConnected?: boolean }, how: Rendering): string[] {
  const { checkpoints, sessions, isConnected = true } = listed;
  const tables = [
    checkpoints.length > 0 ? checkpointTable(checkpoints, how, false) : [],
    sessions.length > 0 ? sessionLines(listed, how) : [],
  ].filter((lines) => lines.length > 0);
  const shown = tables.flatMap((lines, i) => (i === 0 ? lines : ["", ...lines]));
  return [
    ...(shown.length > 0 ? shown : [nothingCaptured(isConnected)]),
    "",
    how.style.strong("Next"),
    ...table(adviceFor(listed, isConnected)),
  ];
}

function nothingCaptured(isConnected: boolean): string {
  return isConnected
    ? "No checkpoints here yet. Work with your agent, and its sessions appear here."
    : "No agent is connected yet, so nothing is captured.";
}

function adviceFor({ checkpoints, sessions }: ListOutput, isConnected: boolean): string[][] {
  const newest = checkpoints[0]?.id.slice(0, SHORT_ID) ?? shortSessionId(sessions[0]?.id ?? "");
  const connect = ["holdfast connect", "capture the sessions of your agents"];
  return [
    ...(isConnected ? [] : [connect]),
    ...(newest
      ? [
          [`holdfast resume ${newest}`, "show the newest work"],
          ["holdfast continue", "choose an earlier session and continue it"],
        ]
      : []),
    ["holdfast save --name <name>", "save the current state"],
    ["holdfast status", "show agents and stored data"],
    ...(isConnected ? [connect] : []),
    ["holdfast --help", "list all commands"],
  ];
}

interface Column {
  head: string;
  cells: string[];
}

/** Leaves out the columns that no checkpoint has a value for, since a terminal is narrow. */
function checkpointTable(
  checkpoints: ListOutput["checkpoints"],
  how: Rendering,
  withProject: boolean,
): string[] {
  const column = (
    head: string,
    cellOf: (checkpoint: ListOutput["checkpoints"][number]) => string | null,
  ): Column => ({
    head,
    cells: checkpoints.map((checkpoint) => cellOf(checkpoint) ?? "-"),
  });
  const isSteps = checkpoints.some(({ workflow }) => workflow !== null);
  const agents = new Set(checkpoints.map(({ agent }) => agent));
  const optional = [
    column("WORKFLOW", ({ workflow }) => workflow && short(workflow, how)),
    column(isSteps ? "STEP" : "TITLE", titleOf),
    column("PROGRESS", ({ progress }) => percent(progress)),
    column("FILES", ({ files }) => files && listedFiles(files)),
    ...(agents.size > 1 ? [column("AGENT", ({ agent }) => agent)] : []),
  ].filter(({ cells }) => cells.some((cell) => cell !== "-"));
  const columns = [
    column("ID", ({ id }) => id.slice(0, SHORT_ID)),
    ...optional,
    column("TRIGGER", ({ trigger }) => trigger),
    column("AGE", ({ createdAt }) => ago(createdAt, how.now)),
    ...(withProject ? [column("PROJECT", ({ worktree }) => short(basename(worktree), how))] : []),
  ];
  const rows = [columns.map(({ head }) => head), ...checkpoints.map((_, i) => rowAt(columns, i))];
  const title = columns.findIndex(({ head }) => head === "STEP" || head === "TITLE");
  const [head = "", ...lines] = table(fitted(rows, title, how.columns));
  return [how.style.strong(head), ...lines];
}

/** `3 (+10 -2)`: the files that its turn changed, and their lines. */
export function turnFiles({ files, added, removed }: TurnFiles): string {
  return `${files} (+${added} -${removed})`;
}

/** Also says so if the files had gone back with its prompt. */
function listedFiles(files: TurnFiles): string {
  const { wentBackTo } = files;
  const back = wentBackTo === null ? [] : [`went back to before ${wentBackTo}`];
  return [...(files.files > 0 ? [turnFiles(files)] : []), ...back].join(", ");
}

function rowAt(columns: readonly Column[], index: number): string[] {
  return columns.map(({ cells }) => oneLine(cells[index] ?? ""));
}

const MAX_NAME = 24;

/** Nothing is cut that a program reads. */
function short(text: string, { columns }: Rendering): string {
  return Number.isFinite(columns) ? cutTo(text, MAX_NAME) : text;
}

/** A step of a graph may have a number and no name; the input of a LangGraph thread is number -1. */
function titleOf({ name, step, stepNumber, digest }: CheckpointView): string | null {
  if (name !== null) return `* ${name}`;
  if (step || digest) return step || digest;
  if (stepNumber === null) return null;
  return stepNumber < 0 ? "input" : `step ${stepNumber}`;
}

export function fields(pairs: readonly (readonly [string, string | null | undefined])[]): string[] {
  return pairs.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
}

export function stepOf({ step, stepNumber }: CheckpointView): string | null {
  return [stepNumber, step].filter((part) => part !== null && part !== "").join(" - ") || null;
}

export function percent(progress: number | null): string | null {
  return progress === null ? null : `${Math.round(progress)}%`;
}
