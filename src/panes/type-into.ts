import type { Composer } from "../kernel/agent.ts";
import type { Context } from "../kernel/context.ts";
import type { Pane } from "../kernel/terminals.ts";
import { oneLine } from "./one-line.ts";
import { type Scene, whyNotEnter, whyNotType } from "./why-not-type.ts";

/** A client that gets Enter sooner takes it as part of the paste. */
const PAUSE_MS = 300;

interface Client {
  pane: Pane;
  process: { pid: number; startTime: string };
  composer: Composer;
}

/** Types a prompt into a client's pane and submits it. Comes back with the reason where that is not safe. */
export async function typeInto(
  ctx: Context,
  { pane, process, composer }: Client,
  text: string,
): Promise<string | undefined> {
  const line = oneLine(text);
  const look = async (): Promise<Scene> => {
    const lives = ctx.processes.startTime(process.pid) === process.startTime;
    const terminal = lives ? ctx.processes.terminal(process.pid) : undefined;
    return { view: await ctx.terminals.view(pane), terminal, composer };
  };
  const unsafe = whyNotType(await look());
  if (unsafe !== undefined) return unsafe;
  await ctx.terminals.paste(pane, line);
  await ctx.sleep(PAUSE_MS);
  const changed = whyNotEnter(await look());
  if (changed !== undefined) return `${changed}; the text was left there unsent`;
  await ctx.terminals.enter(pane);
  return undefined;
}
