import { expect, test } from "vitest";
import type { Progress } from "../../../src/kernel/ports/progress.ts";
import { runCommand } from "../../support/run-cli.ts";
import { type TestPlace, withPlace } from "../../support/test-context.ts";

/** What a person at a terminal sees while a command runs. */
async function shownDuring(place: TestPlace, words: readonly string[]): Promise<string[]> {
  const shown: string[] = [];
  const progress: Progress = {
    say: (text) => shown.push(`say ${text}`),
    start: (text) => shown.push(text),
    update: (text) => shown.push(text),
    stop: () => shown.push("stop"),
  };
  const open = async () => Object.assign(await place.open(), { progress: async () => progress });
  await runCommand({ open }, words);
  return shown;
}

test.each([
  [["prune"], "Deleting what has expired …"],
  [["redact", "--dry-run"], "Searching for secrets …"],
  [["archive"], "Reading the archive …"],
  [["connect", "claude-code"], "Connecting agents …"],
  [["export"], "Exporting sessions …"],
  [["log"], "Reading sessions …"],
])("%j shows at a terminal that it is working, and clears the line, also if it fails", (words, text) =>
  withPlace(async (place) => {
    expect(await shownDuring(place, words)).toEqual([text, "stop"]);
  }),
);

test("a quick command shows nothing", () =>
  withPlace(async (place) => {
    expect(await shownDuring(place, ["list"])).toEqual([]);
  }));

test("without a terminal, a slow command prints its result and nothing else", () =>
  withPlace(async (place) => {
    expect(await runCommand(place, ["prune"])).toMatchObject({ code: 0, err: "" });
  }));
