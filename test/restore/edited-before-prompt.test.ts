import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { eventually, openHookBench } from "../support/hook-bench.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const DIST = resolve(import.meta.dirname, "../../dist");
const PATIENCE_MS = 10_000;

function program(directory: string, name: string, text: string): string {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return directory;
}

/** The built product with a daemon that cannot capture files while the file `held` is there. */
async function openBench() {
  const tools = temporaryDirectory("held-git");
  const held = join(tools, "held");
  const path = process.env["PATH"] ?? "";
  const git = execFileSync("sh", ["-c", "command -v git"]).toString().trim();
  program(join(tools, "git"), "git", `while [ -e '${held}' ]; do sleep 0.05; done\nexec '${git}' "$@"`);
  const bench = await openHookBench(DIST, { env: { PATH: `${join(tools, "git")}:${path}` } });
  const project = join(bench.root, "shop");
  execFileSync(git, ["init", "-q", project]);
  const deadlines = { deadlineMs: PATIENCE_MS, startDeadlineMs: PATIENCE_MS, recoveryDeadlineMs: 8_000 };
  writeFileSync(bench.paths.configFile, JSON.stringify({ hooks: deadlines }), { mode: 0o600 });
  bench.runDaemon();
  await bench.running();
  const requests = join(bench.paths.snapshots, "requests");
  const pending = () => (existsSync(requests) ? readdirSync(requests) : []);
  const send = (event: string, more: object = {}, env: Record<string, string> = {}) => {
    const head = { session_id: "s1", cwd: project, transcript_path: "/nonexistent/t.jsonl" };
    const input = JSON.stringify({ ...head, hook_event_name: event, ...more });
    return bench.hook(event, { input, env, isPatient: true });
  };
  return Object.assign(bench, { tools, held, path, project, pending, send });
}

test("what a person wrote between two turns comes back, although the agent overwrote it with its first call", async () => {
  await using bench = await openBench();
  const { project, held, pending, send } = bench;
  const file = join(project, "notes.md");
  const captured = () => eventually(async () => pending().length === 0);
  await send("SessionStart", { source: "startup" });
  writeFileSync(file, "as it was\n");
  await send("UserPromptSubmit", { prompt: "Look around." });
  await send("Stop");
  await captured();

  writeFileSync(file, "written by hand\n");
  writeFileSync(held, "");
  await send("UserPromptSubmit", { prompt: "Tidy up." });
  expect(pending()).toEqual([expect.stringMatching(/^\d{15}-snp_\w+-prompt\.json$/)]);
  // The clock stands still, so that the hook waits however slow the machine is.
  const waits = join(bench.tools, "waits");
  const prompted = Number.parseInt(pending()[0] ?? "", 10);
  const clock = program(join(bench.tools, "clock"), "date", `echo ${Math.floor(prompted / 1_000)}`);
  program(clock, "sleep", `: >'${waits}'\nexec env PATH=/usr/bin:/bin sleep 1`);
  let isAllowed = false;
  const allowed = send("PreToolUse", { tool_name: "Write" }, { PATH: `${clock}:${bench.path}` }).then(
    (run) => {
      isAllowed = true;
      return run;
    },
  );
  await eventually(async () => existsSync(waits));
  expect(isAllowed).toBe(false);
  rmSync(held);
  expect(await allowed).toMatchObject({ code: 0, out: "", err: "" });
  writeFileSync(file, "overwritten by the agent\n");
  await send("Stop");
  await captured();

  execFileSync(process.execPath, [join(DIST, "main.cjs"), "restore", "2", "--yes"], {
    env: bench.env,
    cwd: project,
  });
  expect(readFileSync(file, "utf8")).toBe("written by hand\n");
});
