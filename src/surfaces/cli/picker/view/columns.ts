import type { SessionRow } from "../../../../recovery/browse/session-row.ts";
import type { PickerState } from "../model/picker-state.ts";
import type { Tone } from "./line.ts";

export interface Column {
  name: "title" | "agent" | "machine" | "place" | "branch" | "files" | "open" | "age";
  head: string;
  width: number;
  align: "left" | "right";
  tone: Tone;
  valueOf(row: SessionRow, now: number): string;
}

/** Columns of the marks before a session. */
const MARKS = 4;
const GAP = 2;
/** A title of this length can be recognized. Other columns are left out to make room for it. */
const GOOD_TITLE = 30;
/** Sessions by which it is decided whether a column says anything. */
const LOOKED_AT = 200;

const agent: Column = {
  name: "agent",
  head: "AGENT",
  width: 11,
  align: "left",
  tone: "plain",
  valueOf: (row) => row.agent,
};
const machine: Column = {
  name: "machine",
  head: "MACHINE",
  width: 10,
  align: "left",
  tone: "plain",
  valueOf: (row) => row.machine ?? "",
};
const branch: Column = {
  name: "branch",
  head: "BRANCH",
  width: 14,
  align: "left",
  tone: "dim",
  valueOf: (row) => row.branch,
};
const files: Column = {
  name: "files",
  head: "FILES",
  width: 5,
  align: "right",
  tone: "dim",
  valueOf: (row) => (row.files === 0 ? "" : String(row.files)),
};
const open: Column = {
  name: "open",
  head: "OPEN",
  width: 6,
  align: "right",
  tone: "plain",
  valueOf: openOf,
};
const age: Column = {
  name: "age",
  head: "AGE",
  width: 4,
  align: "right",
  tone: "dim",
  valueOf: (row, now) => shortAge(now - row.lastSeenAt),
};

/** In the order in which they are left out on a narrow terminal. */
const EXPENDABLE = ["branch", "files", "place", "machine", "agent", "open"] as const;

/** The columns for a width; the title gets what the others leave. */
export function chooseColumns({ shown, scope }: PickerState, columns: number): Column[] {
  const seen = shown.slice(0, LOOKED_AT);
  const place = placeColumn(scope);
  let chosen = [agent, machine, place, branch, files, open, age].filter(
    (column) => column === age || column === agent || seen.some((row) => column.valueOf(row, 0) !== ""),
  );
  for (const name of EXPENDABLE) {
    if (titleWidth(chosen, columns) >= GOOD_TITLE) break;
    chosen = chosen.filter((column) => column.name !== name);
  }
  const width = Math.max(1, titleWidth(chosen, columns));
  return [{ ...title, width }, ...chosen];
}

const title: Column = {
  name: "title",
  head: "SESSION",
  width: 0,
  align: "left",
  tone: "plain",
  valueOf: (row) => row.title || "(nothing asked)",
};

/** Within a worktree, where it was started in it; otherwise the name of the worktree as well. */
function placeColumn(scope: PickerState["scope"]): Column {
  const valueOf = (row: SessionRow) =>
    scope === "worktree" ? row.directory : [row.place, row.directory].filter((part) => part !== "").join("/");
  return { name: "place", head: "WHERE", width: 16, align: "left", tone: "dim", valueOf };
}

function titleWidth(others: readonly Column[], columns: number): number {
  return columns - MARKS - others.reduce((sum, { width }) => sum + width + GAP, 0);
}

/** Open todos, and commands that still fail with a `!`. */
function openOf({ openTodos, failing }: SessionRow): string {
  const todos = openTodos === 0 ? "" : String(openTodos);
  const failures = failing === null || failing === 0 ? "" : `${failing}!`;
  return [todos, failures].filter((part) => part !== "").join(" ");
}

/** `now`, `12m`, `3h`, `45d`, `2y` */
export function shortAge(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes}m`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}h`;
  const days = Math.floor(minutes / (24 * 60));
  return days < 1_000 ? `${days}d` : `${Math.floor(days / 365)}y`;
}
