import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claudeCode } from "../../src/agents/claude-code/adapter.ts";
import { hookArguments } from "../../src/agents/hook-command.ts";
import { openStore } from "../../src/store/open-store.ts";
import { eventually, type HookBench, openHookBench } from "../support/hook-bench.ts";

/** The programs as they are installed. */
const DIST = resolve(import.meta.dirname, "../../dist");
const RULE = "Never write to the production bucket.";
/** No process has this id. */
const DEAD = "4194305";

let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "holdfast-printed-"));
  spawnSync("git", ["init", "-q", project]);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Runs one hook of Claude Code as its client does. `shell` says where its output goes. */
function hook(
  { env, paths }: HookBench,
  event: string,
  {
    session,
    shell = 'exec "$0" "$@"',
    more = {},
    pid = String(process.pid),
    deadlineMs = 50_000,
    ...fields
  }: HookInput,
): string {
  // A test of what is answered, not how fast. Whoever handles an event writes those of the settings again.
  writeFileSync(join(paths.state, "hook-deadlines"), `${`${deadlineMs} `.repeat(3).trim()}\n`, {
    mode: 0o600,
  });
  const input = { session_id: session, cwd: project, hook_event_name: event, ...fields };
  const args = [join(DIST, "hook.sh"), ...hookArguments(claudeCode.hooks, event, process.execPath)];
  const { stdout } = spawnSync("sh", ["-c", shell, ...args], {
    cwd: project,
    env: { ...env, CLAUDE_PID: pid, ...more },
    input: JSON.stringify(input),
    encoding: "utf8",
  });
  return stdout;
}

interface HookInput {
  session: string;
  shell?: string;
  more?: Record<string, string>;
  pid?: string;
  deadlineMs?: number;
  source?: string;
  prompt?: string;
}

/** A session with a rule, whose process is gone. */
function leaveWork(bench: HookBench): void {
  hook(bench, "SessionStart", { session: "killed", source: "startup", pid: DEAD });
  hook(bench, "UserPromptSubmit", { session: "killed", prompt: `Build the importer. ${RULE}`, pid: DEAD });
}

const start = (bench: HookBench, how: Partial<HookInput> = {}) =>
  hook(bench, "SessionStart", { session: "next", source: "startup", ...how });
const ask = (bench: HookBench, prompt: string) =>
  hook(bench, "UserPromptSubmit", { session: "next", prompt });

/** A directory in which `perl` fetches the reply, and then does something else than print it. */
function perlThat(bench: HookBench, then: string): Record<string, string> {
  const directory = join(bench.root, "perl");
  mkdirSync(directory, { recursive: true });
  const real = spawnSync("sh", ["-c", "command -v perl"], { encoding: "utf8" }).stdout.trim();
  writeFileSync(join(directory, "perl"), `#!/bin/sh\n${real} "$@" >"$HOME/fetched"\n${then}\n`);
  chmodSync(join(directory, "perl"), 0o755);
  return { PATH: `${directory}:${process.env["PATH"]}` };
}

const LOST: [string, (bench: HookBench) => Partial<HookInput>][] = [
  ["the output is closed", () => ({ shell: 'exec "$0" "$@" >&-' })],
  ["the output is on a full disk", () => ({ shell: 'exec "$0" "$@" >/dev/full' })],
  [
    "the agent has closed its end",
    ({ root }) => ({
      shell: `cat >${root}/in; (until [ -e ${root}/closed ]; do sleep 0.01; done; exec "$0" "$@" <${root}/in) | { exec <&-; : >${root}/closed; }`,
    }),
  ],
];

describe.each(["with a daemon", "without a daemon"])("R-H8: %s", (which) => {
  const withDaemon = which === "with a daemon";
  async function open(): Promise<HookBench> {
    const env = withDaemon ? {} : { HOLDFAST_NO_DAEMON: "1" };
    const bench = await openHookBench(DIST, { env });
    if (withDaemon) {
      bench.runDaemon();
      await bench.running();
    }
    return bench;
  }

  test("a record that was printed is not delivered again", async () => {
    await using bench = await open();
    leaveWork(bench);
    expect(start(bench)).toContain(RULE);
    expect(ask(bench, "Where were we?")).not.toContain(RULE);
    await expect(eventually(async () => bench.receipts() === 0 || !withDaemon)).resolves.toBe(true);
  });

  test.each(LOST)("if %s, the next prompt brings the record, once", async (_name, how) => {
    await using bench = await open();
    leaveWork(bench);
    expect(start(bench, how(bench))).not.toContain(RULE);
    expect(ask(bench, "Where were we?")).toContain(RULE);
    expect(ask(bench, "Go on.")).not.toContain(RULE);
  });

  test("a prompt does not bring the record while the hook of the start is printing it", async () => {
    await using bench = await open();
    leaveWork(bench);
    start(bench, { shell: READ_LATER });
    await eventually(async () => (await pendingReplies(bench)) > 0);
    const brought = [ask(bench, "Where were we?")];
    writeFileSync(join(bench.root, "reading"), "");
    await eventually(async () => existsSync(join(bench.root, "read")));
    brought.push(
      readFileSync(join(bench.root, "out"), "utf8"),
      ask(bench, "Go on."),
      ask(bench, "And then?"),
    );
    expect(brought.filter((text) => text.includes(RULE))).toHaveLength(1);
  });

  test("if one of two hooks at once is closed, the other or a later prompt brings the record, once", async () => {
    await using bench = await open();
    leaveWork(bench);
    expect(start(bench, { shell: 'exec "$0" "$@" >&-' })).toBe("");
    const both = hook(bench, "UserPromptSubmit", { session: "next", prompt: "Where were we?", shell: TWICE });
    const brought = [both];
    // On a busy machine, a hook may have no time for a reply.
    while (!brought.join("").includes(RULE) && brought.length < 5) brought.push(ask(bench, "Go on."));
    brought.push(ask(bench, "And then?"), ask(bench, "What else?"));
    expect(brought.filter((text) => text.includes(RULE))).toHaveLength(1);
  });
});

const TWICE =
  'cat >"$HOME/in"; "$0" "$@" <"$HOME/in" >&- & "$0" "$@" <"$HOME/in" >"$HOME/out"; wait; cat "$HOME/out"';

/** Its output is a full pipe, whose reader pauses until the hook has ended. */
const FULL_PIPE = [
  'cat >"$HOME/in"; mkfifo "$HOME/pipe"; exec 9<>"$HOME/pipe"',
  'dd if=/dev/zero of="$HOME/pipe" oflag=nonblock bs=4096 count=16 2>/dev/null',
  '"$0" "$@" <"$HOME/in" >&9; exec dd if="$HOME/pipe" iflag=nonblock 2>/dev/null',
].join("\n");

/** Runs in the background. Its output is a full pipe, which is read once there is a file `reading`. */
const READ_LATER = [
  'cat >"$HOME/in"; mkfifo "$HOME/pipe"; exec 9<>"$HOME/pipe"',
  'dd if=/dev/zero of="$HOME/pipe" oflag=nonblock bs=4096 count=16 2>/dev/null',
  '"$0" "$@" <"$HOME/in" >&9 2>/dev/null &',
  '{ until [ -e "$HOME/reading" ]; do sleep 0.01; done; cat "$HOME/pipe" >"$HOME/out"; : >"$HOME/read"; } >/dev/null 2>&1 9>&- &',
].join("\n");

async function pendingReplies({ paths }: HookBench): Promise<number> {
  const store = await openStore({ file: paths.database, busyTimeoutMs: 2_000, childKeys: () => [] });
  try {
    return (await store.listPendingReplies({ limit: 5 })).length;
  } finally {
    await store.close();
  }
}

test("R-H9: without a daemon, a hook does not wait without limit for an agent that has stopped reading", async () => {
  await using bench = await openHookBench(DIST, { env: { HOLDFAST_NO_DAEMON: "1" } });
  leaveWork(bench);
  expect(start(bench, { shell: FULL_PIPE, deadlineMs: 5_000 })).not.toContain(RULE);
  expect(ask(bench, "Where were we?")).toContain(RULE);
  expect(ask(bench, "Go on.")).not.toContain(RULE);
});

describe("R-H9: with a daemon", () => {
  async function open(): Promise<HookBench> {
    const bench = await openHookBench(DIST);
    bench.runDaemon();
    await bench.running();
    leaveWork(bench);
    return bench;
  }

  test("if the hook is killed before it prints, the next prompt brings the record", async () => {
    await using bench = await open();
    const more = perlThat(bench, "kill -9 $PPID");
    expect(start(bench, { more })).toBe("");
    expect(ask(bench, "Where were we?")).toContain(RULE);
    expect(ask(bench, "Go on.")).not.toContain(RULE);
  });

  test("if the program that fetches the reply dies with it, the hook's own process prints the same", async () => {
    await using bench = await open();
    expect(start(bench, { more: perlThat(bench, "exit 1") })).toContain(RULE);
    expect(ask(bench, "Where were we?")).not.toContain(RULE);
  });

  test("if the agent has stopped reading, the hook ends, and the next prompt brings the record, once", async () => {
    await using bench = await open();
    expect(start(bench, { shell: FULL_PIPE })).not.toContain(RULE);
    expect(ask(bench, "Where were we?")).toContain(RULE);
    expect(ask(bench, "Go on.")).not.toContain(RULE);
  });

  test("if the daemon is killed with the reply, the next prompt brings the record", async () => {
    await using bench = await open();
    const daemon = await bench.running();
    const more = perlThat(bench, `kill -9 ${daemon.pid}; kill -9 $PPID`);
    expect(start(bench, { more })).toBe("");
    expect(ask(bench, "Where were we?")).toContain(RULE);
  });
});

test("R-H1: without a daemon, a prompt first handles the start and prompts that were only spooled", async () => {
  await using bench = await openHookBench(DIST, { env: { HOLDFAST_NO_DAEMON: "1" } });
  leaveWork(bench);
  const more = { HOLDFAST_NODE: "/bin/false" };
  expect(start(bench, { more })).toBe("");
  for (const prompt of ["One.", "Two.", "Three."])
    expect(hook(bench, "UserPromptSubmit", { session: "next", prompt, more })).toBe("");
  expect(bench.spooled()).toHaveLength(4);
  expect(ask(bench, "Where were we?")).toContain(RULE);
  expect(bench.spooled()).toEqual([]);
});
