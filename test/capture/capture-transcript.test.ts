import { describe, expect, test } from "vitest";
import { captureTranscript, isTranscriptRead } from "../../src/capture/capture-transcript.ts";
import type { AgentAdapter } from "../../src/kernel/agent/agent.ts";
import type { AgentEvent } from "../../src/kernel/agent/agent-event.ts";
import type { ReadTranscripts } from "../../src/kernel/agent/transcript.ts";
import { EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { Context } from "../../src/kernel/context.ts";
import type { Session } from "../../src/kernel/record.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";

type Prepare = NonNullable<typeof captureTranscript.prepare>;
type Arriving = Parameters<Prepare>[1];
type Scope = Parameters<typeof captureTranscript.handle>[1];

const base = { id: "e", agent: "scribe", nativeSession: "n", cwd: "/work", at: 900 };
const event = (more: object) => ({ ...base, ...more }) as AgentEvent;
const stop = { kind: "agent_stop", stopHookActive: false, backgroundTasks: 0 };

test.each<[object, boolean]>([
  [stop, true],
  [{ kind: "branch_change" }, true],
  [{ kind: "pre_compact", trigger: "auto" }, true],
  [{ kind: "session_end", reason: "other" }, true],
  [{ kind: "session_start", source: "resume" }, true],
  [{ kind: "tool_use", facts: [], inTranscript: true }, true],
  [{ kind: "tool_use", facts: [], inTranscript: false }, false],
  [{ kind: "tool_use", facts: [] }, false],
  [{ kind: "user_prompt_submit", prompt: "Go." }, false],
  [{ kind: "notification", message: "Waiting." }, false],
])("at %j the transcript is read: %s", (more, expected) => {
  expect(isTranscriptRead(event(more))).toBe(expected);
});

/** A client with one prompt in each transcript, and the paths of those that were read. */
function client() {
  const paths: string[] = [];
  const adapter = {
    name: "scribe",
    readTranscript: async (path: string) => {
      paths.push(path);
      return { entries: [{ type: "prompt", text: "Go home.", at: 500 }], size: 70, partial: false };
    },
  } as Pick<AgentAdapter, "name" | "readTranscript"> as AgentAdapter;
  const redactor = { text: (text: string) => text, json: (value: unknown) => value };
  return { paths, ctx: { agents: [adapter], redactor, clock: () => 1_000 } as unknown as Context };
}

describe("before the store is locked", () => {
  async function pathsRead(more: object, session: Session | undefined): Promise<string[]> {
    const { paths, ctx } = client();
    const transcripts: ReadTranscripts = new Map();
    await captureTranscript.prepare?.(ctx, { event: event(more), session, transcripts } as Arriving);
    expect([...transcripts.keys()]).toEqual(paths);
    return paths;
  }
  const session = sampleSession({ agent: "scribe", transcriptPath: "/known.jsonl" });

  test("the transcript that the event names is read, or that of its session", async () => {
    expect(await pathsRead({ ...stop, transcriptPath: "/named.jsonl" }, session)).toEqual(["/named.jsonl"]);
    expect(await pathsRead({ ...stop, transcriptPath: "/named.jsonl" }, undefined)).toEqual(["/named.jsonl"]);
    expect(await pathsRead(stop, session)).toEqual(["/known.jsonl"]);
  });

  test("none is read where none is known or nothing new is whole", async () => {
    expect(await pathsRead(stop, undefined)).toEqual([]);
    expect(await pathsRead({ kind: "tool_use", facts: [] }, session)).toEqual([]);
  });
});

describe("what the transcript holds", () => {
  const session = sampleSession({ agent: "scribe", transcriptPath: "/known.jsonl" });
  const scopeOf = (more: object): Scope =>
    ({ event: event(more), session, capture: EMPTY_CAPTURE, transcripts: new Map() }) as unknown as Scope;

  test("is captured, and its prompts are counted", async () => {
    const { ctx } = client();
    const scope = scopeOf(stop);
    const { scope: after } = await captureTranscript.handle(ctx, scope);
    expect(after.capture).toMatchObject({ goal: "Go home.", foldedTo: 500, transcriptBytes: 70 });
    expect(after).toEqual({
      ...scope,
      capture: after.capture,
      session: { ...session, promptCount: 1, promptsSinceCheckpoint: 1, lastPromptAt: 500 },
    });
  });

  test("is left for later while it is not whole", async () => {
    const { ctx, paths } = client();
    const scope = scopeOf({ kind: "tool_use", facts: [] });
    expect((await captureTranscript.handle(ctx, scope)).scope).toBe(scope);
    expect(paths).toEqual([]);
  });
});
