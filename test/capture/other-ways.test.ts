import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { parseEvent } from "../../src/agents/claude-code/events.ts";
import { readTranscript } from "../../src/agents/claude-code/transcript.ts";
import { foldEvent } from "../../src/capture/capture-event.ts";
import { foldEntry } from "../../src/capture/fold-entry.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import { createRedactor } from "../../src/redact/create-redactor.ts";

/** A session of the real client in which a person spoke in every way that it has, and its hooks. */
const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/claude-code/${name}`, import.meta.url));
const redactor = createRedactor();

async function foldTranscript(capture: Capture): Promise<Capture> {
  const transcript = await readTranscript(fixture("other-ways.jsonl"));
  return transcript?.entries.reduce(foldEntry, capture) ?? capture;
}

const Received = z.array(z.looseObject({ received: z.string(), hook_event_name: z.string() }));

function foldHooks(): Capture {
  const payloads = Received.parse(JSON.parse(readFileSync(fixture("other-ways.hooks.json"), "utf8")));
  return payloads.reduce((capture, { received, hook_event_name: event, ...payload }, i) => {
    const envelope = { id: `evt-${i}`, event, at: Date.parse(received) };
    const parsed = parseEvent(payload, envelope);
    return parsed ? foldEvent({ redactor }, parsed, capture) : capture;
  }, EMPTY_CAPTURE);
}

const said = ({ prompts, responses }: Capture) =>
  [...prompts, ...responses]
    .sort((a, b) => a.at - b.at)
    .map(({ channel, text, asked }) => (asked === null ? [channel, text] : [channel, text, asked]));

describe("a person's input other than prompts", () => {
  test("is captured in order, with its context", async () => {
    const plan =
      "Move the cache to Redis\nSteps\n1. Add the client in src/cache.ts\n2. Switch the callers\n3. Delete the old pool\n- [ ] write the migration note";
    expect(said(await foldTranscript(EMPTY_CAPTURE))).toEqual([
      ["typed", "Push the branch"],
      ["refusal", "Never push from here, the release manager does it.", "git push origin main"],
      ["typed", "Clean the build"],
      ["queued", "but keep build/cache in future"],
      ["typed", "Clean dist too"],
      ["refusal", "", "rm -rf dist"],
      ["typed", "Write a.txt"],
      ["typed", "Put it under docs/ instead\n\nof the root"],
      ["refusal", "Put it under docs/ instead of the root.", "Write /home/user/project/a.txt"],
      ["typed", "Run two steps"],
      ["typed", "Also use tabs, never spaces, in the Makefile."],
      ["typed", "Run two more steps"],
      ["queued", "While you are there: the port is 8443 now."],
      ["typed", "Run C"],
      ["typed", "Run D"],
      ["refusal", "", "sleep 20; echo one"],
      ["typed", "Ask me about the cache"],
      ["answer", "Redis (Recommended)", "Which cache should we use?"],
      ["answer", "Monday", "Which days may it deploy?"],
      ["answer", "SQS", "Which queue?"],
      ["refusal", "", "Which queue?"],
      ["typed", "Ask thrice"],
      ["refusal", "", "Which queue?"],
      ["typed", "Plan the cache move"],
      ["refusal", "", "Move the cache to Redis"],
      ["typed", "Plan the cache move again"],
      ["refusal", "Keep the old pool behind a flag, do not delete it.", "Move the cache to Redis"],
      ["plan", plan],
      ["typed", "Say something slow"],
      ["queued", "And then update the README."],
      ["queued", "Third thing: bump the version."],
    ]);
  });

  test("counts once when hooks report it as well, and is the same by either way", async () => {
    const live = await foldTranscript(foldHooks());
    expect(said(live)).toEqual(said(await foldTranscript(EMPTY_CAPTURE)));
  });

  test("a prompt that was taken back before the agent saw it is forgotten", async () => {
    const before = foldHooks();
    const texts = (capture: Capture) => capture.prompts.map(({ text }) => text);
    expect(texts(before)).toEqual(expect.arrayContaining(["Delete everything", "Think hard"]));
    const after = texts(await foldTranscript(before));
    expect(after).not.toContain("Delete everything");
    expect(after).not.toContain("Think hard");
  });

  test("an answered question and an approved plan are decided, with the plan's boxes as todos", async () => {
    const { decisions, todos } = await foldTranscript(EMPTY_CAPTURE);
    expect(decisions).toEqual(
      expect.arrayContaining([
        { decision: "Redis", rationale: 'answer to "Which cache should we use?"' },
        { decision: expect.stringContaining("Switch the callers"), rationale: "the user approved this plan" },
      ]),
    );
    expect(todos).toEqual([{ content: "write the migration note", status: "pending" }]);
  });

  test("the client's summary is kept apart, the same from its hook and from its transcript", async () => {
    const summary = (await foldTranscript(EMPTY_CAPTURE)).summary?.text;
    expect(summary).toMatch(/^1\. Primary Request and Intent:[\s\S]*Run the tests\.$/);
    expect(foldHooks().summary?.text).toBe(summary);
  });
});
