import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { capture as captureOperation } from "../../src/snapshots/operations/capture.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

const RULE = "Never write to the production bucket.";

test("S34: a session that is paused is neither recorded nor answered, and its transcript is not read", () =>
  withPlace(async ({ open, clock, root }) => {
    const ctx = await open();
    const transcriptPath = join(root, "one.jsonl");
    const session = new AgentSession(ctx, clock, { nativeSession: "one", transcriptPath, pid: 4_194_305 });
    await session.prompt("Build the importer.");
    const switched = (action: string) => captureOperation.call(ctx, { action, session: "one" });
    expect(await switched("pause")).toEqual({ session: "one", paused: true });
    const said = (text: string) => {
      const timestamp = new Date(clock.now).toISOString();
      const message = { role: "user", content: text };
      appendFileSync(
        transcriptPath,
        `${JSON.stringify({ type: "user", uuid: text, parentUuid: null, timestamp, message })}\n`,
      );
    };
    said(`Off the record: ${RULE}`);
    const before = await session.row();
    expect(await session.prompt(`Off the record: ${RULE}`)).toEqual({});
    await session.stop();
    expect(await session.compact()).toEqual({});
    expect(await session.row()).toEqual(before);
    expect(await ctx.store.listCheckpoints({ sessionId: before.id, limit: 5 })).toEqual([]);

    const next = new AgentSession(ctx, clock);
    const { context } = await next.start();
    expect(context).toContain("Build the importer.");
    expect(context).not.toContain(RULE);

    expect(await switched("resume")).toEqual({ session: "one", paused: false });
    clock.now += 60_000;
    await session.prompt("Write the rows.");
    await session.stop();
    const capture = JSON.stringify((await session.row()).capture);
    expect(capture).toContain("Write the rows.");
    expect(capture).not.toContain(RULE);
  }));

test("a session that is not known is said, with another way", () =>
  withPlace(async ({ open }) => {
    await expect(captureOperation.call(await open(), { action: "pause" })).rejects.toMatchObject({
      code: "not_found",
      next: expect.stringContaining("HOLDFAST_BYPASS=1"),
    });
  }));
