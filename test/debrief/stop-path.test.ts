import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { writeHookDeadlines } from "../../src/spool/hook-deadlines.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { eventually, openHookBench } from "../support/hook-bench.ts";

const DIST = resolve(import.meta.dirname, "../../dist");
const BLOCKED = /^\{"decision":"block","reason":"\[holdfast debrief\]/;
const PATIENT = { deadlineMs: 10_000, startDeadlineMs: 10_000, recoveryDeadlineMs: 8_000 };
/** Whether the daemon replies to hooks, or each hook's own process. */
const WAYS = [
  ["with", true],
  ["without", false],
] as const;

/** The built product, in a git repository as the project. Every turn is long enough for a debrief. */
async function openBench({
  daemon,
  env = {},
  settings = {},
}: {
  daemon: boolean;
  env?: Record<string, string>;
  settings?: object;
}) {
  const bench = await openHookBench(DIST, { env });
  const project = join(bench.root, "shop");
  mkdirSync(project);
  execFileSync("git", ["init", "-q", project]);
  const config = {
    debrief: { enabled: true, thresholdMs: 0 },
    hooks: PATIENT,
    daemon: { enabled: daemon },
    ...settings,
  };
  writeFileSync(bench.paths.configFile, JSON.stringify(config), { mode: 0o600 });
  writeHookDeadlines(bench.paths.state, PATIENT);
  // The first hook compiles the program, which may take longer on a busy machine than a hook may.
  spawnSync(process.execPath, [join(DIST, "hook.cjs"), "claude-code", "none"], {
    env: bench.env,
    input: "{}",
  });
  if (daemon) {
    bench.runDaemon();
    await bench.running();
  }
  const payload = { session_id: "s1", cwd: project, transcript_path: "/nonexistent/t.jsonl" };
  const send = (event: string, more: object) =>
    bench.hook(event, { input: JSON.stringify({ ...payload, hook_event_name: event, ...more }) });
  const stop = async () => {
    const said = { stop_hook_active: false, last_assistant_message: "Done." };
    const { code, out, err } = await send("Stop", said);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    return out;
  };
  return Object.assign(bench, { stop, ask: () => send("UserPromptSubmit", { prompt: "Sell." }) });
}

test.each([0, 1])(
  "T28: killing the daemon in the middle of a turn does not change decisions (stops before: %i)",
  async (before) => {
    await using bench = await openBench({ daemon: true });
    const { pid } = await bench.running();
    await bench.ask();
    const answers = [];
    for (let i = 0; i < before; i++) answers.push(await bench.stop());
    process.kill(pid, "SIGKILL");
    for (let i = before; i < 3; i++) answers.push(await bench.stop());
    expect(answers).toEqual([expect.stringMatching(BLOCKED), "", ""]);
  },
);

test.each(WAYS)(
  "T20 T21: after a debrief, twenty concurrent stops all pass, %s a daemon",
  async (_, daemon) => {
    await using bench = await openBench({ daemon });
    await bench.ask();
    await expect(bench.stop()).resolves.toMatch(BLOCKED);
    const answers = await Promise.all(Array.from({ length: 20 }, () => bench.stop()));
    expect(answers.join("")).toBe("");
  },
);

test.each(WAYS)("T32: while another holds the database every stop passes, %s a daemon", async (_, daemon) => {
  await using bench = await openBench({ daemon });
  await bench.ask();
  const db = openDatabase({ file: bench.paths.database, busyTimeoutMs: 5_000 });
  db.exec("begin exclusive");
  try {
    await expect(bench.stop()).resolves.toBe("");
  } finally {
    db.exec("rollback");
    db.close();
  }
});

test.each(WAYS)("SEC-S52: a debrief is decided without any git process, %s a daemon", async (_, daemon) => {
  const bin = mkdtempSync(join(tmpdir(), "holdfast-bin-"));
  const calls = join(bin, "calls");
  writeFileSync(join(bin, "git"), `#!/bin/sh\necho "$@" >> '${calls}'\n`, { mode: 0o755 });
  try {
    const env = { PATH: `${bin}:${process.env["PATH"]}` };
    execFileSync("git", ["status"], { env });
    expect(readFileSync(calls, "utf8")).toBe("status\n");
    // The daemon captures files with git, after it has replied.
    await using bench = await openBench({ daemon, env, settings: { snapshots: { enabled: false } } });
    await bench.ask();
    expect([await bench.stop(), await bench.stop()]).toEqual([expect.stringMatching(BLOCKED), ""]);
    expect(readFileSync(calls, "utf8")).toBe("status\n");
  } finally {
    rmSync(bin, { recursive: true });
  }
});

test("T29: the daemon creates the columns when it starts; a database without one of them is rejected, with advice", async () => {
  await using bench = await openHookBench(DIST);
  const daemon = bench.runDaemon();
  await bench.running();
  const run = (statement: string) => {
    const db = openDatabase({ file: bench.paths.database, busyTimeoutMs: 5_000 });
    const rows = db.prepare(statement).all();
    db.close();
    return rows.map((row) => Object.values(row)[0]);
  };
  expect(run("select name from pragma_table_info('sessions')")).toEqual(
    expect.arrayContaining(["last_prompt_at", "first_tool_use_at", "pending_recovery"]),
  );
  daemon.kill("SIGTERM");
  await eventually(async () => daemon.exitCode !== null);
  run("alter table sessions drop column first_tool_use_at");
  const again = bench.runDaemon();
  await eventually(async () => again.exitCode !== null);
  expect(again.exitCode).not.toBe(0);
  await expect(bench.hook("Stop")).resolves.toMatchObject({ code: 0, out: "", err: "" });
  const { stdout } = spawnSync(process.execPath, [bench.control.script, "doctor"], {
    env: bench.env,
    encoding: "utf8",
  });
  expect(stdout).toMatch(
    /is missing column sessions\.first_tool_use_at\. It was not changed\. Restore a backup/,
  );
});
