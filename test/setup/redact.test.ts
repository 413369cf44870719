import { readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { listBackups } from "../../src/files/backups.ts";
import { recall } from "../../src/memory/operations/recall.ts";
import { loadOperations } from "../../src/operations.ts";
import { redact } from "../../src/setup/operations/redact.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const operations = await loadOperations();

const TOKEN = "ghp_x8Kq2mZ7vR4tB9nW3yL6cD1fH5jP0sQaE2uG";

async function call(ctx: OpenContext, name: string, input: object): Promise<{ id: string }> {
  const found = operations.find((each) => each.name === name);
  return (await found?.call(ctx, input)) as { id: string };
}

/** What a version wrote whose rules did not know the token yet. */
async function writeWithOlderRules(place: TestPlace) {
  const ctx = await place.open();
  const older = {
    ...ctx,
    redactor: {
      text: (text: string) => text,
      lines: (lines: readonly string[]) => [...lines],
      json: <T>(value: T) => value,
    },
  };
  const session = new AgentSession(older, place.clock, { pid: 4_194_305 });
  await session.start();
  await session.prompt(`Deploy with ${TOKEN}, never with another key.`);
  // A recovery repeats it, in what is answered to the hook.
  await new AgentSession(older, place.clock, { pid: 4_194_305 }).start();
  const saved = await call(older, "save", {
    name: `with ${TOKEN}`,
    digest: `The key is ${TOKEN}.`,
    state: { key: TOKEN, left: ["untouched"] },
  });
  const plain = await call(older, "save", { name: "plain", state: { done: ["a"] } });
  const note = await call(older, "remember", { text: `The bucket takes ${TOKEN}.` });
  return { ctx, saved, plain, note };
}

function inFiles({ root }: TestPlace): string[] {
  const state = join(root, "state");
  const names = readdirSync(state).filter((name) => name.startsWith("holdfast.db"));
  const core = TOKEN.slice(4, 20).toLowerCase();
  return names.filter((name) => readFileSync(join(state, name), "latin1").toLowerCase().includes(core));
}

describe("redact", () => {
  test("RED-R13: what older rules let through is not served, whatever is asked", () =>
    withPlace(async (place) => {
      const { ctx, saved, plain } = await writeWithOlderRules(place);
      const answers = [
        await call(ctx, "inspect", { id: saved.id }),
        await call(ctx, "resume", { id: saved.id }),
        await call(ctx, "diff", { from: plain.id, to: saved.id }),
        await call(ctx, "list", {}),
        await call(ctx, "recall", { query: "bucket" }),
      ];
      expect(inFiles(place)).not.toEqual([]);
      expect(JSON.stringify(answers)).toContain("[REDACTED]");
      expect(JSON.stringify(answers)).not.toContain(TOKEN.slice(4, 20));
    }));

  test("RED-R13: and it goes from the records, of which all else stays, when they are looked through again", () =>
    withPlace(async (place) => {
      const { ctx, saved, plain, note } = await writeWithOlderRules(place);
      const untouched = await ctx.store.getCheckpoint(plain.id);
      const before = await ctx.store.getCheckpoint(saved.id);
      const copies = [await ctx.store.keepBackups(3, ctx.clock())];
      expect(copies).toMatchObject([{ type: "made" }]);
      expect(await redact.call(ctx, { dryRun: true })).toMatchObject({
        checkpoints: 2,
        sessions: 2,
        memories: 1,
      });
      expect(await ctx.store.getCheckpoint(saved.id)).toEqual(before);

      const changed = { checkpoints: 2, sessions: 2, memories: 1, replies: 1 };
      expect(await redact.call(ctx, {})).toMatchObject(changed);
      // The reply to an agent is kept for a moment, in case its hook asks again.
      place.clock.now += 3_600_000;
      await call(ctx, "prune", {});
      expect(inFiles(place)).toEqual([]);
      expect(await ctx.store.getCheckpoint(plain.id)).toEqual(untouched);
      expect(await ctx.store.getCheckpoint(saved.id)).toMatchObject({
        ...before,
        seq: expect.any(Number),
        name: "with [REDACTED]",
        digest: "The key is [REDACTED].",
        stateRoot: expect.any(String),
      });
      expect(await call(ctx, "inspect", { id: saved.id })).toMatchObject({
        state: { key: "[REDACTED]", left: ["untouched"] },
      });
      const { memories } = await recall.call(ctx, { query: "bucket" });
      expect(memories).toMatchObject([{ id: note.id, text: "The bucket takes [REDACTED]." }]);
      const nothing = { checkpoints: 0, sessions: 0, memories: 0, replies: 0 };
      expect(await redact.call(ctx, {})).toMatchObject(nothing);
    }));

  test("RED-R13: a run that was interrupted leaves no copy of the database that the next one would not look for", () =>
    withPlace(async (place) => {
      const { ctx } = await writeWithOlderRules(place);
      expect(await ctx.store.keepBackups(3, ctx.clock())).toMatchObject({ type: "made" });
      const putMemory = () => Promise.reject(new Error("interrupted"));
      const transaction: OpenContext["store"]["transaction"] = (work) =>
        ctx.store.transaction((store) => work({ ...store, putMemory }));
      await expect(redact.call({ ...ctx, store: { ...ctx.store, transaction } }, {})).rejects.toThrow();
      expect(listBackups(ctx.paths.database, ctx.clock())).toEqual([]);
    }));

  test("RED-R13: a session at work continues, and is recovered without the secret", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      const older = {
        ...ctx,
        redactor: {
          text: (text: string) => text,
          lines: (lines: readonly string[]) => [...lines],
          json: <T>(value: T) => value,
        },
      };
      const base = { pid: 4_194_305 };
      const session = new AgentSession(older, place.clock, base);
      await session.start();
      await session.prompt(`Build the importer. Never use ${TOKEN} in it.`);
      await redact.call(ctx, {});
      const { context } = await new AgentSession(ctx, place.clock).start();
      expect(context).toContain("Never use [REDACTED] in it.");
      expect(context).toContain("Build the importer.");
    }));

  test("the files of records are rewritten too, and links are not followed", () =>
    withPlace(async (place) => {
      const { ctx } = await writeWithOlderRules(place);
      const records = join(ctx.paths.state, "records");
      const [name = ""] = readdirSync(records);
      const [path, foreign] = [join(records, name), join(place.root, "foreign.md")];
      utimesSync(path, 1_000, 1_000);
      writeFileSync(foreign, TOKEN);
      symlinkSync(foreign, join(records, "link.md"));
      const before = readFileSync(path, "utf8");
      expect(before).toContain(TOKEN);

      expect(await redact.call(ctx, { dryRun: true })).toMatchObject({ files: 1 });
      expect(readFileSync(path, "utf8")).toBe(before);
      expect(await redact.call(ctx, {})).toMatchObject({ files: 1 });
      expect(readFileSync(path, "utf8")).toBe(before.replaceAll(TOKEN, "[REDACTED]"));
      const { mode, mtimeMs } = statSync(path);
      expect([mode & 0o777, mtimeMs]).toEqual([0o600, 1_000_000]);
      expect(readFileSync(foreign, "utf8")).toBe(TOKEN);
      expect(await redact.call(ctx, {})).toMatchObject({ files: 0 });
    }));
});
