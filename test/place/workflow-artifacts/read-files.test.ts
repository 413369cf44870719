import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { Config } from "../../../src/kernel/config/config.ts";
import { findDocuments } from "../../../src/place/workflow-artifacts/find-documents.ts";
import { readSessionState } from "../../../src/place/workflow-artifacts/read-session-state.ts";
import { SESSION_STATE } from "../../support/shared-folder.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const GLOBS = Config.parse({}).place.artifacts;

/** A shared folder with files that were written at these seconds. */
function shared(files: Readonly<Record<string, readonly [text: string, second: number]>>): string {
  const root = temporaryDirectory("gather");
  for (const [name, [text, second]] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    utimesSync(path, second, second);
  }
  return root;
}

describe("P12 P13: the session-state file", () => {
  const state = (session: string, more = "") => `## Cost\n- Session UUID: ${session}\n${more}`;

  test("says what another tool noted", () => {
    const folder = shared({ "memory/sessions/2026-11-20-csv-import.md": [SESSION_STATE, 1] });
    expect(readSessionState(folder, undefined)).toEqual({
      path: join(folder, "memory/sessions/2026-11-20-csv-import.md"),
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
    });
    expect(findDocuments(folder, GLOBS, "none")).toEqual({
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
    });
    expect(findDocuments(folder, GLOBS, "none")).toMatchObject({
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
    });
    expect(findDocuments(folder, GLOBS, "one")).toEqual({
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
    });
    expect(findDocuments(folder, GLOBS, "Fix login")).toMatchObject({
      plan: join(folder, name, "current-plan.md"),
      review: join(folder, name, "review-1.md"),
    });
  });

  test("are not in the trash, and none without a folder", () => {
    const folder = shared({
      "memory/trash/current-plan.md": ["", 1],
      "trashed/architecture.md": ["", 1],
    });
    const none = { plan: null, architecture: null, critic: null, review: null };
    expect(findDocuments(folder, GLOBS, "one")).toEqual({
      ...none,
      architecture: join(folder, "trashed/architecture.md"),
    });
    expect(findDocuments("/nowhere", GLOBS, "one")).toEqual(none);
  });
});
