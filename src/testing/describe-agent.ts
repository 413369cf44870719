import { describe, expect, test } from "vitest";
import type { AgentAdapter } from "../kernel/agent/agent.ts";
import type { AgentEventKind, Reply } from "../kernel/agent/agent-event.ts";

/** A payload that the real client sent, and the kind of event that it reports. */
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

/** By its code, not its class: an adapter of yours may bring its own copy of the library. */
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
 * The contract of `AgentAdapter` over payloads that the real client sent. The author of an adapter records a payload of each
 * event; what the client's own formats mean, tests of the adapter say.
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

    test("R-H7: a payload without its session id is refused with the field's name", async () => {
      for (const { payload, kind } of fixtures.payloads) {
        if (kind === undefined) continue;
        const { [fixtures.sessionField]: _, ...rest } = payload;
        await expect(parse(rest)).rejects.toThrow(fixtures.sessionField);
      }
    });

    test("SEC-S43: a session id that could be a path is refused", async () => {
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

    test("nothing to say prints nothing", async () => {
      for (const event of await readEvents()) expect(adapter.renderReply(event, {})).toBe("");
    });

    test("S38: a folder without sessions holds no session files", async () => {
      expect((await adapter.findSessionFiles?.("/nowhere/at/all", () => true)) ?? []).toEqual([]);
    });

    test("a transcript that is not there is undefined", async () => {
      expect(await adapter.readTranscript("/nowhere/at/all.jsonl")).toBeUndefined();
      expect(await adapter.readTranscript("relative.jsonl")).toBeUndefined();
      expect(await adapter.readTranscript("")).toBeUndefined();
    });
  });
}
