import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentAdapter, ConnectPaths, SampleStart } from "../kernel/agent/agent.ts";
import { makeStateDirectory } from "./state-directory.ts";

/** The hook uses two thirds of this. Long, because this tests whether the hook works, not how fast it is. */
const DEADLINE_MS = 30_000;
/** For a hook that does not meet its deadline. */
const TIMEOUT_MS = 40_000;

type HookPaths = Pick<ConnectPaths, "hookScript" | "mainScript" | "node" | "stateDir">;
type Agent = Pick<AgentAdapter, "connection">;

/**
 * Sends one event as an agent does, through the installed hook and our own node, to a temporary state directory.
 * Returns the problem and its fix; undefined if the event was handled. Fills the code cache, which saves half the
 * time of a first hook.
 */
export async function tryHook(paths: HookPaths, agent: Agent): Promise<string | undefined> {
  const scratch = mkdtempSync(join(tmpdir(), "holdfast-doctor-"));
  try {
    shareCodeCache(paths.stateDir, scratch);
    writeFileSync(join(scratch, "hook-deadlines"), `${DEADLINE_MS} ${DEADLINE_MS}\n`);
    const sample = agent.connection.sampleStart({ node: paths.node, cwd: scratch });
    return describe(await runEntry(paths, sample, scratch), paths, { scratch, args: sample.args });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function shareCodeCache(state: string, scratch: string): void {
  try {
    symlinkSync(makeStateDirectory(state), join(scratch, "code-cache"));
  } catch {
    // The code cache is not filled then. Another check covers the state directory.
  }
}

type HookExit = { type: "exit"; code: number | null; output: string } | { type: "error"; reason: string };

function runEntry(
  { hookScript }: HookPaths,
  { args, payload }: SampleStart,
  scratch: string,
): Promise<HookExit> {
  return new Promise((resolve) => {
    const child = spawn(hookScript, args, {
      cwd: scratch,
      env: { PATH: process.env["PATH"], HOME: scratch, HOLDFAST_HOME: scratch, HOLDFAST_NO_DAEMON: "1" },
      stdio: ["pipe", "pipe", "ignore"],
      timeout: TIMEOUT_MS,
      killSignal: "SIGKILL",
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(0, 65_536);
    });
    child.on("error", ({ message }) => resolve({ type: "error", reason: message }));
    child.on("close", (code) => resolve({ type: "exit", code, output }));
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(payload));
  });
}

function describe(
  ended: HookExit,
  { hookScript, mainScript, node }: HookPaths,
  { scratch, args }: { scratch: string; args: readonly string[] },
): string | undefined {
  const advice = "install Holdfast again, then run `holdfast connect` for your agent";
  if (ended.type === "error") return `${hookScript} cannot be run (${ended.reason}): ${advice}.`;
  if (ended.code !== 0)
    return `${hookScript} exited with ${ended.code ?? "a signal"}: run \`sh -x ${hookScript} ${args.slice(0, 2).join(" ")} </dev/null\` to see where.`;
  if (!isReply(ended.output)) return `${hookScript} printed an invalid reply: ${advice}.`;
  // The shim does nothing if the program is gone.
  if (!existsSync(join(scratch, "spool"))) return `${hookScript} cannot find the program: ${advice}.`;
  const left = readdirSync(join(scratch, "spool")).length;
  if (left === 0) return undefined;
  return `The hook received the event, but ${node} did not handle it within ${(DEADLINE_MS * 2) / 3_000} seconds: run \`${node} ${mainScript} --version\` to see whether node works, and try again when the machine is less busy.`;
}

/** Empty, or one JSON document. */
function isReply(output: string): boolean {
  if (output === "") return true;
  try {
    JSON.parse(output);
    return true;
  } catch {
    return false;
  }
}
