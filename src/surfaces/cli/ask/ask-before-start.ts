import type { Context } from "../../../kernel/context.ts";
import type { ArrivedFiles } from "../../../recovery/work/find-arrived-files.ts";
import { restore } from "../../../restore/operations/restore.ts";
import { escapeTerminal } from "../../escape-terminal.ts";
import type { Prompts } from "./prompts.ts";

interface StartInput {
  files?: ArrivedFiles | null | undefined;
  /** Where the session is continued. */
  directory: string;
  /** What could not be brought here, which the person has just read. */
  missing: readonly string[];
}

interface Dialog {
  prompts: Prompts;
  print(view: object): void;
}

/**
 * Asks whether to start the agent although something could not be brought here, and offers the files that the session had on
 * another machine. False if the person does not want to start it: once it works here, what is missing is no longer brought.
 */
export async function askBeforeStart(
  ctx: Context,
  { files, directory, missing }: StartInput,
  dialog: Dialog,
): Promise<boolean> {
  if (missing.length > 0 && (await dialog.prompts.confirm("Start the agent without it?", false)) !== true)
    return false;
  return !files || (await offerFiles(ctx, { files, directory }, dialog));
}

/** False if the person cancels. */
async function offerFiles(
  ctx: Context,
  { files: { snapshot, machine }, directory }: { files: ArrivedFiles; directory: string },
  { prompts, print }: Dialog,
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
