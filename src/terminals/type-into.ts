import type { Composer } from "../kernel/agent/agent.ts";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Pane } from "../kernel/ports/terminals.ts";
import {
  checkEnterSafety,
  checkTypingSafety,
  isComposerEmpty,
  isStillTyped,
  type PaneState,
} from "./check-typing-safety.ts";

/** An agent that receives Enter sooner treats it as part of the paste. */
const PAUSE_MS = 300;
/** A busy agent draws pasted text late and then treats Enter as a line break. */
const MAX_CHECKS = 20;
const CHECK_MS = 150;
const MAX_ENTERS = 3;

interface Client {
  pane: Pane;
  process: { pid: number; startTime: string };
  composer: Composer;
}

/** Types a prompt into the pane of an agent and submits it. Returns the reason if that is not safe. */
export async function typeInto(
  ctx: Pick<Context, "sleep" | "terminals" | "processes">,
  client: Client,
  text: string,
): Promise<string | undefined> {
  const line = toOneLine(text);
  const unsafe = checkTypingSafety(await readPane(ctx, client));
  if (unsafe !== undefined) return unsafe;
  await ctx.terminals.paste(client.pane, line);
  await waitUntil(async () => !isComposerEmpty(await readPane(ctx, client)));
  for (let enters = 0; enters < MAX_ENTERS; enters += 1) {
    await ctx.sleep(PAUSE_MS);
    const changed = checkEnterSafety(await readPane(ctx, client));
    // After the first Enter, the change is its result.
    if (changed !== undefined) return enters > 0 ? undefined : `${changed}; the text was left there unsent`;
    await ctx.terminals.enter(client.pane);
    if (await waitUntil(async () => !isStillTyped(await readPane(ctx, client), line))) return undefined;
  }
  return "it does not react to Enter; the text was left there unsent";

  async function waitUntil(condition: () => Promise<boolean>): Promise<boolean> {
    for (let checks = 0; checks < MAX_CHECKS; checks += 1) {
      if (await condition()) return true;
      await ctx.sleep(CHECK_MS);
    }
    return false;
  }
}

async function readPane(
  ctx: Pick<Context, "terminals" | "processes">,
  { pane, process, composer }: Client,
): Promise<PaneState> {
  const isAlive = ctx.processes.startTime(process.pid) === process.startTime;
  const terminal = isAlive ? ctx.processes.terminal(process.pid) : undefined;
  return { view: await ctx.terminals.view(pane), terminal, composer };
}

const MAX_CHARS = 64 * 1024;

/** Control characters, direction marks and line ends of every kind. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

/**
 * Text that is safe to type: without control characters, nothing can end a paste, press a key or submit a line early.
 */
export function toOneLine(text: string): string {
  if (text.length > MAX_CHARS) {
    throw new HoldfastError("too_large", `At most ${MAX_CHARS} characters are typed into a terminal.`);
  }
  return text.toWellFormed().replaceAll(UNSAFE, " ").trim();
}
