import { describe, expect, test } from "vitest";
import type { AgentEvent } from "../../src/kernel/agent/agent-event.ts";
import type { TranscriptEntry, TranscriptTail } from "../../src/kernel/agent/transcript.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import { DEFAULT_CONFIG } from "../../src/kernel/config/default-config.ts";
import { detectCompaction, instructSummary } from "../../src/recovery/detect-compaction.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";
import { scopeOf } from "../support/memory-context.ts";

type Detecting = Parameters<typeof detectCompaction.handle>;
type Detected = Detecting[1]["event"];

const PATH = "/t/one.jsonl";
const AT = 9_000;
const ctx = {
  agents: [
    { name: "plain", capabilities: {} },
    { name: "starts", capabilities: { startsAfterCompaction: true } },
  ],
} as unknown as Detecting[0];

const event = (kind: Detected["kind"], more: object = {}): Detected =>
  ({
    id: "event-1",
    agent: "plain",
    nativeSession: "native",
    cwd: "/app",
    at: AT,
    kind,
    ...more,
  }) as Detected;
const compaction = (at: number): TranscriptEntry => ({ type: "compaction", at, trigger: "auto" });

async function detect(
  given: AgentEvent,
  { capture = {}, tail }: { capture?: Partial<Capture>; tail?: Partial<TranscriptTail> } = {},
) {
  const read = {
    entries: [],
    path: PATH,
    readAt: AT,
    bytes: 10,
    tokens: null,
    use: null,
    hasMoved: false,
    isWhole: true,
    ...tail,
  };
  const scope = scopeOf<Detecting[1]>({
    event: given as Detected,
    session: sampleSession({ transcriptPath: tail ? PATH : null }),
    capture: { ...EMPTY_CAPTURE, ...capture },
    transcripts: new Map([[PATH, Promise.resolve(read)]]),
  });
  const { scope: after } = await detectCompaction.handle(ctx, scope);
  const { pendingRecovery } = after.session;
  expect(after).toEqual({ ...scope, session: { ...scope.session, pendingRecovery } });
  return pendingRecovery;
}

describe("a compaction after which no session starts", () => {
  test.each(["pre_compact", "post_compact"] as const)("is reported by %s", async (kind) => {
    expect(await detect(event(kind, { trigger: "auto" }))).toBe("compact");
  });

  test("is announced before every call of the model by some, and comes at a number of tokens", async () => {
    const announced = event("pre_compact", { trigger: "auto", fromTokens: 100 });
    expect(await detect(announced, { capture: { tokens: 99 } })).toBeNull();
    expect(await detect(announced, { capture: { tokens: 100 } })).toBe("compact");
    expect(await detect(announced, { capture: { tokens: 99 }, tail: { tokens: 100 } })).toBe("compact");
    expect(await detect(announced, { capture: { tokens: 100 }, tail: { tokens: 99 } })).toBeNull();
  });

  test("is no matter where a session starts after it", async () => {
    expect(await detect({ ...event("pre_compact", { trigger: "auto" }), agent: "starts" })).toBeNull();
  });

  test("is a matter of clients that we do not know", async () => {
    expect(await detect({ ...event("post_compact"), agent: "unknown" })).toBe("compact");
  });
});

describe("a compaction that only the transcript shows", () => {
  const stop = event("agent_stop", { stopHookActive: false, backgroundTasks: 0 });
  const folded = { foldedTo: 5_000 };

  test("is one since it was read last", async () => {
    expect(await detect(stop, { capture: folded, tail: { entries: [compaction(5_001)] } })).toBe("compact");
    expect(await detect(stop, { capture: folded, tail: { entries: [compaction(5_000)] } })).toBeNull();
  });

  test("is none where nothing was compacted", async () => {
    const entries: TranscriptEntry[] = [{ type: "message", at: 6_000, text: "Done." }];
    expect(await detect(stop, { capture: folded, tail: { entries } })).toBeNull();
    expect(await detect(stop, { capture: folded })).toBeNull();
  });

  test("is none of long ago, which the first reading of a transcript finds", async () => {
    expect(await detect(stop, { tail: { entries: [compaction(6_000)] } })).toBeNull();
  });

  test("is forgotten only if the record was delivered before it", async () => {
    const delivered = (at: number) => ({ ...folded, delivered: { at, compactions: 0, kept: true } });
    const tail = { entries: [compaction(6_000), compaction(7_000)] };
    expect(await detect(stop, { capture: delivered(6_999), tail })).toBe("compact");
    expect(await detect(stop, { capture: delivered(7_000), tail })).toBeNull();
  });

  test("is looked for only at events for which the transcript is whole so far", async () => {
    const tail = { entries: [compaction(6_000)] };
    expect(await detect(event("tool_use", { facts: [] }), { capture: folded, tail })).toBeNull();
    const reported = event("tool_use", { facts: [], inTranscript: true });
    expect(await detect(reported, { capture: folded, tail })).toBe("compact");
  });
});

test("it is looked for whenever a transcript may have grown", () => {
  expect(detectCompaction).toMatchObject({
    name: "detectCompaction",
    kinds: ["session_start", "tool_use", "agent_stop", "pre_compact", "post_compact", "session_end"],
  });
});

test("a client that lets us is asked to keep word for word what matters, within what we may add", async () => {
  const scope = scopeOf<Parameters<typeof instructSummary.handle>[1]>({
    event: { ...event("pre_compact"), kind: "pre_compact", trigger: "auto" },
    session: sampleSession(),
    capture: EMPTY_CAPTURE,
  });
  const handled = await instructSummary.handle(ctx, scope);
  const context = handled.reply?.context ?? "";
  expect(handled).toEqual({ scope, reply: { context } });
  expect(context).toBe(
    "Keep word for word in the summary: what the user demanded or ruled out, the latest request, open todos, decisions with their reasons, and commands that failed and still fail.",
  );
  expect(instructSummary.contextChars?.(DEFAULT_CONFIG)).toBe(context.length);
  expect(instructSummary).toMatchObject({ name: "instructSummary", kinds: ["pre_compact"] });
});
