import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { claudeCode } from "../../src/agents/claude-code/adapter.ts";
import { hookArguments } from "../../src/agents/hook-command.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { AgentSession } from "../support/agent-session.ts";
import { shareCodeCache } from "../support/share-code-cache.ts";
import { withPlace } from "../support/test-context.ts";

const built = (name: string) => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
const RULE = "Never write to the production bucket.";
/** No process has this id: a session that names it is dead. */
const DEAD = { pid: 4_194_305 };

test("SEC-S58: a session whose first prompt holds NUL and half a character is stored, has its checkpoint, and is recovered", () => {
  const root = mkdtempSync(join(tmpdir(), "holdfast-poison-"));
  const env = {
    PATH: process.env["PATH"],
    HOME: root,
    HOLDFAST_HOME: join(root, "state"),
    HOLDFAST_NO_DAEMON: "1",
  };
  shareCodeCache(env.HOLDFAST_HOME);
  const hook = (event: string, session: string, more = {}) => {
    // What it answers is asked here, not how soon.
    writeFileSync(join(env.HOLDFAST_HOME, "hook-deadlines"), "50000 50000\n", { mode: 0o600 });
    const payload = { session_id: session, cwd: root, hook_event_name: event, source: "startup", ...more };
    return spawnSync(built("hook.sh"), hookArguments(claudeCode.hooks, event, ""), {
      env,
      cwd: root,
      input: JSON.stringify(payload),
      encoding: "utf8",
    }).stdout;
  };
  try {
    hook("SessionStart", "poisoned");
    hook("UserPromptSubmit", "poisoned", { prompt: `Build\0 the importer \ud83d. ${RULE}` });
    hook("Stop", "poisoned", { last_assistant_message: "It\0 is \udc00 built.", stop_hook_active: false });
    hook("SessionEnd", "poisoned", { reason: "other" });
    const next = hook("SessionStart", "next");
    expect(next).toContain(RULE);
    expect(next).not.toContain("\\u0000");
    const list = spawnSync(process.execPath, [built("main.cjs"), "list", "--json"], {
      env,
      cwd: root,
      encoding: "utf8",
    });
    expect(list.stdout).toContain("Build\u{fffd} the importer \u{fffd}.");
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test("P8: a session whose record cannot be read is passed over, and the one before it is recovered", () =>
  withPlace(async ({ open, clock, root }) => {
    const ctx = await open();
    const session = async (prompt: string) => {
      const one = new AgentSession(ctx, clock, DEAD);
      await one.start();
      await one.prompt(prompt);
      await one.stop();
      return one;
    };
    await session(`Build the importer. ${RULE}`);
    const damaged = await (await session("Go on with the exporter.")).row();
    const db = openDatabase({ file: join(root, "state", "holdfast.db"), busyTimeoutMs: 1_000 });
    db.exec(`update sessions set capture = '{"torn' where id = '${damaged.id}'`);
    db.close();
    const next = new AgentSession(ctx, clock);
    expect((await next.start()).context).toContain(RULE);
    expect((await next.row()).parentId).not.toBe(damaged.id);
  }));

test("P8: a session whose record cannot be read is not counted among those that are offered", () =>
  withPlace(async ({ open, clock, root }) => {
    const ctx = await open();
    const sideBySide = ["Build the importer.", "Draw the chart.", "Port the reader."];
    const sessions = sideBySide.map(() => new AgentSession(ctx, clock, DEAD));
    for (const one of sessions) await one.start();
    for (const [i, one] of sessions.entries()) await one.prompt(sideBySide[i] ?? "");
    for (const one of sessions) await one.stop();
    const damage = async (i: number) => {
      const db = openDatabase({ file: join(root, "state", "holdfast.db"), busyTimeoutMs: 1_000 });
      db.exec(`update sessions set capture = '{"torn' where id = '${(await sessions[i]?.row())?.id}'`);
      db.close();
    };
    const started = async () => await new AgentSession(ctx, clock).start();
    const all = await started();
    expect(all.notice).toContain("3 earlier sessions could be continued");
    await damage(2);
    const two = await started();
    expect(two.notice).toContain("2 earlier sessions could be continued");
    expect(two.context).not.toContain("Port the reader.");
    await damage(1);
    const one = await started();
    expect(one.notice).not.toMatch(/elsewhere|could be continued/);
    expect(one.context).toContain("Latest request: Build the importer.");
  }));
