import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const dist = (name) => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));

/** A home, a git project and a clean environment in a temporary folder; gone when `work` is done. */
export async function withSandbox(work) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-bench-")));
  const project = join(root, "project");
  mkdirSync(join(root, "home"));
  mkdirSync(project);
  execFileSync("git", ["init", "-q"], { cwd: project });
  const env = {
    PATH: process.env.PATH,
    HOME: join(root, "home"),
    TMPDIR: root,
    CLAUDE_PID: String(process.pid),
  };
  const holdfast = (...args) =>
    execFileSync(process.execPath, [dist("main.cjs"), ...args], { cwd: project, env });
  try {
    return await work({ root, project, env, holdfast });
  } finally {
    holdfast("daemon", "stop");
    rmSync(root, { recursive: true, force: true });
  }
}

/** A payload of about 4 KB for one event, as a file that a hook reads on standard input. */
export function payloadFile({ root, project }, event, fields) {
  const path = join(root, `${event}.json`);
  const base = { session_id: "5b0c1f6e-0d2a-4f0e-9b52-1d8f6f0f4c11", cwd: project, hook_event_name: event };
  writeFileSync(path, `${JSON.stringify({ ...base, ...fields })}\n`);
  return path;
}
