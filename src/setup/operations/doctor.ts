import { existsSync, lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { countPendingArchive } from "../../checkpoints/archive/intent.ts";
import { changedAt, listBackups } from "../../files/backups.ts";
import { MAKE_WRITABLE, whyNotWritable } from "../../files/file-errors.ts";
import { namesIn } from "../../files/read-small-file.ts";
import { listSetAside, setAsideNotice } from "../../files/set-aside.ts";
import type { AgentAdapter } from "../../kernel/agent/agent.ts";
import type { Context, Installation } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import type { Daemon } from "../../kernel/ports/daemon.ts";
import type { MaintenanceStorage } from "../../kernel/storage/maintenance-storage.ts";
import { listFirst } from "../../text/phrases.ts";
import { agentFindings } from "../agent-findings.ts";
import { checkAgent } from "../check-agent.ts";
import { checkConversations } from "../check-conversations.ts";
import { checkDeadlines } from "../check-deadlines.ts";
import { checkPushes, checkRemote, describeRemote } from "../check-remote.ts";
import { checkSnapshots, describeSnapshots } from "../check-snapshots.ts";
import { resolveConnectPaths } from "../connect-paths.ts";
import { describeCapture } from "../describe-capture.ts";
import { describeFailure } from "../describe-failure.ts";
import { describeRetention } from "../describe-retention.ts";
import { readDroppedEvents } from "../dropped-events.ts";
import { type CheckResult, Finding, type SkippedCheck, toFinding } from "../finding.ts";
import { hookShimPath, isHookShimCurrent } from "../hook-shim.ts";
import { describePending } from "../list-pending-replies.ts";
import { stableProgramDir } from "../stable-program.ts";
import { tryHook } from "../try-hook.ts";
import { trySave } from "../try-save.ts";
import { unknownSettings } from "../unknown-settings.ts";
import { withoutPastTrouble } from "../without-past-trouble.ts";

/** Performs one check. Returns the problem, the reason for skipping, or undefined. */
type Check = (ctx: Context) => Promise<CheckResult> | CheckResult;

const CHECKS: readonly (readonly [string, Check])[] = [
  ["state directory is private and writable", stateDirectory],
  ["settings are known", settings],
  ["hook deadlines apply as written", checkDeadlines],
  ["project settings are readable", projectSettings],
  ["database is intact", inDatabase(integrity)],
  ["no database was damaged", inState(damagedBefore)],
  ["a backup is recent", inState(backup)],
  ["the archive can be reached", archive],
  ["the remote can be reached and read", inState(checkRemote)],
  ["sessions are pushed automatically", inState(checkPushes)],
  ["checkpoints can be saved and loaded", inDatabase(trySave)],
  ["spool is empty", inState(spool)],
  ["no event was dropped", inState(dropped)],
  ["replies have arrived", inDatabase(replies)],
  ["quarantine is empty", inState(quarantine)],
  ["daemon responds", daemon],
  ["files are captured", checkSnapshots],
  ["conversations can be read", inDatabase(checkConversations)],
  ["hooks handle an event", hookEntry],
  ["hooks run this program", hookShim],
];

export const doctor = defineOperation({
  name: "doctor",
  group: "agents",
  summary: "Check the installation and suggest fixes",
  readOnly: true,
  input: z.object({}),
  output: z.object({ ok: z.boolean(), findings: z.array(Finding) }),
  async run(ctx) {
    const findings: Finding[] = [];
    for (const [check, run] of CHECKS) findings.push(await runCheck(ctx, check, run));
    findings.push(...(await agentFindings(ctx)), ...(await captureFindings(ctx)));
    return { ok: findings.every(({ ok }) => ok), findings };
  },
});

/** A check that throws is a finding too; the others still run. */
async function runCheck(ctx: Context, check: string, run: Check): Promise<Finding> {
  try {
    return toFinding(check, await run(ctx));
  } catch (error) {
    return toFinding(check, describeFailure(error));
  }
}

/** Reports one cause only once: if the state directory cannot be used, checks inside it are skipped. */
function inState(run: Check): Check {
  return (ctx) => {
    if (!existsSync(ctx.paths.state)) return { skipped: "there is no state directory yet" };
    return whyNotWritable(ctx.paths.state) === undefined ? run(ctx) : NO_STATE;
  };
}

function inDatabase(run: Check): Check {
  return (ctx) =>
    ctx.config.store.url !== undefined || whyNotWritable(ctx.paths.state) === undefined ? run(ctx) : NO_STATE;
}

const BEING_WRITTEN =
  "an event is still being written; if its writer was killed, it is handled or quarantined after 20 seconds";
const BACKUP_LATE_MS = 3 * 86_400_000;
const NO_STATE: SkippedCheck = { skipped: "the state directory cannot be used" };

function stateDirectory({ paths }: Installation): CheckResult {
  const denied = whyNotWritable(paths.state);
  if (denied) return `${denied}. ${MAKE_WRITABLE}`;
  const mode = statSync(paths.state, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return { skipped: "there is none yet; the first session or command creates it" };
  return (mode & 0o077) === 0
    ? undefined
    : `${paths.state} is accessible to other users: run chmod 700 ${paths.state}`;
}

function settings({ paths }: Installation): string | undefined {
  const unknown = unknownSettings(paths);
  if (unknown.length === 0) return undefined;
  return `${paths.configFile} contains unknown settings: ${listFirst(unknown, 5, ", ")}. Check the spelling.`;
}

/** Throws if the file is unreadable, which would silently disable debriefs. */
async function projectSettings({
  workspace,
  caller,
}: Pick<Context, "workspace" | "caller">): Promise<undefined> {
  const { worktree } = await workspace.locate(caller.cwd);
  await workspace.projectConfig(worktree);
}

async function integrity({ store }: { store: MaintenanceStorage }): Promise<string | undefined> {
  const problems = await store.checkIntegrity(false);
  if (problems.length === 0) return undefined;
  return `The database is damaged (${listFirst(problems, 3, "; ")}): restore a backup, see docs/store.md#backups.`;
}

/** The replacement of a damaged database may lack the newest records. */
function damagedBefore({ paths }: Installation): string | undefined {
  const found = listSetAside(paths.database);
  return found.length === 0 ? undefined : found.map(setAsideNotice).join(" ");
}

/** The daemon makes a copy after a day of work, and may have been idle for another day. */
function backup({ paths, config, clock }: Context): CheckResult {
  if (config.store.backups === 0 || config.store.url !== undefined) return { skipped: "backups are off" };
  const now = clock();
  const [newest] = listBackups(paths.database, now);
  if (newest === undefined) return { skipped: "there is none yet; the daemon makes one every day" };
  if ((changedAt(paths.database) ?? 0) - newest.madeAt < BACKUP_LATE_MS) return undefined;
  const day = new Date(newest.madeAt).toISOString().slice(0, 10);
  return `The newest is from ${day}. The daemon makes one a day while it runs; if it failed, \`holdfast daemon logs\` shows why.`;
}

/** A failing archive silently keeps expired checkpoints from being deleted. */
async function archive(ctx: Context): Promise<CheckResult> {
  if (!ctx.archive) return { skipped: "none is configured; expired checkpoints are deleted" };
  const opened = await ctx.archive();
  await opened.list();
  const waiting = countPendingArchive(ctx);
  if (waiting === 0) return undefined;
  return `Expired checkpoints waiting to be archived in ${opened.where}: ${waiting}. Run \`holdfast prune\`.`;
}

/**
 * Waiting payloads are unredacted: redaction happens when they are drained. An incomplete event is not an error of the
 * spool: a hook is writing it, or was killed while it did.
 */
async function spool({ drain, paths }: Daemon & Installation): Promise<CheckResult> {
  const obstacle = obstacleAt(paths.spool);
  if (obstacle) return `${obstacle} Until then, hooks cannot store events.`;
  const { waiting, unfinished } = await drain();
  if (waiting === 0 && unfinished === 0) return undefined;
  if (waiting === 0) return { skipped: BEING_WRITTEN };
  return `Events waiting in ${paths.spool}, unredacted: ${waiting}. Run \`holdfast daemon start\`, then \`holdfast doctor\`.`;
}

function dropped({ paths }: Installation): string | undefined {
  const found = readDroppedEvents(paths.state);
  if (!found) return undefined;
  const { file, count, first, last } = found;
  return `Events dropped because the spool was full: ${count}, from ${first} to ${last}; most are in the transcripts. Run \`holdfast daemon start\`, and delete ${file} after reading this.`;
}

/** Not a problem: the hook was killed, or its agent did not wait, and the reply to the next event brings it. */
async function replies(ctx: Context): Promise<CheckResult> {
  const skipped = await describePending(ctx);
  return skipped === undefined ? undefined : { skipped };
}

function quarantine({ paths }: Installation): string | undefined {
  const obstacle = obstacleAt(paths.quarantine);
  if (obstacle) return obstacle;
  const count = namesIn(paths.quarantine).filter((name) => name.startsWith("spool-")).length;
  if (count === 0) return undefined;
  return `Events in ${paths.quarantine}: ${count}. The first line of each file gives the reason; delete the files after reading them.`;
}

/** The problem if a path is not a directory. Hooks reject a link as they reject a file. */
function obstacleAt(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return !found || found.isDirectory() ? undefined : `${path} is not a directory: remove it.`;
}

/** The daemon is optional: only one that hangs or failed is a problem. */
async function daemon(ctx: Context): Promise<CheckResult> {
  const { state, pid, trouble } = await withoutPastTrouble(ctx, await ctx.daemonHealth());
  if (state === "stopped" && trouble !== undefined)
    return `The daemon could not run: ${trouble}. Correct that, then run \`holdfast daemon start\`; \`holdfast daemon logs\` shows the details.`;
  if (state === "stopped") return { skipped: "it is not running; hooks start it when they need it" };
  if (state === "starting") return { skipped: "it is starting" };
  if (state !== "hung") return undefined;
  return `Process ${pid} does not respond: run \`holdfast daemon stop\`, then \`holdfast daemon start\`.`;
}

async function hookEntry(ctx: Installation & Pick<Context, "agents">): Promise<CheckResult> {
  if (process.platform === "win32") return { skipped: "on Windows, hooks run Node.js directly" };
  const paths = { ...resolveConnectPaths(ctx), hookScript: join(ctx.programDir, "hook.sh") };
  const [first] = ctx.agents;
  const agent = (await connectedAgents(ctx))[0] ?? first;
  return agent && (await tryHook(paths, agent));
}

/** Hooks run through a shim, which may point to another program or to none. */
async function hookShim(ctx: Installation & Pick<Context, "agents">): Promise<CheckResult> {
  const [agent] = await connectedAgents(ctx);
  if (!agent) return { skipped: "no agent is connected" };
  if (isHookShimCurrent(ctx.paths.state, stableProgramDir(ctx))) return undefined;
  return `${hookShimPath(ctx.paths.state)} does not run this program: run \`holdfast connect ${agent.name}\`.`;
}

async function connectedAgents(ctx: Installation & Pick<Context, "agents">): Promise<AgentAdapter[]> {
  const paths = resolveConnectPaths(ctx);
  const checked = await Promise.all(ctx.agents.map((agent) => checkAgent(agent, paths)));
  return ctx.agents.filter((_, i) => checked[i]?.installed === true);
}

/** How sessions were captured, and how long the agents keep their own files. None of these is a problem. */
async function captureFindings(ctx: Context): Promise<Finding[]> {
  const facts = await Promise.all(
    [describeCapture, describeSnapshots, describeRetention, describeRemote].map(async (describe) => {
      try {
        return await describe(ctx);
      } catch (error) {
        if (!(error instanceof HoldfastError)) throw error;
        return []; // the check of the database, or of the captured files, reports it
      }
    }),
  );
  return facts.flat().map((check) => toFinding(check, undefined));
}
