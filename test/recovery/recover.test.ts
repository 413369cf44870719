import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { encodeState } from "../../src/checkpoints/state/encode/encode-state.ts";
import type { AgentEvent, StartSource } from "../../src/kernel/agent/agent-event.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { Config } from "../../src/kernel/config/config.ts";
import type { Context } from "../../src/kernel/context.ts";
import { pathsFrom } from "../../src/kernel/paths.ts";
import type { Session } from "../../src/kernel/record.ts";
import { recover } from "../../src/recovery/recover.ts";
import { sampleCheckpoint, sampleSession } from "../../src/testing/sample-records.ts";
import { type MemoryContext, memoryContext, scopeOf } from "../support/memory-context.ts";

const AT = 100_000_000;
const RULE = "Never write to the production bucket.";

let place: MemoryContext;
let ctx: Context;
let home: string;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "holdfast-recover-"));
  const agents = [{ name: "claude-code", terminal: {} }] as unknown as Context["agents"];
  place = await memoryContext({ agents, clock: () => AT, paths: pathsFrom({}, home) });
  ctx = place.ctx;
});
afterEach(async () => {
  await ctx.store.close();
  rmSync(home, { recursive: true });
});

const asked = (text: string): Capture => ({
  ...EMPTY_CAPTURE,
  goal: text,
  prompts: [{ id: "p1", channel: "typed", text, asked: null, at: 1 }],
  sentences: [
    { text, at: 1, asked: null, kind: "other", worth: 0.5 },
    { text: RULE, at: 1, asked: null, kind: "constraint", worth: 0.9 },
  ],
});
async function stored(text: string | null, change: Partial<Session> = {}): Promise<Session> {
  const capture = text === null ? EMPTY_CAPTURE : asked(text);
  const ended = { startedAt: 1_000, lastSeenAt: AT - 600_000, endedAt: AT - 600_000, endReason: "other" };
  const session = sampleSession({ promptCount: 1, capture, ...ended, ...change });
  await ctx.store.replaceSession(session);
  return session;
}
function begin(
  source: StartSource = "startup",
  { session = sampleSession({ startedAt: AT }), continues }: { session?: Session; continues?: string } = {},
) {
  const base = { id: "event-1", agent: "claude-code", nativeSession: "native", cwd: "/app", at: AT };
  const named = continues === undefined ? {} : { continues };
  const event: AgentEvent = { ...base, ...named, kind: "session_start", source };
  return recover(ctx, scopeOf({ event, session, capture: session.capture }), { source });
}
const set = (change: { [Key in keyof Config]?: Partial<Config[Key]> }) => {
  const { continuity, recovery } = ctx.config;
  ctx = {
    ...ctx,
    config: {
      ...ctx.config,
      continuity: { ...continuity, ...change.continuity },
      recovery: { ...recovery, ...change.recovery },
    },
  };
};

describe("what a starting session receives", () => {
  test("is the record of the one that it continues, within the budget that is set", async () => {
    const { id } = await stored("Build it.");
    const { session, text = "" } = await begin();
    expect(session.parentId).toBe(id);
    expect(text).toContain("(newest here)");
    expect(text).toContain("Latest request: Build it.");
    expect(text).toContain('<holdfast-recovery nonce="0123456789abcdef01234567">');
    set({ continuity: { recoveryBudgetChars: 240, recoveryMaxChars: 240 } });
    expect((await begin()).text?.length).toBeLessThanOrEqual(240);
  });

  test("is nothing where there is nothing to continue", async () => {
    const session = sampleSession();
    expect(await begin("startup", { session })).toEqual({
      session,
      capture: EMPTY_CAPTURE,
      checkpointId: null,
      effects: [],
    });
  });

  test("is the names of several that are plausible, none of which is continued", async () => {
    await stored("Build it.");
    await stored("Draw it.", { lastSeenAt: AT - 500_000 });
    const session = sampleSession({ startedAt: AT });
    const { text, effects, ...rest } = await begin("startup", { session });
    expect(text).toMatch(/none was chosen\. They ran side by side in this worktree:\n- .*Draw.*\n- .*Build/);
    const made = ["save_checkpoint", "save_session"];
    expect(effects.map(({ type }) => type)).toEqual([...made, ...made]);
    expect(rest).toEqual({
      session,
      capture: EMPTY_CAPTURE,
      checkpointId: null,
      notice: expect.stringMatching(/so none was: "Draw it\." \(.*\) and "Build it\." \(/),
    });
  });

  test("is its own record after a compaction", async () => {
    const own = await stored("Build it.");
    const { text } = await begin("compact", { session: own });
    expect(text).toContain("(same session, compacted)");
  });

  test("is the checkpoint or the session that the user named", async () => {
    const named = await stored("Build it.");
    await stored("Draw it.");
    const { text } = await begin("startup", { continues: named.id });
    expect(text).toContain("(chosen by the user)");
    expect(text).toContain("Latest request: Build it.");
    const note = { trigger: "agent", digest: "Half done." } as const;
    const checkpoint = sampleCheckpoint({ sessionId: named.id, ...note });
    const { root, nodes } = encodeState({});
    await ctx.store.saveCheckpoint({ ...checkpoint, stateRoot: root }, nodes);
    const recovery = await begin("startup", { continues: checkpoint.id });
    expect(recovery.checkpointId).toBe(checkpoint.id);
    expect(recovery.text).toContain("Noted by the agent: Half done.");
  });
});

describe("after /clear", () => {
  const clear = async () => {
    const { id } = await stored("Build it.", { endReason: "clear" });
    const session = sampleSession({ startedAt: AT, parentId: id, parentReason: "clear" });
    return await begin("clear", { session });
  };

  test.each([
    ["nothing", false, false],
    ["constraints", true, false],
    ["record", true, true],
  ] as const)("%s is delivered, where that is set", async (afterClear, hasRule, hasRequest) => {
    set({ recovery: { afterClear } });
    const { text = "", notice } = await clear();
    expect([text.includes(RULE), text.includes("Build it.")]).toEqual([hasRule, hasRequest]);
    expect(notice).toMatch(afterClear === "nothing" ? /^Holdfast: cleared\./ : /^Holdfast: continuing/);
  });

  test("means after that, not at a fork, which has the whole record", async () => {
    const { id } = await stored("Build it.");
    const session = sampleSession({ startedAt: AT, parentId: id, parentReason: "fork" });
    expect((await begin("fork", { session })).text).toContain("Latest request: Build it.");
  });
});

describe("a session whose record cannot be read", () => {
  test("is passed over, and the one before it is continued", async () => {
    const before = await stored("Build it.", { endedAt: AT - 900_000, worktree: "/home/user/app" });
    const lost = await stored(null, { startedAt: AT - 800_000 });
    const { session } = await begin();
    expect(session.parentId).toBe(before.id);
    expect(place.logged).toEqual([{ event: "session passed over", fields: { session: lost.id } }]);
  });

  test("is tried once where it is the parent of a cleared one, and nothing is delivered", async () => {
    const lost = await stored(null);
    const session = sampleSession({ startedAt: AT, parentId: lost.id, parentReason: "clear" });
    expect(await begin("clear", { session })).toEqual({
      session,
      capture: EMPTY_CAPTURE,
      checkpointId: null,
      effects: [],
    });
    expect(place.logged).toHaveLength(1);
  });

  test("is passed over where its checkpoint was named, and another one is continued", async () => {
    const other = await stored("Build it.");
    const damaged = sampleCheckpoint({ sessionId: null, stateRoot: "f".repeat(64) });
    await ctx.store.saveCheckpoint(damaged, new Map());
    const { session } = await begin("startup", { continues: damaged.id });
    expect(session.parentId).toBe(other.id);
    expect(place.logged).toEqual([{ event: "session passed over", fields: { session: damaged.id } }]);
  });
});
