import type { Composer } from "../kernel/agent.ts";
import type { Context } from "../kernel/context.ts";
import type { PaneView } from "../kernel/terminals.ts";

/** A pane at one moment, the client's place in it, and how that client's screen is read. */
export interface Scene {
  view: PaneView | undefined;
  terminal: ReturnType<Context["processes"]["terminal"]>;
  composer: Composer;
}

/** Rows above and below the cursor in which a client says what it is doing. */
const NEAR = 8;

/**
 * Why nothing may be typed into a pane now; undefined when its client waits there with an empty composer. Only what is
 * seen counts: a screen that is not understood is not typed into.
 */
export function whyNotType(scene: Scene): string | undefined {
  return whyNotEnter(scene) ?? composerTrouble(scene);
}

/** The same with text in the composer: what is looked at again right before Enter. */
export function whyNotEnter({ view, terminal, composer }: Scene): string | undefined {
  if (!view || view.isDead) return "its terminal is gone";
  if (terminal?.tty !== view.tty) return "its process is not in that terminal";
  if (!terminal.foreground) return "another program has the terminal";
  if (view.isInMode) return "somebody reads back in the terminal";
  if (composer.dialog.test(near(view))) return "a dialog is open";
  return undefined;
}

function composerTrouble({ view, composer }: Scene): string | undefined {
  if (!view) return undefined;
  const before = view.cursorLine.slice(0, view.cursor.x);
  if (!composer.marker.test(before)) return "its input line is not empty, or not to be seen";
  const after = view.cursorLine.slice(view.cursor.x).trim();
  if (after !== "" && !composer.placeholder.test(after)) return "the user has typed something";
  return composer.busy.test(near(view)) ? "it is at work" : undefined;
}

function near({ lines, cursor }: PaneView): string {
  return lines.slice(Math.max(0, cursor.y - NEAR), cursor.y + NEAR).join("\n");
}
