import { expect, test } from "vitest";
import { followedEventId } from "../../src/sessions/is-followed.ts";
import { UNOPENED } from "../../src/sessions/unopened-fork.ts";
import { describeCapture } from "../../src/setup/describe-capture.ts";
import { connect } from "../../src/setup/operations/connect.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";
import { withPlace } from "../support/test-context.ts";

const SILENT =
  /^openclaw sessions followed in their files: .*\. If its plugin should have reported them: restart openclaw; .*too old to load plugins/;

test("doctor says that a client may be too old for plugins, if its plugin reports no session", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const add = async (nativeId: string, isFollowed: boolean) => {
      const at = clock.now - 60_000;
      await ctx.store.replaceSession(sampleSession({ nativeId, agent: "openclaw", lastSeenAt: at }));
      if (isFollowed) await ctx.store.markEventHandled(followedEventId(nativeId, at), at, "{}");
    };
    await add("first", true);
    expect(await describeCapture(ctx)).toEqual(["openclaw sessions followed in their files: first"]);
    await connect.call(ctx, { agents: ["openclaw"], force: true });
    expect(await describeCapture(ctx)).toEqual([expect.stringMatching(SILENT)]);
    for (const id of ["b", "c", "d", "e", "f", "g"]) await add(id, true);
    expect(await describeCapture(ctx)).toEqual([expect.stringContaining("2 more. If its plugin")]);
    await add("h", false);
    expect((await describeCapture(ctx)).join()).not.toContain("too old");
  }));

test("doctor names no fork that no agent has opened, since nothing reported it", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const fork = { parentReason: "fork", endReason: UNOPENED.created } as const;
    const seen = { agent: "claude-code", lastSeenAt: clock.now - 60_000 } as const;
    await ctx.store.replaceSession(sampleSession({ nativeId: "original", ...seen }));
    await ctx.store.replaceSession(sampleSession({ nativeId: "fork", ...seen, ...fork }));
    expect(await describeCapture(ctx)).toEqual(["claude-code sessions reported by its hooks: original"]);
  }));
