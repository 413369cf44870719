import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

/** No process has this id: a session that names it is dead. */
const DEAD = { pid: 4_194_305 };
const RULE = "Never write to the production bucket.";

function writeTranscript({ root, clock }: TestPlace, prompts: readonly string[]): string {
  const path = join(root, "session.jsonl");
  const lines = prompts.map((content, i) => ({
    type: "user",
    uuid: `u${i}`,
    parentUuid: i === 0 ? null : `u${i - 1}`,
    timestamp: new Date(clock.now + i).toISOString(),
    message: { role: "user", content },
  }));
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}

/** Connected while it ran: no hook reported a prompt before it was killed. */
async function silentSession(place: TestPlace, prompts: readonly string[]) {
  const ctx = await place.open();
  const transcriptPath = writeTranscript(place, prompts);
  const session = new AgentSession(ctx, place.clock, { ...DEAD, transcriptPath });
  await session.use("Edit", { file_path: "/home/user/app/import.ts" });
  expect((await session.row()).promptCount).toBe(0);
  return { ctx, session };
}

test("a session whose prompts only its transcript has is continued, and counts as one with prompts", () =>
  withPlace(async (place) => {
    const { ctx, session } = await silentSession(place, [`Build the importer. ${RULE}`, "Now the tests."]);
    const next = new AgentSession(ctx, place.clock);
    const { context } = await next.start();
    expect(context).toContain(RULE);
    expect(context).toContain("Now the tests.");
    const { id, promptCount, endReason } = await session.row();
    expect({ promptCount, endReason }).toEqual({ promptCount: 2, endReason: "lost" });
    expect((await next.row()).parentId).toBe(id);
  }));

test("a session without a prompt is not continued", () =>
  withPlace(async (place) => {
    const { ctx } = await silentSession(place, ["<local-command-stdout>ok</local-command-stdout>"]);
    expect(await new AgentSession(ctx, place.clock).start()).toEqual({});
  }));

test("an answer to a question and a refusal with its reason reach the next session", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const killed = new AgentSession(ctx, place.clock, DEAD);
    await killed.prompt("Choose a cache and clean up.");
    const questions = [{ question: "Which cache should we use?", options: [] }];
    await killed.use(
      "AskUserQuestion",
      { questions },
      {
        ok: true,
        text: 'Your questions have been answered: "Which cache should we use?"="Redis, but "small"". You can now continue with these answers in mind.',
      },
    );
    await killed.use(
      "Bash",
      { command: "rm -rf dist" },
      {
        ok: false,
        text: "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nthe site is served from there\n\nNote: The user's next message may contain a correction or preference.",
      },
    );
    const { context } = await new AgentSession(ctx, place.clock).start();
    expect(context).toContain('Redis, but "small" ← Which cache should we use?');
    expect(context).toContain("the site is served from there (refusing: rm -rf dist)");
    expect(context).not.toContain("rejected");
  }));
