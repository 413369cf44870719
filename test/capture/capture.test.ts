import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

const MINUTE = 60_000;

async function triggers(ctx: OpenContext, session: AgentSession): Promise<string[]> {
  const { id } = await session.row();
  return (await ctx.store.listCheckpoints({ sessionId: id, limit: 50 }))
    .map(({ trigger }) => trigger)
    .reverse();
}

describe("when a checkpoint is made", () => {
  test("S3 S25 S32: before a compaction, and the summarizer is asked to keep what matters", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const session = new AgentSession(ctx, clock);
      await session.prompt("Build the importer.");
      expect((await session.compact()).context).toContain("word for word");
      expect(await triggers(ctx, session)).toEqual(["pre_compact"]);
    }));

  test("S14 S42: at the tenth prompt", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const session = new AgentSession(ctx, clock);
      for (let i = 1; i <= 9; i++) await session.prompt(`Look at part ${i}.`);
      expect(await triggers(ctx, session)).toEqual([]);
      await session.prompt("Look at part 10.");
      expect(await triggers(ctx, session)).toEqual(["periodic"]);
    }));

  test("R-D12: when the clock was set back in between, the newest is still the newest", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const session = new AgentSession(ctx, clock);
      await session.prompt("Build the importer.");
      await session.compact();
      clock.now -= 48 * 60 * MINUTE;
      await session.end("other");
      expect(await triggers(ctx, session)).toEqual(["pre_compact", "session_end"]);
    }));

  test("S31: at the end; not when the user cleared, nor when nothing was asked", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const [ended, cleared, unused] = [1, 2, 3].map(() => new AgentSession(ctx, clock));
      if (!ended || !cleared || !unused) throw new Error("unreachable");
      await ended.prompt("Build the importer.");
      await ended.end("other");
      await cleared.prompt("Draw the chart.");
      await cleared.end("clear");
      expect(await triggers(ctx, ended)).toEqual(["session_end"]);
      expect(await triggers(ctx, cleared)).toEqual([]);
      await unused.start();
      await unused.end("other");
      expect(await triggers(ctx, unused)).toEqual([]);
    }));

  test("S14: after a quarter of an hour of work, also inside one turn", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const session = new AgentSession(ctx, clock);
      await session.prompt("Port the whole package.");
      for (let step = 0; step < 3; step++) {
        clock.now += 5 * MINUTE;
        await session.use("Edit", { file_path: `/home/user/app/part${step}.ts` });
      }
      expect(await triggers(ctx, session)).toEqual(["periodic"]);
      await session.stop();
      expect(await triggers(ctx, session)).toEqual(["periodic"]);
    }));

  test("idle time does not count: the first prompt after a long break makes no checkpoint", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const session = new AgentSession(ctx, clock);
      await session.prompt("Build the importer.");
      await session.stop();
      clock.now += 90 * MINUTE;
      await session.prompt("Back again.");
      await session.stop();
      expect(await triggers(ctx, session)).toEqual([]);
    }));
});

describe("entries of a transcript", () => {
  test("a turn of a megabyte loses nothing", () =>
    withPlace(async ({ open, clock, root }) => {
      const ctx = await open();
      const transcriptPath = join(root, "home", "session.jsonl");
      mkdirSync(join(root, "home"), { recursive: true });
      const session = new AgentSession(ctx, clock, { transcriptPath });
      let parentUuid: string | null = null;
      let lines = 0;
      const write = (type: "user" | "assistant", content: unknown) => {
        const uuid = `00000000-0000-4000-8000-${String(++lines).padStart(12, "0")}`;
        const timestamp = new Date(clock.now + lines).toISOString();
        const line = { type, uuid, parentUuid, timestamp, sessionId: "s", message: { role: type, content } };
        appendFileSync(transcriptPath, `${JSON.stringify(line)}\n`);
        parentUuid = uuid;
      };
      write("user", "Build the importer.");
      await session.prompt("Build the importer.");
      await session.stop();
      write("assistant", [{ type: "text", text: "- [ ] parse the header" }]);
      for (let i = 0; i < 64; i++) write("assistant", [{ type: "text", text: `${i} ${"x".repeat(16_000)}` }]);
      await session.stop();
      const { todos } = (await session.row()).capture;
      expect(todos).toEqual([{ content: "parse the header", status: "pending" }]);
    }));
});
