import { describe, expect, test } from "vitest";
import { toCheckpointView } from "../../../src/checkpoints/checkpoint-view.ts";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import type { LoadedWork } from "../../../src/recovery/work/read-work.ts";
import { recordPages, showWork } from "../../../src/recovery/work/show-work.ts";
import { createRedactor } from "../../../src/redact/create-redactor.ts";
import { sampleCheckpoint, sampleSession } from "../../../src/testing/sample-records.ts";

const HERE = "/home/user/app";
const redactor = createRedactor();
const ctx = {
  redactor,
  caller: { cwd: HERE },
  clock: () => 10_000_000,
  processes: { startTime: () => undefined },
  workspace: {
    locate: async (cwd: string) => ({ worktree: cwd, projectRoot: cwd, head: null, branch: "main" }),
  },
} as unknown as Parameters<typeof showWork>[0];

const todo = (content: string, status: Capture["todos"][number]["status"] = "pending") => ({
  content,
  status,
});
const CAPTURE: Capture = {
  ...EMPTY_CAPTURE,
  goal: "Build it.",
  lastActiveAt: 400_000,
  sentences: [{ text: "Build it.", at: 1, asked: null, kind: "other", worth: 0.5 }],
  todos: [{ ...todo("parse"), task: "1" }, todo("open", "completed")],
  decisions: [{ decision: "Use camt", rationale: "the bank has it" }],
  files: [{ path: "/no/such/a.ts", action: "changed", at: 1, changedAt: 1, edit: null }],
};
const SESSION = sampleSession({ agent: "codex", nativeId: "2dc79b80", endedAt: 500_000, capture: CAPTURE });
const CHECKPOINT = sampleCheckpoint({ worktree: "/home/user/fix", digest: "Half done." });

const show = (change: Partial<LoadedWork> = {}, page = 1) => {
  const work = {
    type: "session" as const,
    session: SESSION,
    checkpoint: null,
    capture: CAPTURE,
    given: null,
    noted: null,
    nextSteps: [],
    warning: null,
  };
  return showWork(ctx, { ...work, ...change }, page);
};

describe("earlier work as every surface shows it", () => {
  test("is that of a session, with its record, its lists and what has changed since", async () => {
    expect(await show({ noted: "Ask the bank.", warning: "It is damaged." })).toEqual({
      checkpoint: null,
      session: {
        id: "2dc79b80",
        agent: "codex",
        state: "ended",
        lastWorkedAt: new Date(400_000).toISOString(),
      },
      worktree: HERE,
      directory: HERE,
      sections: [
        { title: "Latest request", items: ["Build it."], omitted: 0 },
        { title: "Open todos", items: ["parse"], omitted: 0 },
        { title: "Decisions", items: ["Use camt (the bank has it)"], omitted: 0 },
        { title: "Noted by the agent", items: ["Ask the bank."], omitted: 0 },
        { title: "Files changed", items: ["/no/such/a.ts"], omitted: 0 },
      ],
      page: 1,
      pages: 1,
      state: null,
      phase: null,
      completed: [],
      pending: [],
      todos: [todo("parse"), todo("open", "completed")],
      decisions: [{ phase: null, decision: "Use camt", rationale: "the bank has it" }],
      files: ["/no/such/a.ts"],
      next: "parse",
      drift: ["branch was detached, is main", "missing: /no/such/a.ts"],
      warning: "It is damaged.",
    });
  });

  test("may be that of a session which still runs", async () => {
    const session = { ...SESSION, endedAt: null, lastSeenAt: 9_999_000 };
    expect((await show({ session })).session?.state).toBe("running");
  });

  test("is that of a checkpoint, which has its session's name or none", async () => {
    const work = { type: "checkpoint" as const, checkpoint: CHECKPOINT };
    expect(await show(work)).toMatchObject({
      checkpoint: toCheckpointView(CHECKPOINT, redactor, "2dc79b80"),
      worktree: "/home/user/fix",
    });
    expect(await show({ ...work, session: undefined })).toMatchObject({
      checkpoint: toCheckpointView(CHECKPOINT, redactor, null),
      session: null,
    });
  });

  test("has the lists of what the session took over, too", async () => {
    const rest = { goal: null, request: null, proposal: null, failures: [], lastAnswer: null };
    const inherited = {
      ...rest,
      todos: [todo("write")],
      decisions: [{ decision: "Use cents", rationale: null }],
      files: ["b.ts"],
    };
    const { todos, decisions, files } = await show({ capture: { ...CAPTURE, inherited } });
    expect(todos.map(({ content }) => content)).toEqual(["parse", "open", "write"]);
    expect(decisions.map((each) => each.decision)).toEqual(["Use cents", "Use camt"]);
    expect(files).toEqual(["b.ts", "/no/such/a.ts"]);
  });
});

describe("work with a state that a caller saved", () => {
  const given = {
    current_phase: "rows",
    completed_phases: ["header"],
    pending_phases: ["totals", "docs"],
    todos: [todo("stated")],
    decisions: [{ phase: "header", decision: "Use cents", rationale: "exact" }],
    files_modified: ["stated.ts"],
  };
  const nextSteps = ["docs", "ask the bank"];

  test("has its phases, and the agent's next steps among those that are pending", async () => {
    expect(await show({ given, nextSteps })).toMatchObject({
      state: given,
      phase: "rows",
      completed: ["header"],
      pending: ["totals", "docs", "ask the bank"],
      next: "totals",
    });
  });

  test("has the lists of the state, if it is a checkpoint", async () => {
    const checkpoint = { type: "checkpoint" as const, checkpoint: CHECKPOINT };
    expect(await show({ given, ...checkpoint })).toMatchObject({
      todos: [todo("stated")],
      decisions: [{ phase: "header", decision: "Use cents", rationale: "exact" }],
      files: ["stated.ts"],
    });
    expect(await show(checkpoint)).toMatchObject({ files: ["/no/such/a.ts"] });
  });

  test("has the lists of what was captured, if it is a session", async () => {
    expect(await show({ given })).toMatchObject({ files: ["/no/such/a.ts"] });
  });
});

describe("the pages of a record", () => {
  const long: Capture = {
    ...EMPTY_CAPTURE,
    todos: Array.from({ length: 190 }, (_, i) => todo(String(i).padStart(155, "x"))),
  };

  test("have what there was no room for on the first", async () => {
    const [first, second] = [await show({ capture: long }), await show({ capture: long }, 2)];
    expect(first).toMatchObject({ page: 1, pages: 2 });
    expect(second).toMatchObject({ page: 2, pages: 2 });
    const shown = [first, second].map(({ sections: [section] }) => section?.items.length ?? 0);
    // In 15,800 characters.
    expect(shown).toEqual([99, 91]);
    expect(second.sections[0]?.items.at(-1)).toBe("189".padStart(155, "x"));
  });

  test("are one without sections, if nothing is known", async () => {
    expect(await show({ capture: EMPTY_CAPTURE })).toMatchObject({ sections: [], page: 1, pages: 1 });
  });

  test("have no sections behind the last", async () => {
    expect(await show({}, 2)).toMatchObject({ sections: [], page: 2, pages: 1 });
  });

  test("name files by their paths in the worktree", () => {
    const [[section] = []] = recordPages(CAPTURE, { worktree: "/no/such", noted: null }).map((page) =>
      page.filter(({ title }) => title === "Files changed"),
    );
    expect(section?.items).toEqual(["a.ts"]);
  });
});
