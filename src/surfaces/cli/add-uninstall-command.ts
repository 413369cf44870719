import { resolve } from "node:path";
import type { Command } from "commander";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Archive } from "../../kernel/ports/archive.ts";
import type { PurgePlan } from "../../setup/describe-purge.ts";
import type { UninstallResult } from "../../setup/uninstall.ts";
import { count } from "../../text/phrases.ts";
import { escapeAll, escapeTerminal } from "../escape-terminal.ts";
import { jsonText } from "../json-text.ts";
import { plainJson } from "../plain-json.ts";
import type { Prompts } from "./ask/prompts.ts";
import { helpGroups } from "./help-groups.ts";
import { renderUninstalled } from "./render/changes.ts";
import { renderPurgePlan } from "./render/purge.ts";

interface Wiring {
  open(): Promise<Context & { close(): Promise<void> }>;
  stopDaemon(): Promise<unknown>;
  openArchive(directory: string): Promise<Archive>;
  /** Undefined without a person at a terminal. */
  prompts: (() => Promise<Prompts | undefined>) | undefined;
  write(text: string): void;
}

interface Options {
  purge?: boolean;
  yes?: boolean;
  archive?: string;
  json?: boolean;
}

/** Not an operation, because it stops the daemon that serves operations and deletes their store. */
export function addUninstallCommand(program: Command, wiring: Wiring): void {
  program
    .command("uninstall")
    .description("Disconnect all agents and list what remains")
    .helpGroup(helpGroups.agents)
    .option("--purge", "Also delete checkpoints, prompts, notes and settings")
    .option("--yes", "Purge without asking")
    .option("--archive <directory>", "Archive all checkpoints there before the purge")
    .option("--json", "Print JSON")
    .action((options: Options) => run(wiring, options));
}

async function run(wiring: Wiring, options: Options): Promise<void> {
  const { purge = false, archive, json } = options;
  if (archive !== undefined && !purge)
    throw new HoldfastError("invalid_input", "--archive needs --purge: without it, nothing is deleted.");
  const { uninstall } = await import("../../setup/uninstall.ts");
  // Closed again before its database is deleted.
  const archived = purge ? await withContext(wiring, (ctx) => preparePurge(ctx, wiring, options)) : null;
  if (archived === undefined) return wiring.write("Nothing was changed.\n");
  await wiring.stopDaemon();
  const done = await withContext(wiring, (ctx) => uninstall(ctx, { purge }));
  const lines = () => renderUninstalled(escapeAll(plainJson(done)) as UninstallResult);
  const report = archived === null ? done : { ...done, archived };
  wiring.write(json ? `${jsonText(report)}\n` : `${lines().join("\n")}\n`);
}

async function withContext<T>({ open }: Wiring, work: (ctx: Context) => Promise<T>): Promise<T> {
  const ctx = await open();
  try {
    return await work(ctx);
  } finally {
    await ctx.close();
  }
}

interface ArchiveResult {
  where: string;
  checkpoints: number;
}

/** Returns what was archived before, null if nothing was, and undefined if the person does not want to purge. */
async function preparePurge(
  ctx: Context,
  wiring: Wiring,
  options: Options,
): Promise<ArchiveResult | null | undefined> {
  const { describePurge, refuseInside } = await import("../../setup/describe-purge.ts");
  const { archive: directory, json = false } = options;
  const where = directory === undefined ? undefined : resolve(ctx.caller.cwd, directory);
  if (where !== undefined) refuseInside(ctx, where);
  const plan = await describePurge(ctx);
  if (!json) wiring.write(`${renderPurgePlan(plan).map(escapeTerminal).join("\n")}\n`);
  if (!(await isConfirmed(plan, wiring, options))) return undefined;
  if (where === undefined) return null;
  const archived = await archiveFirst(ctx, await wiring.openArchive(where));
  const line = `Archived ${count(archived.checkpoints, "checkpoint")} in ${archived.where}.`;
  if (!json) wiring.write(`${escapeTerminal(line)}\n`);
  return archived;
}

/** Throws if there is no one to ask. */
async function isConfirmed(plan: PurgePlan, { prompts }: Wiring, { yes, json }: Options): Promise<boolean> {
  if (yes || !plan.isRecorded) return true;
  const asked = json ? undefined : await prompts?.();
  if (!asked) throw unconfirmed(plan);
  return (await asked.confirm("Delete all of this?", false)) === true;
}

async function archiveFirst(ctx: Context, archive: Archive): Promise<ArchiveResult> {
  const { archiveAll } = await import("../../checkpoints/archive/archive-all.ts");
  await ctx.drain();
  const bundles = await archiveAll(ctx, archive);
  const checkpoints = bundles.reduce((sum, bundle) => sum + bundle.checkpoints, 0);
  return { where: archive.where, checkpoints };
}

function unconfirmed({ records }: PurgePlan): HoldfastError {
  const what = records === null ? "" : `, with ${count(records.checkpoints, "checkpoint")}`;
  return new HoldfastError("invalid_input", `--purge deletes everything that Holdfast recorded${what}.`, {
    next: "Add --yes to confirm, and --archive <directory> to keep the checkpoints.",
  });
}
