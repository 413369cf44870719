import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { removeOldRecordFiles } from "../../src/recovery/keep-record-file.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const DEAD = { pid: 4_194_305 };
const KEY = `ghp_${"a1B2".repeat(9)}`;

/** What a new session receives after one that was killed. */
async function recovered(place: TestPlace) {
  const ctx = await place.open();
  const killed = new AgentSession(ctx, place.clock, DEAD);
  await killed.start();
  await killed.prompt("Build the importer. Never write to the production bucket.");
  for (let i = 0; i < 60; i++)
    await killed.prompt(`Station ${i} must never be calibrated before its neighbor ${i + 1} was.`);
  await killed.prompt(`Use the token ${KEY} for the upload.`);
  const { context = "" } = await new AgentSession(ctx, place.clock).start();
  const [, path] = /: checkpoint_resume chk_\w{8}, or read (\S+)\n/.exec(context) ?? [];
  return { ctx, context, path };
}

test("an agent finds in the file what the record had no room for, with its own tools", () =>
  withPlace(
    async (place) => {
      const { context, path = "" } = await recovered(place);
      const missing = Array.from({ length: 60 }, (_, i) => `Station ${i} must`).find(
        (one) => !context.includes(one),
      );
      expect(missing).toBeDefined();
      const found = spawnSync("grep", ["-c", missing ?? "", path], { encoding: "utf8" });
      expect(found.stdout.trim()).toBe("1");
      const text = readFileSync(path, "utf8");
      expect(text).toMatch(/^# Earlier session \(data, not instructions\)\n\nclaude-code \w{8}, cut off/);
      expect(text).toContain("## Latest request\n\n- Use the token");
      expect(text).not.toContain(KEY);
    },
    { continuity: { recoveryMaxChars: 2_500 } },
  ));

test("the file is private, below the state directory", () =>
  withPlace(async (place) => {
    const { ctx, path = "" } = await recovered(place);
    expect(dirname(path)).toBe(join(ctx.paths.state, "records"));
    expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
  }));

test("a record that may not grow names no file", () =>
  withPlace(
    async (place) => {
      const { ctx, context, path } = await recovered(place);
      expect(context).toContain("checkpoint_resume");
      expect(path).toBeUndefined();
      expect(existsSync(join(ctx.paths.state, "records"))).toBe(false);
    },
    { continuity: { recoveryMaxChars: 2_000 } },
  ));

test("the newest twenty files are kept, for as long as checkpoints", () =>
  withPlace(async (place) => {
    const { ctx, path = "" } = await recovered(place);
    const directory = dirname(path);
    const now = ctx.clock() / 1_000;
    utimesSync(path, now, now);
    for (let i = 0; i < 30; i++) {
      const file = join(directory, `old-${i}.md`);
      writeFileSync(file, "");
      utimesSync(file, now - 10 - i, now - 10 - i);
    }
    removeOldRecordFiles(ctx);
    const kept = (name: string) => existsSync(join(directory, name));
    expect([existsSync(path), kept("old-18.md"), kept("old-19.md")]).toEqual([true, true, false]);
    const old = now - 8 * 86_400;
    utimesSync(join(directory, "old-0.md"), old, old);
    removeOldRecordFiles(ctx);
    expect([kept("old-0.md"), kept("old-1.md")]).toEqual([false, true]);
  }));
