import type { PickerState } from "../model/picker-state.ts";
import { isWide } from "./layout.ts";

/** All keys, as `?` lists them. They fit a terminal of 24 rows, with what the marks mean. */
export const KEYS: readonly (readonly [string, string])[] = [
  ["Enter", "Continue the session in its agent"],
  ["a", "Continue it in another agent"],
  ["r", "Show its record, and what has changed since"],
  ["d", "Show what it changed, turn by turn"],
  ["f", "Restore files to before one of its turns"],
  ["n", "Save its work under a name"],
  ["x", "Dismiss it: no session receives its record (again: bring it back)"],
  ["", ""],
  ["/", "Search titles, prompts, decisions, files and branches"],
  ["Tab", "This worktree, this project, all projects"],
  ["↑ ↓  j k", "Move (also Ctrl-P, Ctrl-N, PgUp, PgDn, Home, End)"],
  ["→ Space p", "Go to the preview, ← back to the list"],
  ["Esc", "One step back; at the list, quit (also q, Ctrl-C)"],
  ["", ""],
  ["●", "Running: not continued a second time"],
  ["×", "Cut off: killed, or ended without a word"],
  ["-", "Cleared or dismissed: not continued automatically"],
  ["OPEN", "Open todos, and commands that still fail (2 1!)"],
];

/** The keys that matter now, the most important first. */
export function helpKeys(state: PickerState): readonly (readonly [string, string])[] {
  if (state.overlay) return overlayKeys(state.overlay);
  const enter = ["Enter", state.purpose === "continue" ? "continue" : "resume"] as const;
  if (state.focus === "search")
    return [enter, ["↓", "to the list"], ["Tab", "scope"], ["Esc", "clear"], ["Ctrl-U", "empty"]];
  if (state.focus === "preview") return [["↑↓", "scroll"], enter, ["Esc", "back"], ["?", "keys"]];
  const back = ["Esc", state.query === "" ? "quit" : "clear"] as const;
  const preview = isWide(state.size) ? [] : ([["Space", "preview"]] as const);
  return [
    enter,
    ["/", "search"],
    ["Tab", "scope"],
    ["?", "keys"],
    back,
    ...preview,
    ["a", "other agent"],
    ["r", "record"],
    ["d", "diff"],
    ["f", "restore files"],
    ["n", "name"],
    ["x", "dismiss"],
  ];
}

function overlayKeys(overlay: NonNullable<PickerState["overlay"]>): [string, string][] {
  switch (overlay.type) {
    case "confirm":
      return [
        ...(overlay.request ? ([["y", "yes"]] as [string, string][]) : []),
        ...(overlay.overwrite ? ([["o", "the kept files too"]] as [string, string][]) : []),
        ["n", "no"],
        ["↑↓", "scroll"],
      ];
    case "choose":
      return [
        ["Enter", "choose"],
        ["↑↓", "move"],
        ["Esc", "back"],
      ];
    case "input":
      return [
        ["Enter", "go on"],
        ["Esc", "back"],
      ];
    case "help":
    case "text":
      return [
        ["↑↓", "scroll"],
        ["Esc", "back"],
      ];
  }
}
