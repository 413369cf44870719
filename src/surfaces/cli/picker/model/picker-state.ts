import type { SessionPreview } from "../../../../recovery/browse/read-session-preview.ts";
import type { SessionRow } from "../../../../recovery/browse/session-row.ts";
import type { Size } from "../terminal/picker-terminal.ts";

/** Which sessions are listed, from narrow to wide. */
export const SCOPES = ["worktree", "project", "all"] as const;
export type Scope = (typeof SCOPES)[number];

/** Where the person is. A project that is not in the store yet has no id. */
export interface Here {
  worktree: string;
  projectId: string | undefined;
}

/** What Enter does: `continue` opens the session in its agent, `resume` prints its record. */
export type Purpose = "continue" | "resume";

/** A search that is done in slices, so that it never delays a key. */
export interface Search {
  query: string;
  /** The number of sessions in the scope. */
  total: number;
  /** The sessions that are searched, and how many of them have been. */
  among: readonly SessionRow[];
  searched: number;
  inTitle: readonly SessionRow[];
  inContent: readonly SessionRow[];
}

/** An operation that the person asked for, with the session that it is about. */
export type Request =
  | { type: "record" | "diff" | "agents" | "turns"; id: string }
  | { type: "dismiss"; id: string; undo: boolean }
  | { type: "name"; id: string; name: string }
  | { type: "plan" | "restore"; id: string; turn: string; overwrite: boolean };

/** What is in front of the list. */
export type Overlay =
  | { type: "help"; scroll: number }
  | { type: "text"; title: string; lines: readonly string[]; scroll: number }
  | {
      type: "confirm";
      question: string;
      lines: readonly string[];
      scroll: number;
      /** What `y` does; undefined if there is nothing to confirm. */
      request: Request | undefined;
      /** What `o` does, where files were kept that somebody else changed. */
      overwrite?: Request;
    }
  | { type: "choose"; question: string; options: readonly string[]; index: number; id: string }
  | {
      type: "input";
      label: string;
      value: string;
      hint: string;
      /** What the person chooses from; each is cut to one row. */
      lines: readonly string[];
      ask: "name" | "turn";
      id: string;
    };

export interface PickerState {
  purpose: Purpose;
  size: Size;
  now: number;
  here: Here;
  scope: Scope;
  /** All sessions that are loaded, newest first. */
  rows: readonly SessionRow[];
  isLoading: boolean;
  /** The sessions in the list: those of the scope that the search has found. */
  shown: readonly SessionRow[];
  query: string;
  search: Search | undefined;
  focus: "list" | "search" | "preview";
  selectedId: string | undefined;
  /** The first visible row of the list. */
  top: number;
  preview: SessionPreview | undefined;
  previewScroll: number;
  overlay: Overlay | undefined;
  /** One line about what happened last. */
  message: { text: string; isBad: boolean } | undefined;
}

/** How the picker ends. */
export type Outcome =
  | { type: "quit" }
  | { type: "run"; operation: Purpose; input: { id: string; in?: string } };

/** What the update asks the loop to do. */
export type Effect =
  | { type: "leave"; outcome: Outcome }
  | { type: "call"; request: Request }
  | { type: "suspend" | "redraw" };

export interface PickerUpdate {
  state: PickerState;
  effects: readonly Effect[];
}

export function initialState(
  given: Pick<PickerState, "purpose" | "size" | "now" | "here" | "scope" | "rows">,
): PickerState {
  return {
    ...given,
    isLoading: true,
    shown: given.rows,
    query: "",
    search: undefined,
    focus: "list",
    selectedId: given.rows[0]?.id,
    top: 0,
    preview: undefined,
    previewScroll: 0,
    overlay: undefined,
    message: undefined,
  };
}

export function selectedRow({ shown, selectedId }: PickerState): SessionRow | undefined {
  return shown.find(({ id }) => id === selectedId);
}

export function isInScope(row: SessionRow, scope: Scope, here: Here): boolean {
  if (scope === "all") return true;
  // A worktree is part of its project, even if the store knows the project under an earlier root.
  return row.worktree === here.worktree || (scope === "project" && row.projectId === here.projectId);
}
