import type { Context } from "../../kernel/context.ts";
import { loadOperation } from "../../operations.ts";
import type { NamedOperation } from "../../operations-by-name.ts";
import { hasPendingPlace } from "../../place/find-places-directory.ts";
import type { Purpose } from "./picker/model/picker-state.ts";
import type { PickerTerminal } from "./picker/terminal/picker-terminal.ts";

/** Asks for a printed list, without questions: for screen readers, and for what is copied or logged. */
const PLAIN = "--plain";
/** The commands that understand it. Others have an option of this name, or take it as text. */
const PRINTING: ReadonlySet<string | undefined> = new Set([undefined, "--json", "continue", "resume"]);

export interface PickWiring {
  open(): Promise<Context & { close(): Promise<void> }>;
  colors: boolean;
  /** The terminal of a person who wants a picker rather than a printed list. Undefined without one. */
  terminal?: (() => Promise<PickerTerminal>) | undefined;
}

interface PickResult {
  /** The command line to run. */
  words: readonly string[];
  /** Nothing is asked. */
  isPlain: boolean;
  /** The operation that was chosen. */
  operation?: NamedOperation | undefined;
}

/**
 * Lets a person at a terminal choose a session where the command names none. Undefined if the person left without a
 * choice.
 */
export async function pickSession(
  wiring: PickWiring,
  words: readonly string[],
): Promise<PickResult | undefined> {
  const others = words.filter((word) => word !== PLAIN);
  if (others.length < words.length && PRINTING.has(others[0])) return { words: others, isPlain: true };
  const purpose = purposeOf(words);
  if (!purpose || !wiring.terminal) return { words, isPlain: false };
  const { runPicker } = await import("./picker/run-picker.ts");
  const ctx = await wiring.open();
  try {
    if (purpose === "resume" && (await hasPendingPlace(ctx))) return { words, isPlain: false };
    const terminal = await wiring.terminal();
    const outcome = await runPicker({ ctx, terminal, purpose, colors: wiring.colors });
    if (outcome.type === "quit") return undefined;
    const { id, in: agent } = outcome.input;
    return {
      words: [outcome.operation, id, ...(agent === undefined ? [] : ["--in", agent]), ...words.slice(1)],
      isPlain: false,
      operation: await loadOperation(outcome.operation),
    };
  } finally {
    await ctx.close();
  }
}

/** Undefined for commands that name a session, and for those that the picker has no part in. */
function purposeOf(words: readonly string[]): Purpose | undefined {
  const [command, ...rest] = words;
  if (command === undefined) return "continue";
  if (command === "resume") return rest.length === 0 ? "resume" : undefined;
  return command === "continue" && namesNoSession(rest) ? "continue" : undefined;
}

/** The options of `continue` that apply to whichever session is chosen. */
function namesNoSession(rest: readonly string[]): boolean {
  return rest.every((word, i) => word === "--fresh" || /^--in(?:=|$)/.test(word) || rest[i - 1] === "--in");
}
