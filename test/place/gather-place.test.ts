import { describe, expect, test } from "vitest";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import { Config } from "../../src/kernel/config/config.ts";
import { gatherPlace } from "../../src/place/gather-place.ts";
import { workflowArtifacts } from "../../src/place/workflow-artifacts/workflow-artifacts.ts";
import { SESSION_STATE, sharedFolder } from "../support/shared-folder.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const config = Config.parse({});
const PRIVATE = { root: "/nowhere", memory: "/nowhere", mode: 0o700, shared: null } as const;

describe("what a place says", () => {
  const todo = (content: string, status: "pending" | "in_progress" | "completed") => ({ content, status });
  const capture: Capture = {
    ...EMPTY_CAPTURE,
    prompts: [{ at: 1, text: "Build the importer for our files.", channel: "typed", asked: null }],
    todos: [todo("read", "completed"), todo("parse", "in_progress"), todo("ship", "pending")],
    decisions: [
      { decision: "Use SQL", rationale: "teams" },
      { decision: "No ORM", rationale: null },
    ],
  } as Capture;
  const session = { nativeId: "one-session", capture };
  const gather = (some: Partial<Parameters<typeof gatherPlace>[0]>) =>
    gatherPlace({
      directory: PRIVATE,
      config,
      words: {},
      nativeId: undefined,
      capture: undefined,
      branch: null,
      voluntary: false,
      ...some,
    });

  test("is little where nothing is known", () => {
    expect(gather({})).toEqual({
      voluntary: false,
      stage: null,
      task: "untitled",
      branch: "unknown",
      intent: null,
      artifacts: { plan: null, architecture: null, critic: null, review: null, sessionState: null },
      questions: [],
      decisions: [],
      unfinished: [],
    });
  });

  test("is what was captured", () => {
    expect(gather({ ...session, branch: "main", voluntary: true })).toMatchObject({
      voluntary: true,
      stage: null,
      task: "Build the importer for our files.",
      branch: "main",
      intent: "parse",
      decisions: ["Use SQL (teams)", "No ORM"],
      unfinished: ["parse", "ship"],
    });
  });

  test("is what the agent asked and offered", () => {
    const asked = { ...capture, questions: [{ text: "Which rounding?" }] } as Capture;
    const questionsOf = (own: Capture) => gather({ capture: own }).questions;
    expect(questionsOf(asked)).toEqual(["Which rounding?"]);
    const offer = { question: "Shall I write the docs?" };
    expect(questionsOf({ ...asked, offer } as Capture)).toEqual([
      "Which rounding?",
      "Shall I write the docs?",
    ]);
    expect(questionsOf({ ...asked, offer: { question: "" } } as Capture)).toEqual(["Which rounding?"]);
  });

  test("is rather what another tool noted, and rather yet what its author says", () => {
    const { folder: root, memory, write } = sharedFolder(temporaryDirectory("gather"));
    const state = SESSION_STATE.replace("- Stream the file\n", "");
    const path = write("memory/sessions/2026-11-20-csv-import.md", state);
    const folder = { root, memory, mode: 0o777, shared: workflowArtifacts.open(root) } as const;
    const noted = {
      stage: "implement",
      task: "csv-import",
      intent: "quote the fields",
      questions: ["Which rounding?"],
      decisions: ["Use SQL (teams)", "No ORM"],
      unfinished: ["quote the fields", "write the docs"],
    };
    expect(gather({ directory: folder, ...session })).toMatchObject(noted);
    expect(gather({ directory: folder, nativeId: "one-session" })).toMatchObject({ ...noted, decisions: [] });
    const words = { note: "ship\nit", name: "n", task: "t", stage: "s" };
    expect(gather({ directory: folder, ...session, words })).toMatchObject({
      stage: "s",
      task: "t",
      intent: "ship it",
    });
    expect(gather({ ...session, words: { name: "n", task: " " } })).toMatchObject({
      task: "n",
      intent: "parse",
    });
    expect(gather({ directory: folder, words: { name: "n" } }).artifacts.sessionState).toBe(path);
  });

  test("has the last twelve items of a list, each on one line of 240 characters", () => {
    const todos = Array.from({ length: 14 }, (_, i) => todo(`${i}\n${"x".repeat(300)}`, "pending"));
    const { unfinished } = gather({ capture: { ...capture, todos } as Capture });
    expect(unfinished).toHaveLength(12);
    expect(unfinished[0]).toBe(`2 ${"x".repeat(237)}…`);
  });
});
