import { describe, expect, test } from "vitest";
import { plantSession, SHAPES } from "../../bench/fidelity/plant-session.mjs";
import { transcriptOf } from "../../bench/fidelity/transcript.mjs";
import { foldEntry } from "../../src/capture/fold-entry.ts";
import type { TranscriptEntry } from "../../src/kernel/agent/transcript.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import { recoveryText } from "../../src/recovery/record/recovery-text.ts";
import { captureOfLines } from "../support/capture-of-lines.ts";
import { PROVENANCE } from "../support/sample-provenance.ts";
import { toolEntries } from "../support/tool-entries.ts";

const ABOUT = { ...PROVENANCE, drift: ["HEAD moved from 0123abcde to 4567fabcd"] };

interface Fact {
  kind: string;
  text: string;
}

const CERTAIN = ["request", "todo", "failure"];
const OVER = ["done-todo", "repaired"];

const BUDGET = { budget: 2_000, nonce: "0".repeat(24) };

describe("a long session's record within 2,000 characters", () => {
  const cases = Object.keys(SHAPES).flatMap((shape) =>
    [20, 60, 200, 400].flatMap((prompts) => [0, 1].map((seed) => ({ shape, prompts, seed }))),
  );
  test.each(cases)(
    "S28: $shape, $prompts prompts, seed $seed: the latest request, what is open and what fails; nothing that is over",
    async ({ shape, prompts, seed }) => {
      const planted = plantSession({ shape, prompts, seed, project: ABOUT.worktree });
      const facts: Fact[] = planted.facts;
      const of = (kinds: string[]) => facts.filter(({ kind }) => kinds.includes(kind));
      const text = recoveryText(await captured(planted.turns), ABOUT, BUDGET);
      expect(text.length).toBeLessThanOrEqual(BUDGET.budget);
      expect(new Set(of([...CERTAIN, ...OVER]).map(({ kind }) => kind)).size).toBe(5);
      expect(of(CERTAIN).filter((fact) => !text.includes(fact.text))).toEqual([]);
      expect(of(OVER).filter((fact) => text.includes(fact.text))).toEqual([]);
    },
  );
});

/** What a session's own transcript leaves of it. */
async function captured(turns: ReturnType<typeof plantSession>["turns"]): Promise<Capture> {
  const about = { sessionId: "s", cwd: ABOUT.worktree, startedAt: 1_000_000 };
  return await captureOfLines(transcriptOf(turns, about).flat());
}

describe("what there is room for", () => {
  const after = (...prompts: string[]): Capture =>
    prompts.reduce(
      (capture, text, at) => foldEntry(capture, { type: "prompt", at: at + 1, text, promptId: `p${at}` }),
      EMPTY_CAPTURE,
    );
  const wishes = ["parser", "lexer", "printer", "linker", "loader", "cache"].map(
    (part) => `The ${part} must never open a file that the user did not name.`,
  );

  test("is delivered completely, in its order", () => {
    const text = recoveryText(after("Build the tool for the museum.", ...wishes), ABOUT, BUDGET);
    const places = wishes.map((wish) => text.indexOf(wish));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    for (const said of ["Build the tool for the museum.", ...wishes])
      expect(text.split(said)).toHaveLength(2);
  });

  test("keeps what changes an earlier statement behind it", () => {
    const text = recoveryText(
      after(
        "Build the importer for the museum.",
        "The importer gets 512 kb for the index.",
        "Please draw the chart of the columns too.",
        "Never write to the production bucket.",
        "The index must never be larger than 900 kb, not 512.",
        "Now quote the fields.",
      ),
      ABOUT,
      BUDGET,
    );
    const [, said = ""] = text.split("User said:\n");
    const lines = said.split("\n");
    const old = lines.findIndex((line) => line.includes("512 kb for the index"));
    expect(lines.indexOf("Never write to the production bucket.")).toBeGreaterThan(old);
    expect(lines.indexOf("The index must never be larger than 900 kb, not 512.")).toBeGreaterThan(old);
    expect(old).toBeGreaterThanOrEqual(0);
  });

  test("leaves no room unused while something worth saying is left", () => {
    const many = Array.from(
      { length: 60 },
      (_, i) => `Module ${i} must never be changed without a test for station ${i * 7}.`,
    );
    const text = recoveryText(after("Build the tool for the museum.", ...many), ABOUT, BUDGET);
    expect(text.length).toBeGreaterThan(BUDGET.budget - 100);
    expect(text.length).toBeLessThanOrEqual(BUDGET.budget);
    // Of sentences that are worth the same the newer ones are needed more often.
    expect(text).toContain("Module 57 must never");
    expect(text).not.toContain("Module 16 must never");
  });
});

describe("tasks that a client keeps one by one", () => {
  const call = (id: string, name: string, input: object, output: string): TranscriptEntry[] =>
    toolEntries(1, { id, name, input, output });
  const create = (id: number, subject: string) =>
    call(
      `c${id}`,
      "TaskCreate",
      { subject, description: "" },
      `Task #${id} created successfully: ${subject}`,
    );
  const update = (taskId: string, change: object) => call("u", "TaskUpdate", { taskId, ...change }, "ok");

  test("are delivered while they are open, in their newest words, and repeated ones once", () => {
    const entries = [
      ...create(1, "Lower the limit"),
      ...create(1, "Lower the limit"),
      ...create(2, "Tell the customer"),
      ...create(3, "Rehearse it"),
      ...create(4, "Drop the table"),
      ...update("1", { status: "completed" }),
      ...update("2", { status: "in_progress", subject: "Tell both customers" }),
      ...update("4", { status: "deleted" }),
    ];
    const { todos } = entries.reduce(foldEntry, EMPTY_CAPTURE);
    expect(todos.map(({ content, status }) => `${content}: ${status}`)).toEqual([
      "Lower the limit: completed",
      "Tell both customers: in_progress",
      "Rehearse it: pending",
    ]);
  });
});
