import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { EventOf } from "../../../src/kernel/agent/agent-event.ts";
import type { ToolFact } from "../../../src/kernel/agent/tool-fact.ts";
import { EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import type { Context } from "../../../src/kernel/context.ts";
import type { Session } from "../../../src/kernel/record.ts";
import { adoptSession } from "../../../src/recovery/source/adopt-session.ts";
import { sampleCheckpoint, sampleSession } from "../../../src/testing/sample-records.ts";
import { memoryContext, scopeOf } from "../../support/memory-context.ts";

const AT = 500_000;
const RESUMED = "chk_aaaaaaaaaaaaaaaa";

let ctx: Context;
let earlier: Session;
let session: Session;
beforeEach(async () => {
  ({ ctx } = await memoryContext());
  const capture = { ...EMPTY_CAPTURE, goal: "Build the importer." };
  earlier = sampleSession({ capture });
  session = sampleSession({ incarnation: 3 });
  await ctx.store.replaceSession(earlier);
  await ctx.store.replaceSession(session);
  await ctx.store.saveCheckpoint(sampleCheckpoint({ id: RESUMED, sessionId: earlier.id }), new Map());
});
afterEach(() => ctx.store.close());

const call = (input: unknown, tool = "checkpoint_resume", id = "call-1"): ToolFact => ({
  type: "own_tool",
  call: id,
  tool,
  input,
});
const outcome = (ok: boolean, id = "call-1"): ToolFact => ({ type: "outcome", call: id, ok, text: "" });

async function adopt(facts: ToolFact[], change: Partial<Session> = {}) {
  const event: EventOf<"tool_use"> = {
    id: "event-1",
    agent: "claude-code",
    nativeSession: "native",
    cwd: "/app",
    at: AT,
    kind: "tool_use",
    facts,
  };
  const scope = scopeOf<Parameters<typeof adoptSession.handle>[1]>({
    event,
    session: { ...session, ...change },
    capture: EMPTY_CAPTURE,
  });
  const handled = await adoptSession.handle(ctx, scope);
  return { ...handled, isUnchanged: handled.scope === scope };
}

describe("a session that resumed the checkpoint of another one", () => {
  test("continues that one, inherits its work and is recorded to have received it", async () => {
    const { scope, effects } = await adopt([call({ id: RESUMED }), outcome(true)]);
    expect(scope.session).toEqual({ ...session, parentId: earlier.id, parentReason: "handoff" });
    expect(scope.capture.inherited?.goal).toBe("Build the importer.");
    expect(effects).toEqual([
      {
        type: "record_delivery",
        delivery: {
          id: expect.stringMatching(/^dlv_/),
          sessionId: session.id,
          incarnation: 3,
          checkpointId: RESUMED,
          channel: "resume",
          chars: 0,
          at: AT,
        },
      },
    ]);
  });

  test.each(["chk_aaaaaa", RESUMED])("may name it as it is shown or whole: %s", async (id) => {
    const { scope } = await adopt([call({ id }), outcome(true)]);
    expect(scope.session.parentId).toBe(earlier.id);
  });

  test("counts by its last call that succeeded", async () => {
    const { scope } = await adopt([
      call({ id: "chk_unknown" }, "checkpoint_resume", "call-0"),
      outcome(true, "call-0"),
      call({ id: RESUMED }),
      outcome(true),
      call({ id: "chk_unknown" }, "checkpoint_resume", "call-2"),
      outcome(false, "call-2"),
      call({ id: "chk_unknown" }, "checkpoint_list", "call-3"),
      outcome(true, "call-3"),
    ]);
    expect(scope.session.parentId).toBe(earlier.id);
  });
});

describe("nothing is adopted", () => {
  test.each<[string, ToolFact[]]>([
    ["by a call that failed", [call({ id: RESUMED }), outcome(false)]],
    ["by a call without an outcome", [call({ id: RESUMED }), outcome(true, "call-2")]],
    ["by another tool of ours", [call({ id: RESUMED }, "checkpoint_show"), outcome(true)]],
    ["by a tool of the client", [{ type: "command_run", call: "call-1", command: RESUMED }, outcome(true)]],
    ["by a call without an id", [call({}), outcome(true)]],
    ["by a name, which may hold anything", [call({ id: `${RESUMED} ` }), outcome(true)]],
    ["by what only contains an id", [call({ id: `-${RESUMED}` }), outcome(true)]],
    ["by an empty id, with which every checkpoint begins", [call({ id: "" }), outcome(true)]],
    ["of a checkpoint that is unknown", [call({ id: "chk_bbbbbb" }), outcome(true)]],
  ])("%s", async (_, facts) => {
    const { isUnchanged, effects } = await adopt(facts);
    expect({ isUnchanged, effects }).toEqual({ isUnchanged: true, effects: undefined });
  });

  test("where the id is that of several checkpoints", async () => {
    const other = sampleCheckpoint({ id: "chk_aaaaaaaaaaaaaaab", sessionId: earlier.id });
    await ctx.store.saveCheckpoint(other, new Map());
    expect((await adopt([call({ id: "chk_aaaaaa" }), outcome(true)])).isUnchanged).toBe(true);
  });

  test("where the checkpoint is the session's own, of none, or of one that is gone", async () => {
    const sessionIds = [session.id, null, "ses_gone"];
    for (const [i, sessionId] of sessionIds.entries()) {
      const id = `chk_${String(i).repeat(16)}`;
      await ctx.store.saveCheckpoint(sampleCheckpoint({ id, sessionId }), new Map());
      expect((await adopt([call({ id }), outcome(true)])).isUnchanged).toBe(true);
    }
  });

  test("by a session that continues one already", async () => {
    const facts = [call({ id: RESUMED }), outcome(true)];
    expect((await adopt(facts, { parentId: "ses_before" })).isUnchanged).toBe(true);
  });
});
