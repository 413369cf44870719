import type { Context } from "../../../kernel/context.ts";
import type { ArrivedFiles } from "../../../recovery/work/find-arrived-files.ts";
import { restore } from "../../../restore/operations/restore.ts";
import { escapeTerminal } from "../../escape-terminal.ts";
import type { Prompts } from "./prompts.ts";

interface Wanted {
  files: ArrivedFiles;
  /** Where the session is continued. */
  directory: string;
}

/** Offers to bring in the files that a session had on another machine. False if the person cancels. */
export async function restoreArrived(
  ctx: Context,
  { files: { snapshot, machine }, directory }: Wanted,
  { prompts, print }: { prompts: Prompts; print(view: object): void },
): Promise<boolean> {
  const there = { ...ctx, caller: { ...ctx.caller, cwd: directory } };
  const plan = await restore.call(there, { target: snapshot });
  const { created, changed, deleted } = plan.counts;
  if (created + changed + deleted === 0) return true;
  print(plan);
  const isWanted = await prompts.confirm(`Bring in the files from ${escapeTerminal(machine)} first?`);
  if (isWanted) print(await restore.call(there, { target: snapshot, yes: true }));
  return isWanted !== undefined;
}
