import { expect, test } from "vitest";
import { EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { Statement } from "../../src/kernel/statement.ts";
import { restartPrompt } from "../../src/terminals/restart-prompt.ts";

const prompts = (...texts: string[]): Statement[] =>
  texts.map((text, at) => ({ id: `p${at}`, channel: "typed", text, asked: null, at }));

test("a restarted agent receives the latest request about work, not the last prompt to go on", () => {
  const capture = { ...EMPTY_CAPTURE, prompts: prompts("Build the importer.", "weiter", "/model opus") };
  expect(restartPrompt(capture, null)).toContain('The latest request was: "Build the importer."');
  expect(restartPrompt({ ...capture, prompts: prompts("go on") }, null)).not.toContain("The latest request");
});
