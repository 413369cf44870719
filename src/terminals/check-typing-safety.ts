import type { Composer } from "../kernel/agent/agent.ts";
import type { Context } from "../kernel/context.ts";
import type { PaneView } from "../kernel/ports/terminals.ts";

/** The state of a pane, of the process of the agent in it, and how to read that agent's screen. */
export interface PaneState {
  view: PaneView | undefined;
  terminal: ReturnType<Context["processes"]["terminal"]>;
  composer: Composer;
}

/** Rows above and below the cursor in which an agent shows what it is doing. */
const NEAR_ROWS = 8;

/**
 * Why it is not safe to type into a pane now; undefined if its agent waits there with an empty composer. A screen that
 * cannot be interpreted is not safe.
 */
export function checkTypingSafety(pane: PaneState): string | undefined {
  const unsafe = checkEnterSafety(pane);
  if (unsafe !== undefined) return unsafe;
  if (!isComposerEmpty(pane)) return "its input line is not empty or not visible";
  return pane.view && pane.composer.busy.test(linesNearCursor(pane.view)) ? "it is at work" : undefined;
}

/** The same check with text in the composer, right before Enter. */
export function checkEnterSafety({ view, terminal, composer }: PaneState): string | undefined {
  if (!view || view.isDead) return "its terminal is gone";
  if (terminal?.tty !== view.tty) return "its process is not in that terminal";
  if (!terminal.foreground) return "another program has the terminal";
  if (view.isInMode) return "a person is scrolling back in the terminal";
  if (composer.dialog.test(linesNearCursor(view))) return "a dialog is open";
  return undefined;
}

/** Whether the input line of the agent is visible and empty. */
export function isComposerEmpty({ view, composer }: PaneState): boolean {
  if (!view) return false;
  const { cursorLine, cursor } = view;
  const after = cursorLine.slice(cursor.x).trim();
  return (
    composer.marker.test(cursorLine.slice(0, cursor.x)) && (after === "" || composer.placeholder.test(after))
  );
}

/** Enough characters to recognize the end of a text. */
const TAIL_CHARS = 20;

/** Whether the end of a text is right before the cursor, or the placeholder that an agent shows for a long text. */
export function isStillTyped({ view }: PaneState, text: string): boolean {
  if (!view || view.cursorLine.slice(view.cursor.x).replaceAll(BLANK, "") !== "") return false;
  const { lines, cursorLine, cursor } = view;
  const before = [...lines.slice(0, cursor.y), cursorLine.slice(0, cursor.x)].join("").replaceAll(BLANK, "");
  return before.endsWith(text.replaceAll(BLANK, "").slice(-TAIL_CHARS)) || /\[Pasted[^[\]]*\]$/i.test(before);
}

/** Line wraps, frames and padding. */
const BLANK = /[\s│|]+/g;

function linesNearCursor({ lines, cursor }: PaneView): string {
  return lines.slice(Math.max(0, cursor.y - NEAR_ROWS), cursor.y + NEAR_ROWS).join("\n");
}
