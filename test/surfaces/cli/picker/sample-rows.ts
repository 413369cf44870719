import type { SessionRow } from "../../../../src/recovery/browse/session-row.ts";
import { parseKeys } from "../../../../src/surfaces/cli/picker/model/parse-keys.ts";
import {
  initialState,
  type PickerState,
  type PickerUpdate,
} from "../../../../src/surfaces/cli/picker/model/picker-state.ts";
import { update } from "../../../../src/surfaces/cli/picker/model/update.ts";
import { frameOf } from "../../../../src/surfaces/cli/picker/view/frame.ts";

export const NOW = 1_800_000_000_000;

export function sampleRow(number: number, change: Partial<SessionRow> = {}): SessionRow {
  return {
    id: `ses_${number}`,
    nativeId: `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`,
    agent: "claude-code",
    machine: null,
    projectId: "prj_shop",
    worktree: "/home/ada/shop",
    pid: null,
    lastSeenAt: NOW - number * 3_600_000,
    state: "ended",
    isDismissed: false,
    parentId: null,
    title: `Title ${number}`,
    branch: "main",
    place: "shop",
    directory: "",
    files: 0,
    openTodos: 0,
    failing: 0,
    content: "",
    ...change,
  };
}

/** A picker that has read all sessions. */
export function sampleState(rows: readonly SessionRow[], change: Partial<PickerState> = {}): PickerState {
  const here = { worktree: "/home/ada/shop", projectId: "prj_shop" };
  const state = initialState({
    purpose: "continue",
    size: { columns: 80, rows: 24 },
    now: NOW,
    here,
    scope: "worktree",
    rows: [],
  });
  return { ...update(state, { type: "loaded", rows, isLast: true }).state, ...change };
}

/** Presses keys as a terminal sends them. Returns the last state and all effects. */
export function press(state: PickerState, keys: string): PickerUpdate {
  const { keys: parsed, rest } = parseKeys(keys);
  const all = rest === "\x1b" ? [...parsed, { name: "escape" as const }] : parsed;
  let updated: PickerUpdate = { state, effects: [] };
  for (const key of all) {
    const { state: next, effects } = update(updated.state, { type: "key", key });
    updated = { state: next, effects: [...updated.effects, ...effects] };
  }
  return updated;
}

export function screenOf(state: PickerState): string[] {
  return frameOf(state).lines.map(({ spans }) => spans.map(({ text }) => text).join(""));
}
