import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { digest } from "../../src/capture/operations/digest.ts";
import { list } from "../../src/capture/operations/list.ts";
import { resume } from "../../src/place/operations/resume.ts";
import { save } from "../../src/place/operations/save.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";
import { ClaudeTranscript } from "./claude-transcript.ts";
import { PiTranscript } from "./pi-transcript.ts";

const native = "11111111-1111-4111-8111-111111111111";
const LEFT = /mystery|left-branch/;

const AGENTS = {
  "claude-code": (root: string, now: number) => {
    const transcript = new ClaudeTranscript(root, { session: native, now });
    const run = (command: string) => transcript.use([{ name: "Bash", input: { command }, result: "done" }]);
    return { transcript, run };
  },
  pi: (root: string, now: number) => {
    const transcript = new PiTranscript(root, { session: native, now });
    return { transcript, run: (command: string) => transcript.run(command) };
  },
  "oh-my-pi": (root: string, now: number) => {
    const transcript = new PiTranscript(root, { session: native, now });
    return { transcript, run: (command: string) => transcript.run(command) };
  },
};

/** A conversation whose second turn is a dead end. */
async function begun(place: TestPlace, agent: keyof typeof AGENTS) {
  const ctx = await place.open({ agent, nativeSession: native });
  const { transcript, run } = AGENTS[agent](place.root, place.clock.now);
  const base = { agent, transcriptPath: transcript.path };
  const session = new AgentSession(ctx, place.clock, { ...base, nativeSession: native });
  const turn = async (text: string, command: string) => {
    await session.prompt(text);
    transcript.goTo(transcript.here, place.clock.now).prompt(text);
    run(command);
    transcript.say(`Answer to: ${text}`).write();
    place.clock.now += 5_000;
    await session.stop(`Answer to: ${text}`);
    place.clock.now += 60_000;
  };
  await session.start();
  await turn("Find the bug in the cart. Never touch the invoices.", "echo live-branch");
  const before = transcript.here;
  await turn("Try the mystery way. Always use mystery imports.", "npm run left-branch");
  await save.call(ctx, { name: "while-left" });
  await digest.call(ctx, { decisions: ["Keep the mystery."] });
  place.clock.now += 60_000;
  return { ctx, transcript, session, before, turn };
}

/** The record that the next session of the same client receives. */
async function recovered(place: TestPlace, agent: keyof typeof AGENTS) {
  const nativeSession = randomUUID();
  const ctx = await place.open({ agent, nativeSession });
  const next = new AgentSession(ctx, place.clock, { agent, nativeSession });
  return (await next.start()).context ?? "";
}

/** The record for a person who asks for it. */
async function shown(place: TestPlace, agent: keyof typeof AGENTS) {
  const ctx = await place.open({ agent, nativeSession: randomUUID() });
  return JSON.stringify(await resume.call(ctx, {}));
}

const names = async (ctx: Parameters<typeof list.call>[0]) =>
  (await list.call(ctx, {})).checkpoints.map(({ name }) => name);

describe.each(["claude-code", "pi", "oh-my-pi"] as const)("%s", (agent) => {
  test("W16: nothing from a branch that the person left is recovered, and all of it after they return", async () => {
    await withPlace(async (place) => {
      const { ctx, transcript, session, before, turn } = await begun(place, agent);
      const left = transcript.here;
      transcript.goTo(before);
      await turn("Fix the rounding.", "echo other-branch");
      expect(await session.prompts()).toEqual([
        "Find the bug in the cart. Never touch the invoices.",
        "Fix the rounding.",
      ]);
      expect(JSON.stringify((await session.row()).capture)).not.toMatch(LEFT);
      expect(await names(ctx)).not.toContain("while-left");

      transcript.goTo(left);
      await turn("Back to it.", "echo again");
      expect(await session.prompts()).toEqual([
        "Find the bug in the cart. Never touch the invoices.",
        "Try the mystery way. Always use mystery imports.",
        "Back to it.",
      ]);
      expect(JSON.stringify((await session.row()).capture)).toMatch(LEFT);
      expect(await names(ctx)).toContain("while-left");
    });
  });

  test("W16 S38: a session that was killed after a branch change passes on only the live branch", async () => {
    await withPlace(async (place) => {
      const { transcript, session, before } = await begun(place, agent);
      await session.prompt("Fix the rounding.");
      transcript.goTo(before, place.clock.now).prompt("Fix the rounding.").say("I begin.").write();
      place.clock.now += 2 * 60 * 60_000;
      expect(await shown(place, agent)).not.toMatch(LEFT);
      const record = await recovered(place, agent);
      expect(record).toContain("Fix the rounding.");
      expect(record).toContain("Never touch the invoices.");
      expect(record).not.toMatch(LEFT);
      expect(await names(await place.open({ agent }))).not.toContain("while-left");
    });
  });
});
