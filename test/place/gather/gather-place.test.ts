import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import { Config } from "../../../src/kernel/config/config.ts";
import { findArtifacts } from "../../../src/place/gather/find-artifacts.ts";
import { gatherPlace } from "../../../src/place/gather/gather-place.ts";
import { readSessionState } from "../../../src/place/gather/read-session-state.ts";
import { SESSION_STATE } from "../../support/shared-folder.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const config = Config.parse({});
const GLOBS = config.place.artifacts;
const PRIVATE = { memory: "/nowhere", artifacts: null };

/** A shared folder with files that were written at these seconds. */
function shared(files: Readonly<Record<string, readonly [text: string, second: number]>>) {
  const artifacts = temporaryDirectory("gather");
  for (const [name, [text, second]] of Object.entries(files)) {
    const path = join(artifacts, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    utimesSync(path, second, second);
  }
  return { memory: join(artifacts, "memory"), artifacts };
}

describe("P12 P13: the session-state file", () => {
  const state = (session: string, more = "") => `## Cost\n- Session UUID: ${session}\n${more}`;

  test("says what another tool noted", () => {
    const folder = shared({ "memory/sessions/2026-11-20-csv-import.md": [SESSION_STATE, 1] });
    expect(readSessionState(folder, undefined)).toEqual({
      path: join(folder.memory, "sessions/2026-11-20-csv-import.md"),
      task: "csv-import",
      phase: "implement",
      session: "one-session",
      questions: ["Which rounding?"],
      decisions: ["Stream the file"],
      unfinished: ["quote the fields", "write the docs"],
    });
  });

  test("is that of the session, else the one that was written last", () => {
    const folder = shared({
      "memory/sessions/a.md": [state("one"), 1],
      "memory/sessions/2026-1-b.md": [state("two"), 3],
      "memory/sessions/c.md": ["nothing", 2],
      "memory/sessions/d.txt": [state("three"), 9],
    });
    const taskOf = (session: string | undefined) => readSessionState(folder, session)?.task;
    expect(["one", "two", "three", undefined].map(taskOf)).toEqual(["a", "2026-1-b", "2026-1-b", "2026-1-b"]);
    expect(readSessionState({ ...folder, artifacts: null }, "one")).toBeUndefined();
    expect(readSessionState(shared({}), "one")).toBeUndefined();
  });

  test("is looked for among the last twenty", () => {
    const files = Object.fromEntries(
      Array.from({ length: 21 }, (_, i) => [`memory/sessions/${i}.md`, [state(`s${i}`), i] as const]),
    );
    const folder = shared(files);
    expect(readSessionState(folder, "s1")?.task).toBe("1");
    expect(readSessionState(folder, "s0")?.task).toBe("20");
  });

  test.each([
    ["- **Phase:** implement", "implement"],
    ["* Phase:  plan ", "plan"],
    ["  - Phase: a:b", "a:b"],
    ["Phase: x", "x"],
    ["- Phase:", null],
    ["- Phases: x", null],
    ["- The Phase: x", null],
    ["", null],
  ])("has a phase in %j: %j", (line, phase) => {
    const folder = shared({ "memory/sessions/a.md": [state("one", `${line}\n`), 1] });
    expect(readSessionState(folder, "one")?.phase).toBe(phase);
  });
});

describe("P16: the documents of a task", () => {
  test("are the plan and architecture that were written last, the critic and review of the highest number", () => {
    const folder = shared({
      "one/current-plan.md": ["", 1],
      "two/current-plan.md": ["", 2],
      "three/current-plan.md": ["", 1],
      "architecture.md": ["", 5],
      "two/critic-response-9.md": ["", 9],
      "two/critic-response-10.md": ["", 1],
      "two/review-2.md": ["", 1],
      "one/review-2.md": ["", 3],
      "one/review-final.md": ["", 9],
    }).artifacts;
    expect(findArtifacts(folder, GLOBS, "none")).toEqual({
      plan: join(folder, "two/current-plan.md"),
      architecture: join(folder, "architecture.md"),
      critic: join(folder, "two/critic-response-10.md"),
      review: join(folder, "one/review-2.md"),
    });
  });

  test("are counted by the last number of their name; one without a number comes last", () => {
    const folder = shared({
      "a/review-9-1.md": ["", 3],
      "b/review-2.md": ["", 1],
      "a/critic-response-final.md": ["", 3],
      "b/critic-response-0.md": ["", 1],
    }).artifacts;
    expect(findArtifacts(folder, GLOBS, "none")).toMatchObject({
      review: join(folder, "b/review-2.md"),
      critic: join(folder, "b/critic-response-0.md"),
    });
  });

  test("are its own, where it has some", () => {
    const folder = shared({
      "one/current-plan.md": ["", 1],
      "two/current-plan.md": ["", 2],
      "two/architecture.md": ["", 2],
      "sub/one/review-9.md": ["", 2],
    }).artifacts;
    expect(findArtifacts(folder, GLOBS, "one")).toEqual({
      plan: join(folder, "one/current-plan.md"),
      architecture: join(folder, "two/architecture.md"),
      critic: null,
      review: join(folder, "sub/one/review-9.md"),
    });
  });

  test.each(["fix-login", "Fix login"])('are in %j for the task "Fix login"', (name) => {
    const folder = shared({
      [`${name}/current-plan.md`]: ["", 1],
      [`${name}/review-1.md`]: ["", 1],
      "other/current-plan.md": ["", 2],
      "other/review-2.md": ["", 2],
    }).artifacts;
    expect(findArtifacts(folder, GLOBS, "Fix login")).toMatchObject({
      plan: join(folder, name, "current-plan.md"),
      review: join(folder, name, "review-1.md"),
    });
  });

  test("are not in the trash, and none without a folder", () => {
    const { artifacts } = shared({
      "memory/trash/current-plan.md": ["", 1],
      "trashed/architecture.md": ["", 1],
    });
    const none = { plan: null, architecture: null, critic: null, review: null };
    expect(findArtifacts(artifacts, GLOBS, "one")).toEqual({
      ...none,
      architecture: join(artifacts, "trashed/architecture.md"),
    });
    expect(findArtifacts(null, GLOBS, "one")).toEqual(none);
    expect(findArtifacts("/nowhere", GLOBS, "one")).toEqual(none);
  });
});

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
      session: undefined,
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
    expect(gather({ session, branch: "main", voluntary: true })).toMatchObject({
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
    const questionsOf = (own: Capture) => gather({ session: { ...session, capture: own } }).questions;
    expect(questionsOf(asked)).toEqual(["Which rounding?"]);
    const offer = { question: "Shall I write the docs?" };
    expect(questionsOf({ ...asked, offer } as Capture)).toEqual([
      "Which rounding?",
      "Shall I write the docs?",
    ]);
    expect(questionsOf({ ...asked, offer: { question: "" } } as Capture)).toEqual(["Which rounding?"]);
  });

  test("is rather what another tool noted, and rather yet what its author says", () => {
    const folder = shared({
      "memory/sessions/2026-11-20-csv-import.md": [SESSION_STATE.replace("- Stream the file\n", ""), 1],
    });
    const noted = {
      stage: "implement",
      task: "csv-import",
      intent: "quote the fields",
      questions: ["Which rounding?"],
      decisions: ["Use SQL (teams)", "No ORM"],
      unfinished: ["quote the fields", "write the docs"],
    };
    expect(gather({ directory: folder, session })).toMatchObject(noted);
    expect(gather({ directory: folder, caller: "one-session" })).toMatchObject({ ...noted, decisions: [] });
    const words = { note: "ship\nit", name: "n", task: "t", stage: "s" };
    expect(gather({ directory: folder, session, words })).toMatchObject({
      stage: "s",
      task: "t",
      intent: "ship it",
    });
    expect(gather({ session, words: { name: "n", task: " " } })).toMatchObject({
      task: "n",
      intent: "parse",
    });
    expect(gather({ directory: folder, words: { name: "n" } }).artifacts.sessionState).toBe(
      join(folder.memory, "sessions/2026-11-20-csv-import.md"),
    );
  });

  test("has the last twelve items of a list, each on one line of 240 characters", () => {
    const todos = Array.from({ length: 14 }, (_, i) => todo(`${i}\n${"x".repeat(300)}`, "pending"));
    const { unfinished } = gather({ session: { ...session, capture: { ...capture, todos } as Capture } });
    expect(unfinished).toHaveLength(12);
    expect(unfinished[0]).toBe(`2 ${"x".repeat(237)}…`);
  });
});
