import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openContext } from "../../src/app.ts";
import { type Paths, pathsFrom } from "../../src/kernel/paths.ts";
import { eventually } from "../support/hook-bench.ts";
import { shareCodeCache } from "../support/share-code-cache.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.cjs");
const SESSIONS = ["s1", "s2", "s3"];
const PROMPTS = 20;

test("R-Q1: a daemon killed in the middle of taking in events, again and again, loses none and doubles none", {
  timeout: 120_000,
}, async () => {
  const root = mkdtempSync(join(tmpdir(), "holdfast-intake-"));
  const env = { PATH: process.env["PATH"] ?? "", HOME: root, HOLDFAST_HOME: join(root, "state") };
  const paths = pathsFrom(env, root);
  shareCodeCache(paths.state);
  const waiting = () => readdirSync(paths.spool).length;
  const total = putPrompts(paths, root);
  let child: ChildProcess | undefined;
  try {
    let kills = 0;
    for (let left = total; left > 0; left = waiting()) {
      child = spawn(process.execPath, [MAIN, "daemon", "run"], { env, stdio: "ignore" });
      const gone = new Promise((done) => child?.once("exit", done));
      // The first files have gone: the next transaction is under way.
      await eventually(async () => waiting() < left, 1);
      await sleep(kills % 7);
      child.kill("SIGKILL");
      kills += 1;
      await gone;
    }
    expect(kills).toBeGreaterThan(1);
    const ctx = await openContext({ env, home: root, cwd: root });
    try {
      for (const native of SESSIONS) {
        const session = await ctx.store.findSession("claude-code", native);
        expect(session?.promptCount).toBe(PROMPTS);
        const texts = (session?.capture.prompts ?? []).map(({ text }) => text);
        expect(texts).toEqual(Array.from({ length: PROMPTS }, (_, number) => `Step ${number}.`));
      }
      await expect(ctx.store.checkIntegrity(true)).resolves.toEqual([]);
    } finally {
      await ctx.close();
    }
  } finally {
    child?.kill("SIGKILL");
    rmSync(root, { recursive: true, force: true });
  }
});

/** As hooks leave them, a second apart. */
function putPrompts({ state, spool }: Paths, cwd: string): number {
  for (const folder of [state, spool]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const events = Array.from({ length: PROMPTS }, (_, number) =>
    SESSIONS.map((session_id) => ({ session_id, number })),
  ).flat();
  const began = Date.now() / 1_000 - events.length;
  for (const [index, { session_id, number }] of events.entries()) {
    const said = { session_id, cwd, hook_event_name: "UserPromptSubmit", prompt: `Step ${number}.` };
    const file = join(spool, `event-${String(index).padStart(4, "0")}.json`);
    writeFileSync(file, `holdfast-spool 1 claude-code UserPromptSubmit 0\n${JSON.stringify(said)}`);
    utimesSync(file, began + index, began + index);
  }
  return events.length;
}
