import type { Composer } from "../kernel/agent/agent.ts";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Pane } from "../kernel/ports/terminals.ts";
import {
  checkEnterSafety,
  checkTypingSafety,
  isComposerEmpty,
  isStillTyped,
  type Scene,
} from "./check-typing-safety.ts";

/** An agent that receives Enter sooner takes it as part of the paste. */
const PAUSE_MS = 300;
/** A busy agent draws pasted text late and then takes Enter for a line break. */
const LOOKS = 20;
const LOOK_MS = 150;
const ENTERS = 3;

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
  const unsafe = checkTypingSafety(await look(ctx, client));
  if (unsafe !== undefined) return unsafe;
  await ctx.terminals.paste(client.pane, line);
  await until(async () => !isComposerEmpty(await look(ctx, client)));
  for (let enters = 0; enters < ENTERS; enters += 1) {
    await ctx.sleep(PAUSE_MS);
    const changed = checkEnterSafety(await look(ctx, client));
    // After the first Enter this is its result.
    if (changed !== undefined) return enters > 0 ? undefined : `${changed}; the text was left there unsent`;
    await ctx.terminals.enter(client.pane);
    if (await until(async () => !isStillTyped(await look(ctx, client), line))) return undefined;
  }
  return "it does not react to Enter; the text was left there unsent";

  async function until(isSo: () => Promise<boolean>): Promise<boolean> {
    for (let looks = 0; looks < LOOKS; looks += 1) {
      if (await isSo()) return true;
      await ctx.sleep(LOOK_MS);
    }
    return false;
  }
}

async function look(
  ctx: Pick<Context, "terminals" | "processes">,
  { pane, process, composer }: Client,
): Promise<Scene> {
  const lives = ctx.processes.startTime(process.pid) === process.startTime;
  const terminal = lives ? ctx.processes.terminal(process.pid) : undefined;
  return { view: await ctx.terminals.view(pane), terminal, composer };
}

const MAX_CHARS = 64 * 1024;

/** Control characters, direction marks and line ends of every kind. */
const UNWANTED = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

/** Text that is safe to type: without control characters, nothing can end a paste, press a key or submit a line early. */
export function toOneLine(text: string): string {
  if (text.length > MAX_CHARS) {
    throw new HoldfastError("too_large", `At most ${MAX_CHARS} characters are typed into a terminal.`);
  }
  return text.toWellFormed().replaceAll(UNWANTED, " ").trim();
}
