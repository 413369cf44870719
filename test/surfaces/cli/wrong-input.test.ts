import { expect, test } from "vitest";
import { AgentSession } from "../../support/agent-session.ts";
import { runCommand } from "../../support/run-cli.ts";
import { withPlace } from "../../support/test-context.ts";

test.each([
  ["a list as state", ["save", "--state", "[]"], "--state: must be a JSON object"],
  ["a text as state", ["save", "--state", '"done"'], "--state: must be a JSON object"],
  ["a name like an id", ["save", "--name", "chk_foo"], "--name: must not begin with chk_, the prefix of ids"],
  [
    "a name like a turn",
    ["save", "--name", "20"],
    "--name: must not be a number of up to six digits, which restore takes for a turn: add a letter, as in v2",
  ],
  ["an age of nothing", ["delete", "--older-than", "0m"], "--older-than: give a duration such as 30m"],
  ["an unknown word for an argument", ["capture", "stop"], "action: must be one of pause, resume, status"],
  ["two words without quotes", ["remember", "two", "words"], "Put text with spaces in quotes."],
  ["an empty digest", ["digest"], "The digest is empty: give a decision"],
  [
    "no text for a decision",
    ["digest", "--decision", ""],
    "--decisions.0: must have at least 1 character.\n",
  ],
  ["no list for the decisions", ["digest", "--decisions", "{}"], "--decisions: must be an array"],
])("%s is refused in words that say what to correct", (_, words, message) =>
  withPlace(async (place) => {
    const { code, err } = await runCommand(place, words);
    expect(code).toBe(64);
    expect(err).toContain(message);
    const { out } = await runCommand(place, ["list"]);
    expect(out).toContain("No checkpoints here yet.");
    expect(out).toContain("holdfast continue\n");
  }),
);

test("a digest takes decisions, blockers and next steps one by one, or all as JSON", () =>
  withPlace(async (place) => {
    const words = ["--decision", "Use SQLite", "--decision", "Keep Node 20", "--next-step", "Write the docs"];
    expect((await runCommand(place, ["digest", ...words, "--blocker", "No token"])).code).toBe(0);
    const [{ digest }] = await listed(place);
    expect(digest).toBe(
      "Decided:\n- Use SQLite\n- Keep Node 20\nBlocked by:\n- No token\nNext:\n- Write the docs",
    );
    await runCommand(place, ["digest", "--decisions", '["Use SQLite"]', "--decision", "Keep Node 20"]);
    expect((await listed(place))[0].digest).toBe("Decided:\n- Use SQLite\n- Keep Node 20");
    const { out } = await runCommand(place, ["digest", "--help"]);
    expect(out).toMatch(/--next-step <text> +Next steps \(repeatable\)/);
    expect(out).not.toContain("<json>");
  }));

test("without a matching session, the error says whether none runs, several run, or the name is unknown", () =>
  withPlace(async (place) => {
    const wordsFor = (...words: string[]) => runCommand(place, words);
    for (const words of [["capture"], ["dismiss"], ["debrief", "off"]] as const) {
      const { code, err } = await wordsFor(...words);
      expect(code).toBe(66);
      expect(err).toContain("No agent is running in this directory.");
    }
    const ctx = await place.open();
    for (const nativeSession of ["first", "second"])
      await new AgentSession(ctx, place.clock, { nativeSession, pid: process.pid }).start();
    for (const words of [["capture"], ["dismiss"], ["debrief", "off"]] as const)
      expect((await wordsFor(...words)).err).toMatch(
        /Several sessions are running here: (?:first \(claude-code\) and second|second \(claude-code\) and first) \(claude-code\)\./,
      );
    for (const words of [
      ["capture", "status", "--session", "x"],
      ["dismiss", "x"],
    ] as const)
      expect((await wordsFor(...words)).err).toContain("No session x is known here.");
  }));

async function listed(place: Parameters<typeof runCommand>[0]) {
  return JSON.parse((await runCommand(place, ["list", "--json"])).out).checkpoints;
}
