import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkpointSession, isCompaction } from "../../src/capture/checkpoint-session.ts";
import type { AgentEvent } from "../../src/kernel/agent/agent-event.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import { Config } from "../../src/kernel/config/config.ts";
import type { Context } from "../../src/kernel/context.ts";
import type { EventScope } from "../../src/kernel/event-handler.ts";
import type { Session } from "../../src/kernel/record.ts";
import type { Store } from "../../src/kernel/storage/store.ts";
import { openStore } from "../../src/store/open-store.ts";
import { sampleChildKeys } from "../../src/testing/index.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";

const AT = 9_000_000;

let store: Store;
beforeAll(async () => {
  store = await openStore({ file: ":memory:", childKeys: sampleChildKeys });
});
afterAll(() => store.close());

const event = (more: object): AgentEvent =>
  ({ id: "e", agent: "claude-code", nativeSession: "n", cwd: "/work", at: AT, ...more }) as AgentEvent;
const prompt = event({ kind: "user_prompt_submit", prompt: "Go." });
const used = event({ kind: "tool_use", facts: [] });

async function handled(given: AgentEvent, session: Partial<Session> = {}, capture: Partial<Capture> = {}) {
  const ctx = { store, newId: () => "chk_0000000000000new", config: Config.parse({}) };
  const scope = {
    event: given,
    session: sampleSession({ promptCount: 3, ...session }),
    capture: { ...EMPTY_CAPTURE, ...capture },
    effects: [],
  } as unknown as EventScope;
  const result = await checkpointSession.handle(ctx as unknown as Context, scope);
  return { scope, effects: result.effects, after: result.scope };
}

async function triggerOf(...given: Parameters<typeof handled>): Promise<string | undefined> {
  const { effects = [] } = await handled(...given);
  const [made] = effects;
  return made?.type === "save_checkpoint" ? made.checkpoint.trigger : undefined;
}

describe("a checkpoint that is due", () => {
  test("is saved, and what is counted from one to the next begins anew", async () => {
    const counted = { activeMs: 900_000, queries: ["ports"], remembered: ["8443"], goal: "Build it." };
    const { scope, after, effects } = await handled(used, { promptsSinceCheckpoint: 2 }, counted);
    expect(effects).toMatchObject([
      { type: "save_checkpoint", checkpoint: { trigger: "periodic", createdAt: AT } },
    ]);
    expect(after).toEqual({
      ...scope,
      session: { ...scope.session, promptsSinceCheckpoint: 0 },
      capture: { ...scope.capture, activeMs: 0, queries: [], remembered: [], checkpointedAt: AT },
    });
  });

  test("changes nothing where none is", async () => {
    const { scope, after, effects } = await handled(used);
    expect(after).toBe(scope);
    expect(effects).toBeUndefined();
  });
});

describe("the moment for a checkpoint", () => {
  const end = (reason: string) => event({ kind: "session_end", reason });
  const handoff = event({ kind: "subagent", phase: "start", subagent: "x" });
  const changed = Array.from({ length: 5 }, (_, i) => ({
    path: `/work/part${i}.ts`,
    action: "changed" as const,
    at: 5,
    changedAt: 5,
    edit: null,
  }));

  test.each<[string, string | undefined, ...Parameters<typeof handled>]>([
    ["before a compaction", "pre_compact", event({ kind: "pre_compact", trigger: "auto" })],
    ["at the end", "session_end", end("other"), { endedAt: AT }],
    ["not at an end that is repeated", undefined, end("other"), { endedAt: AT - 1 }],
    ["not where the user cleared", undefined, end("clear"), { endedAt: AT }],
    ["when work goes to a subagent", "handoff", handoff],
    ["ten seconds after the last", "handoff", handoff, {}, { checkpointedAt: AT - 10_000 }],
    ["not earlier", undefined, handoff, {}, { checkpointedAt: AT - 9_999 }],
    ["at the tenth prompt", "periodic", prompt, { promptsSinceCheckpoint: 10 }],
    ["not before it", undefined, prompt, { promptsSinceCheckpoint: 9 }],
    ["not within its turn", undefined, used, { promptsSinceCheckpoint: 10 }],
    ["after a quarter of an hour of work", "periodic", used, {}, { activeMs: 900_000 }],
    ["not sooner", undefined, used, {}, { activeMs: 899_999 }],
    [
      "not with a handoff for the time of work",
      undefined,
      handoff,
      {},
      { activeMs: 900_000, checkpointedAt: AT - 1 },
    ],
    ["after five changed files", "file_change", used, {}, { files: changed }],
    ["not after four", undefined, used, {}, { files: changed.slice(1) }],
    [
      "never before the first prompt",
      undefined,
      event({ kind: "pre_compact", trigger: "auto" }),
      { promptCount: 0 },
    ],
  ])("is %s: %s", async (_, trigger, ...given) => {
    expect(await triggerOf(...given)).toBe(trigger);
  });
});

describe("a session is about to be compacted", () => {
  test.each<[object, number | null, boolean]>([
    [{ kind: "pre_compact", trigger: "auto" }, null, true],
    [{ kind: "pre_compact", trigger: "auto", fromTokens: 100 }, 99, false],
    [{ kind: "pre_compact", trigger: "auto", fromTokens: 100 }, 100, true],
    [{ kind: "pre_compact", trigger: "auto", fromTokens: 100 }, null, false],
    [{ kind: "pre_compact", trigger: "auto", fromTokens: 0 }, null, true],
    [{ kind: "post_compact", trigger: "auto" }, 100, false],
  ])("%j with %j tokens in use: %s", (given, tokens, expected) => {
    expect(isCompaction(event(given), { tokens })).toBe(expected);
  });
});
