import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agents } from "../../src/agents/registry.ts";
import { mayDebrief } from "../../src/debrief/decide-debrief.ts";
import { Config } from "../../src/kernel/config/config.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withDebriefs } from "./turn.ts";

const SECOND = 1_000;
const THRESHOLD = Config.parse({}).debrief.thresholdMs;

describe.each(agents.filter(({ capabilities }) => capabilities.blockStop))("with $name", ({ name }) => {
  test(`T2: ${name} has the same threshold`, () =>
    withDebriefs(async ({ open, clock }) => {
      const ctx = await open();
      const askedAfter = async (ms: number) => {
        const session = new AgentSession(ctx, clock, { agent: name });
        await session.prompt("Port the reader.");
        const { lastPromptAt } = await session.row();
        clock.now = (lastPromptAt ?? 0) + ms - SECOND; // the stop takes a second of its own
        return (await session.stop()).block !== undefined;
      };
      expect([await askedAfter(THRESHOLD - 1), await askedAfter(THRESHOLD)]).toEqual([false, true]);
    }));
});

test("T14: the time of the first model activity is stored, and does not affect any decision", () => {
  const time = fc.option(fc.integer({ min: 0, max: 200_000 }));
  const settings = Config.parse({}).debrief;
  const stop = { id: "e", agent: "codex", nativeSession: "s", cwd: "/", kind: "agent_stop" } as const;
  const decide = (lastPromptAt: number | null, lastDebriefAt: number | null) => {
    const debriefs = { off: false, ignored: 0, lastAt: lastDebriefAt, inTurn: 0 };
    return (firstToolUseAt: number | null, at: number) =>
      mayDebrief(
        { ...stop, stopHookActive: false, backgroundTasks: 0, at },
        { session: sampleSession({ lastPromptAt, firstToolUseAt }), debriefs },
        { settings, endsWithOurText: false },
      );
  };
  fc.assert(
    fc.property(time, time, time, fc.integer({ min: 0, max: 400_000 }), (sent, asked, heard, at) => {
      const decided = decide(sent, asked);
      expect(decided(heard, at)).toEqual(decided(null, at));
    }),
  );
});

test("T23: our text in Codex's session file and prompt hook counts neither as a message nor as a turn", () =>
  withDebriefs(async ({ open, clock, root }) => {
    const transcriptPath = join(root, "rollout.jsonl");
    const session = new AgentSession(await open(), clock, { agent: "codex", transcriptPath });
    await session.prompt("Port the reader.");
    clock.now += THRESHOLD;
    const { block } = await session.stop();
    const ours = block?.reason ?? "";
    const before = await session.row();
    const timestamp = new Date(clock.now).toISOString();
    const items = [
      { type: "HookPrompt", id: "h", fragments: [{ text: ours }] },
      { type: "UserMessage", id: "typed", content: [{ type: "text", text: ours }] },
      { type: "UserMessage", id: "cut", content: [{ type: "text", text: ours.slice(0, 60) }] },
    ];
    const line = (item: object) => ({
      timestamp,
      type: "event_msg",
      payload: { type: "item_completed", item },
    });
    writeFileSync(transcriptPath, items.map((item) => `${JSON.stringify(line(item))}\n`).join(""));
    await session.prompt(ours);
    await session.stop("Nothing is left.", { stopHookActive: true });
    const after = await session.row();
    expect(after).toMatchObject({ promptCount: 1, lastPromptAt: before.lastPromptAt });
    const { prompts, lastUserText } = after.capture;
    expect(prompts.map(({ text }: { text: string }) => text)).toEqual(["Port the reader."]);
    expect(lastUserText).toContain("[holdfast debrief]"); // it was read, and known
  }));
