import { describe, expect, test } from "vitest";
import type { AgentAdapter } from "../kernel/agent/agent.ts";
import type { AgentEventKind, Reply } from "../kernel/agent/agent-event.ts";

/** A payload that the real agent sent, and the kind of event that it reports. */
export interface RecordedPayload {
  name: string;
  payload: Record<string, unknown>;
  kind: AgentEventKind | undefined;
}

export interface AgentFixtures {
  payloads: readonly RecordedPayload[];
  /** The payload field that carries the session's id. */
  sessionField: string;
}

const ENVELOPE = { id: "evt-1", event: "", at: 1_700_000_000_000, pid: 4_711 };

/** Compares the code, not the class, because a third-party adapter may bring its own copy of the library. */
const INVALID = { code: "invalid_input" };

const REPLIES: readonly Reply[] = [
  {},
  { context: "Where you stopped:\n- \"quotes\", 'ticks' and \u2028 separators" },
  { block: { reason: "Run the tests." } },
  { notice: "2 checkpoints" },
  { context: "x".repeat(50_000), block: { reason: "y".repeat(50_000) }, notice: "z".repeat(50_000) },
  { context: "\u0001\ud800".repeat(20_000) },
];

/**
 * Tests the contract of `AgentAdapter` with recorded payloads of the real agent. The author of an adapter records one
 * payload of each event, and writes separate tests for the meaning of the agent's own formats.
 */
export function describeAgent(name: string, adapter: AgentAdapter, fixtures: AgentFixtures): void {
  const parse = (payload: unknown) => adapter.parseEvent(payload, ENVELOPE);
  const readEvents = async () => {
    const events = await Promise.all(fixtures.payloads.map(({ payload }) => parse(payload)));
    return events.filter((event) => event !== undefined);
  };

  describe(`${name} as an agent`, () => {
    test.each(fixtures.payloads)("S13: reads the recorded $name", async ({ payload, kind }) => {
      const event = await parse(payload);
      expect(event?.kind).toBe(kind);
      if (!event) return;
      expect(event).toMatchObject({ id: "evt-1", agent: adapter.name, at: ENVELOPE.at, pid: 4_711 });
      expect(event.nativeSession).toBe(payload[fixtures.sessionField]);
      expect(event.cwd).toBe(payload["cwd"]);
      // The payload may name the subagent's transcript.
      const path = event.kind === "subagent" ? null : payload["transcript_path"] || null;
      expect(event.transcriptPath ?? null).toBe(path);
    });

    test("S12 S13: the session's id is known under either spelling", async () => {
      const [sample] = fixtures.payloads.filter(({ kind }) => kind !== undefined);
      const { [fixtures.sessionField]: id, ...rest } = sample?.payload ?? {};
      expect(await parse({ ...rest, sessionId: id })).toEqual(await parse(sample?.payload));
    });

    test("R-H6: fields of a later version change nothing", async () => {
      for (const { payload } of fixtures.payloads) {
        const later = { ...payload, brand_new: { deep: [1, 2] }, constructor: "x", at: "yesterday" };
        expect(await parse(later)).toEqual(await parse(payload));
      }
    });

    test("R-H7: a payload without its session id is rejected with the name of the field", async () => {
      for (const { payload, kind } of fixtures.payloads) {
        if (kind === undefined) continue;
        const { [fixtures.sessionField]: _, ...rest } = payload;
        await expect(parse(rest)).rejects.toThrow(fixtures.sessionField);
      }
    });

    test("SEC-S43: a session id that could be a path is rejected", async () => {
      const [sample] = fixtures.payloads.filter(({ kind }) => kind !== undefined);
      for (const id of ["../../x", "..%2f", "a/b", "a\0b", ".", "", "x".repeat(300), "a\nb", 7, null]) {
        await expect(parse({ ...sample?.payload, [fixtures.sessionField]: id })).rejects.toMatchObject(
          INVALID,
        );
      }
    });

    test("R-H7: anything but a payload is rejected as invalid input", async () => {
      for (const payload of [null, undefined, 7, "text", [], true]) {
        await expect(parse(payload)).rejects.toMatchObject(INVALID);
      }
    });

    test("an unknown event is ignored", async () => {
      expect(await adapter.parseEvent({}, { ...ENVELOPE, event: "NotAnEvent" })).toBeUndefined();
      expect(await adapter.parseEvent({}, { ...ENVELOPE, event: "constructor" })).toBeUndefined();
    });

    test("R-H6 R-P4: a reply is empty or exactly one JSON document", async () => {
      const events = await readEvents();
      const texts = events.flatMap((event) => REPLIES.map((reply) => adapter.renderReply(event, reply)));
      const documents = texts.filter((text) => text !== "");
      expect(documents).not.toEqual([]);
      for (const text of documents) expect(() => JSON.parse(text)).not.toThrow();
    });

    test("an empty reply prints nothing", async () => {
      for (const event of await readEvents()) expect(adapter.renderReply(event, {})).toBe("");
    });

    test("S38: a directory without sessions has no session files", async () => {
      expect((await adapter.sessions?.find("/nowhere/at/all", () => true)) ?? []).toEqual([]);
    });

    test("a missing transcript is undefined", async () => {
      expect(await adapter.readTranscript("/nowhere/at/all.jsonl")).toBeUndefined();
      expect(await adapter.readTranscript("relative.jsonl")).toBeUndefined();
      expect(await adapter.readTranscript("")).toBeUndefined();
    });
  });
}
