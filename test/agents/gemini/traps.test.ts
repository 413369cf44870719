import { randomUUID } from "node:crypto";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gemini } from "../../../src/agents/gemini/adapter.ts";
import type { OpenContext } from "../../../src/app.ts";
import { handleEvent } from "../../../src/events/handle-events.ts";
import type { Reply } from "../../../src/kernel/agent/agent-event.ts";
import { type TestPlace, withPlace } from "../../support/test-context.ts";
import { recorded } from "./fixtures.ts";

const RULE = "Never write to the production bucket.";
const WINDOW = 1_048_576;

/** A conversation as the agent produces it: its recorded payloads, and a transcript that grows beside them. */
class Conversation {
  readonly id = randomUUID();
  transcript: string;
  readonly #ctx: OpenContext;
  readonly #place: TestPlace;

  constructor(ctx: OpenContext, place: TestPlace) {
    this.#ctx = ctx;
    this.#place = place;
    this.transcript = join(place.root, `session-${this.id}.jsonl`);
  }

  /** What the client gets on its standard input of the hook's answer; "" is nothing. */
  async hook(name: string, change: object = {}): Promise<{ reply: Reply; printed: string }> {
    this.#place.clock.now += 1_000;
    const payload = {
      ...recorded(name),
      session_id: this.id,
      cwd: this.#place.project,
      transcript_path: this.transcript,
      ...change,
    };
    const envelope = { id: randomUUID(), event: "", at: this.#place.clock.now };
    const event = await gemini.parseEvent(payload, envelope);
    if (!event) throw new Error(`${name} means nothing`);
    const reply = await handleEvent(this.#ctx, event, { awaited: true });
    return { reply, printed: gemini.renderReply(event, reply) };
  }

  /** Writes what the client appends to its transcript. */
  append(message: object): void {
    this.#place.clock.now += 1_000;
    const timestamp = new Date(this.#place.clock.now).toISOString();
    appendFileSync(this.transcript, `${JSON.stringify({ id: randomUUID(), timestamp, ...message })}\n`);
  }

  /** A summary in the place of what was before, as the client writes it. */
  compress(): void {
    this.#place.clock.now += 1_000;
    const timestamp = new Date(this.#place.clock.now).toISOString();
    const content = [{ text: "<state_snapshot>short</state_snapshot>" }];
    this.append({ $set: { messages: [{ id: randomUUID(), timestamp, type: "user", content }] } });
  }

  async turn(prompt: string, answer: string, tokens = 200): Promise<string> {
    const { printed } = await this.hook("BeforeAgent", { prompt });
    this.append({ type: "user", content: [{ text: prompt }] });
    this.append({ type: "gemini", content: answer, tokens: { input: tokens } });
    await this.hook("AfterAgent.first", { prompt_response: answer });
    return printed;
  }

  async checkpoints(): Promise<string[]> {
    const session = await this.#ctx.store.findSession("gemini", this.id);
    const found = await this.#ctx.store.listCheckpoints({ sessionId: session?.id ?? "", limit: 50 });
    return found.map(({ trigger }) => trigger);
  }
}

async function begun(place: TestPlace): Promise<Conversation> {
  const session = new Conversation(await place.open(), place);
  await session.hook("SessionStart.startup");
  await session.turn(`Build the importer. ${RULE}`, "- [ ] parse the header");
  return session;
}

describe("unexpected behavior of the client", () => {
  test("Gemini 1, S25: a compression is believed when half of the window was used, and delivered once at the next prompt", () =>
    withPlace(async (place) => {
      const session = await begun(place);
      await session.hook("PreCompress.auto");
      expect(await session.checkpoints()).toEqual([]);
      expect(await session.turn("Go on.", "Half of it is done.", 0.6 * WINDOW)).toBe("");
      expect((await session.hook("PreCompress.auto")).printed).toBe("");
      expect(await session.checkpoints()).toEqual(["pre_compact"]);
      expect(await session.turn("And the rest.", "Done.")).toContain(RULE);
      expect(await session.turn("Thanks.", "Welcome.")).toBe("");
    }));

  test("Gemini 1: a compression below that, which only the transcript shows, is delivered once at the next prompt", () =>
    withPlace(async (place) => {
      const session = await begun(place);
      session.compress();
      expect(await session.turn("Go on.", "Half of it is done.")).toBe("");
      expect(await session.turn("And the rest.", "Done.")).toContain(RULE);
      expect(await session.turn("Thanks.", "Welcome.")).toBe("");
    }));

  test("without a terminal each prompt resumes: the recovery is delivered once, and again after a compression or other work", () =>
    withPlace(async (place) => {
      const session = await begun(place);
      const resumed = async (prompt: string) => {
        await session.hook("SessionEnd.exit");
        await session.hook("SessionStart.resume");
        return await session.turn(prompt, "Yes.");
      };
      expect(await resumed("Go on.")).toContain(RULE);
      expect(await resumed("And the rows.")).toBe("");
      session.compress();
      expect(await resumed("And the footer.")).toContain(RULE);
      expect(await resumed("And the test.")).toBe("");
      const other = new Conversation(await place.open(), place);
      await other.turn("Draw the chart.", "Done.");
      expect(await resumed("And the docs.")).toContain(RULE);
    }));

  test("a turn that received the recovery and was killed does not count", () =>
    withPlace(async (place) => {
      const session = await begun(place);
      for (const prompt of ["Go on.", "Still there?"]) {
        await session.hook("SessionStart.resume");
        expect((await session.hook("BeforeAgent", { prompt })).printed).toContain(RULE);
      }
    }));

  test("Gemini 1: a compression that the person asks for is one at any fill", () =>
    withPlace(async (place) => {
      const session = await begun(place);
      await session.hook("PreCompress.manual");
      expect(await session.checkpoints()).toEqual(["pre_compact"]);
      expect(await session.turn("Go on.", "Done.")).toContain(RULE);
    }));

  test("Gemini 2, Gemini 4: a resume names a stub, and the transcript is gone later: nothing is lost", () =>
    withPlace(async (place) => {
      const session = await begun(place);
      const { transcript } = session;
      const stub = join(place.root, "stub.jsonl");
      writeFileSync(stub, `${JSON.stringify({ sessionId: session.id, kind: "main" })}\n`);
      await session.hook("SessionStart.resume", { transcript_path: stub });
      rmSync(transcript);
      rmSync(stub);
      expect((await session.hook("BeforeAgent", { prompt: "Go on." })).printed).toContain(RULE);
      const next = new Conversation(await place.open(), place);
      await session.hook("SessionEnd.exit");
      await next.hook("SessionStart.startup");
      expect((await next.hook("BeforeAgent", { prompt: "Go on." })).printed).toContain("parse the header");
    }));

  test.each([["resume"], ["clear"]])(
    "Gemini 3, S26: a %s prints nothing, and its first prompt receives it once",
    (source) =>
      withPlace(
        async (place) => {
          const session = await begun(place);
          if (source === "clear") await session.hook("SessionEnd.clear");
          const next = source === "clear" ? new Conversation(await place.open(), place) : session;
          expect((await next.hook(`SessionStart.${source}`)).printed).toBe("");
          expect(await next.turn("Go on.", "Yes.")).toContain(RULE);
          expect(await next.turn("And now?", "Done.")).toBe("");
        },
        { recovery: { afterClear: "record" } },
      ),
  );

  test("Gemini 5, S31: three ends are one, and an end without a start is none", () =>
    withPlace(async (place) => {
      const session = await begun(place);
      for (const _ of [1, 2, 3]) await session.hook("SessionEnd.exit");
      expect(await session.checkpoints()).toEqual(["session_end"]);
      const dialog = new Conversation(await place.open(), place);
      await dialog.hook("SessionEnd.exit");
      expect(await dialog.checkpoints()).toEqual([]);
    }));

  test("Gemini 6, Gemini 7, T25: a stop is blocked once, and its unmarked retry is not a person's prompt", () =>
    withPlace(
      async (place) => {
        const session = await begun(place);
        await session.hook("BeforeAgent", { prompt: "Go on." });
        place.clock.now += 60_000;
        const { reason } = JSON.parse((await session.hook("AfterAgent.first")).printed);
        expect(reason).toContain("[holdfast debrief]");
        const ctx = await place.open();
        const before = await ctx.store.findSession("gemini", session.id);
        await session.hook("BeforeAgent.retry", { prompt: reason });
        place.clock.now += 60_000;
        expect((await session.hook("AfterAgent.retry")).printed).toBe("");
        expect((await session.hook("AfterAgent.first")).printed).toBe("");
        const after = await ctx.store.findSession("gemini", session.id);
        expect(after?.promptCount).toBe(before?.promptCount);
      },
      { debrief: { enabled: true } },
    ));

  test("S4: of its todo tool a blocked item is still open, and costs the others nothing", () =>
    withPlace(async (place) => {
      const session = await begun(place);
      const todos = [
        { description: "write the reader", status: "completed" },
        { description: "ask for the sample file", status: "blocked" },
        { description: "draw a logo", status: "cancelled" },
      ];
      session.append({
        type: "gemini",
        content: "",
        toolCalls: [{ id: "c", name: "write_todos", args: { todos } }],
      });
      await session.hook("AfterAgent.first");
      await session.hook("SessionEnd.exit");
      const next = new Conversation(await place.open(), place);
      await next.hook("SessionStart.startup");
      const { printed } = await next.hook("BeforeAgent", { prompt: "Go on." });
      expect(printed).toContain("ask for the sample file");
      expect(printed).not.toContain("draw a logo");
    }));
});
