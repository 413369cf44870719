import { expect, test } from "vitest";
import { save } from "../../../src/place/operations/save.ts";
import type { Choice } from "../../../src/surfaces/cli/ask/prompts.ts";
import { AgentSession } from "../../support/agent-session.ts";
import { runCommand } from "../../support/run-cli.ts";
import { withPlace } from "../../support/test-context.ts";

const DEAD = { pid: 4_194_305 };

test("D56: resume shows the constraints, the goal, the request, failures and the next step", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const session = new AgentSession(ctx, place.clock, DEAD);
    await session.prompt("Build the importer for the bank's files. Never write to the production bucket.");
    await session.use("Edit", { file_path: `${place.project}/src/rates.ts` });
    await session.use("Bash", { command: "npm test" }, { ok: false, text: "Exit code 1\n2 failed" });
    await session.stop("- [ ] parse the header\n- [x] open the file");
    await session.prompt("Write down which fields there are, and in which order.");
    await session.prompt("Now quote the fields.");
    const { out } = await runCommand(place, ["resume"]);
    const id = (await session.row()).nativeId.slice(0, 8);
    expect(out).toMatch(new RegExp(`^Session ${id} of claude-code, cut off, last active just now\n`));
    for (const part of [
      "User said\n- Never write to the production bucket.",
      "Latest request\n- Now quote the fields.",
      "First asked\n- Build the importer for the bank's files.",
      "Open todos\n- parse the header",
      "Still failing\n- npm test → 2 failed",
      "Files modified (1)\n- src/ (1 file): rates.ts",
      "Next: parse the header",
      "no files were changed",
    ])
      expect(out).toContain(part);
  }));

test("resume of work without a next step says what to go on with, and that it only shows it", () =>
  withPlace(async (place) => {
    const session = new AgentSession(await place.open(), place.clock, DEAD);
    await session.prompt("Build the importer for the bank's files.");
    await session.stop("It reads the header.");
    const { out } = await runCommand(place, ["resume"]);
    expect(out).toContain(
      "No next step was recorded. Go on with the latest request.\nThis only shows the work. Nothing was restored: no files were changed.\nContinue: holdfast continue ",
    );
  }));

test("several sessions are numbered, with the command that chooses", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const one = new AgentSession(ctx, place.clock, DEAD);
    await one.prompt("Draw the chart.");
    await new AgentSession(ctx, place.clock, DEAD).prompt("Write the manual.");
    await one.prompt("Label the axes.");
    const { code, err } = await runCommand(place, ["resume"]);
    expect(code).toBe(64);
    expect(err).toMatch(
      /Several sessions or checkpoints match:\n {2}1\. \w{8} {2}"Draw the chart\.", latest "Label the axes\." .*\n {2}2\. \w{8} {2}"Write the manual/,
    );
  }));

/** A person at a terminal, who looks at what is offered and chooses. */
function looking(choose: (question: string, choices: readonly Choice<string>[]) => string) {
  const never = async () => {
    throw new Error("nothing else is asked");
  };
  const chooseOne = async (question: string, choices: readonly Choice<string>[]) => choose(question, choices);
  return { prompts: async () => ({ chooseOne, confirm: never, askSecret: never, chooseSeveral: never }) };
}

test("P30: in a terminal a person chooses from a list, and sees of each place what it is about", () =>
  withPlace(async (place) => {
    for (const [nativeSession, note] of [
      ["one", "Draw the chart"],
      ["two", "Deploy with ghp_x8Kq2mZ7vR4tB9nW3yL6cD1fH5jP0sQaE2uG"],
    ])
      await save.call(await place.open({ agent: "claude-code", nativeSession: nativeSession ?? "" }), {
        note,
        task: `task-${nativeSession}`,
        stage: "implement",
      });
    const choosing = looking((question, choices) => {
      expect(question).toBe("Which place?");
      expect(choices.map(({ value, hint }) => [value, hint])).toEqual([
        ["1", "implement; Deploy with [REDACTED]"],
        ["2", "implement; Draw the chart"],
        ["skip", undefined],
      ]);
      return "2";
    });
    const { out } = await runCommand(place, ["resume"], choosing);
    // P32: what a person decides by.
    expect(out).toMatch(
      /\nTask: task-one\nStage: implement\nBranch: unknown\nLast intent: Draw the chart\n\nNoted by/,
    );
  }));
