import type { Context } from "../../../kernel/context.ts";
import type { Outcome, Purpose } from "./model/picker-state.ts";
import { readFirstState } from "./read-first-state.ts";
import { startLoop } from "./start-loop.ts";
import type { PickerTerminal } from "./terminal/picker-terminal.ts";
import { createScreen } from "./terminal/screen.ts";
import { frameOf } from "./view/frame.ts";

export interface PickerOptions {
  ctx: Context;
  terminal: PickerTerminal;
  purpose: Purpose;
  colors: boolean;
}

/** Lets a person choose a session. The terminal is given back before this resolves or fails. */
export async function runPicker({ ctx, terminal, purpose, colors }: PickerOptions): Promise<Outcome> {
  const state = await readFirstState(ctx, { purpose, size: terminal.size() });
  const screen = createScreen((text) => terminal.write(text), colors);
  terminal.enter();
  screen.draw(frameOf(state));
  let working: Promise<void> | undefined;
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      working = startLoop({ ctx, terminal, screen, state, onEnd: resolve, onError: reject });
    });
  } finally {
    terminal.leave();
    // The caller closes the store, which may still be read.
    await working;
  }
}
