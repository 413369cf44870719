import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AgentEvent, StartSource } from "../../src/kernel/agent/agent-event.ts";
import type { Session } from "../../src/kernel/record.ts";
import type { Store } from "../../src/kernel/storage/store.ts";
import { trackSession } from "../../src/sessions/track-session.ts";
import { openStore } from "../../src/store/open-store.ts";
import { sampleChildKeys } from "../../src/testing/index.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";

const AT = 50_000;
const place = { projectRoot: "/work/shop", worktree: "/work/shop", head: "c0ffee", branch: "main" };

let store: Store;
let located: string[];
/** Running processes with their start times and terminals. */
let running: Record<number, string | undefined>;
let terminals: Record<number, string | undefined>;
beforeEach(async () => {
  store = await openStore({ file: ":memory:", childKeys: sampleChildKeys });
  [located, running, terminals] = [[], {}, {}];
});
afterEach(() => store.close());

const track = (event: AgentEvent, found?: Session) => {
  let made = 0;
  const ctx = {
    store,
    newId: (kind: string) => `${kind}_${String(++made).padStart(16, "0")}`,
    newNonce: () => "nonce",
    workspace: {
      directoryId: async () => null,
      locate: async (directory: string) => {
        located.push(directory);
        return { ...place, worktree: directory };
      },
    },
    processes: {
      startTime: (pid: number) => running[pid],
      terminal: (pid: number) =>
        terminals[pid] === undefined ? undefined : { tty: terminals[pid], foreground: true },
      parent: () => undefined,
      signal: () => false,
    },
  };
  return trackSession(ctx as unknown as Parameters<typeof trackSession>[0], event, found);
};

const base = { id: "event-1", agent: "claude-code", nativeSession: "native", cwd: "/work/shop/src", at: AT };
const start = (source: StartSource, more: object = {}): AgentEvent => ({
  ...base,
  ...more,
  kind: "session_start",
  source,
});
const prompt = (more: object = {}): AgentEvent => ({
  ...base,
  ...more,
  kind: "user_prompt_submit",
  prompt: "Go.",
});

describe("the session of an event", () => {
  test("is new, with an id of its own, in the project and the worktree of the event's directory", async () => {
    const session = await track(prompt());
    expect(session).toMatchObject({ nativeId: "native", incarnation: 1, lastSeenAt: AT, parentId: null });
    expect(session.id).toMatch(/^ses_/);
    expect(session).toMatchObject({ worktree: "/work/shop/src", gitHead: "c0ffee", gitBranch: "main" });
    expect(session.projectId).toMatch(/^prj_/);
    const again = await track(prompt({ nativeSession: "other" }));
    expect(again.projectId).toBe(session.projectId);
  });

  test("stays in the worktree where it began, with the current head and branch", async () => {
    const found = sampleSession({ worktree: "/work/old", gitHead: "then" });
    const session = await track(prompt(), found);
    expect(located).toEqual(["/work/old"]);
    expect(session).toMatchObject({ worktree: "/work/old", gitHead: "c0ffee", cwd: "/work/shop/src" });
  });

  test("moves if its client starts again elsewhere, but not after a compaction", async () => {
    const found = sampleSession({ worktree: "/work/old" });
    expect((await track(start("resume"), found)).worktree).toBe("/work/shop/src");
    expect((await track(start("compact"), found)).worktree).toBe("/work/old");
  });

  test("counts only its starts", async () => {
    const found = sampleSession({ incarnation: 3 });
    expect((await track(start("compact"), found)).incarnation).toBe(4);
    expect((await track(prompt(), found)).incarnation).toBe(3);
    expect((await track(start("startup"))).incarnation).toBe(1);
  });

  test("was last seen at its newest event, even if older events arrive later", async () => {
    expect((await track(prompt(), sampleSession({ lastSeenAt: AT + 5 }))).lastSeenAt).toBe(AT + 5);
    expect((await track(prompt(), sampleSession({ lastSeenAt: 1 }))).lastSeenAt).toBe(AT);
  });

  test("keeps its transcript if an event does not name one", async () => {
    const found = sampleSession({ transcriptPath: "/t/a.jsonl" });
    expect((await track(prompt(), found)).transcriptPath).toBe("/t/a.jsonl");
    const moved = await track(prompt({ transcriptPath: "/t/b.jsonl" }), found);
    expect(moved.transcriptPath).toBe("/t/b.jsonl");
  });
});

describe("the end of a session", () => {
  const ended = (at: number) => sampleSession({ endedAt: at, endReason: "exit" });

  test("is undone by a later event, but not by one from before or at the same time", async () => {
    expect(await track(prompt(), ended(AT - 1))).toMatchObject({ endedAt: null, endReason: null });
    expect(await track(prompt(), ended(AT))).toMatchObject({ endedAt: AT, endReason: "exit" });
    expect(await track(prompt(), ended(AT + 1))).toMatchObject({ endedAt: AT + 1 });
  });

  test("is not undone by a second end", async () => {
    const event: AgentEvent = { ...base, kind: "session_end", reason: "other" };
    expect(await track(event, ended(AT - 1))).toMatchObject({ endedAt: AT - 1, endReason: "exit" });
  });

  test("is not set for a running session", async () => {
    expect(await track(prompt(), sampleSession())).toMatchObject({ endedAt: null, endReason: null });
  });
});

describe("S27: the parent of a session", () => {
  const here = { pid: 7, pidStart: "t7", worktree: "/work/parent" };
  beforeEach(() => {
    running[7] = "t7";
  });

  test.each(["clear", "fork"] as const)(
    "after %s, it is the previous session of the same process",
    async (source) => {
      const parent = sampleSession(here);
      await store.replaceSession(sampleSession({ ...here, pidStart: "another", lastSeenAt: 9_000 }));
      await store.replaceSession(sampleSession({ ...here, agent: "codex", lastSeenAt: 9_000 }));
      await store.replaceSession(parent);
      expect(await track(start(source, { pid: 7 }))).toMatchObject({
        parentId: parent.id,
        parentReason: source,
        incarnation: 1,
        worktree: source === "clear" ? "/work/parent" : "/work/shop/src",
      });
    },
  );

  test("after a startup, there is none", async () => {
    await store.replaceSession(sampleSession(here));
    expect(await track(start("startup", { pid: 7 }))).toMatchObject({ parentId: null, parentReason: null });
  });

  test.each(["resume", "compact"] as const)(
    "after %s under another id, it is the only open one of the process in the directory",
    async (source) => {
      const open = { ...here, cwd: "/work/shop/src" };
      const none = { parentId: null, parentReason: null };
      const parent = sampleSession(open);
      await store.replaceSession(sampleSession({ ...open, cwd: "/work/other" }));
      await store.replaceSession(sampleSession({ ...open, endedAt: 9_000, endReason: "resume" }));
      expect(await track(start(source, { pid: 7 }))).toMatchObject(none);
      await store.replaceSession(parent);
      const found = { parentId: parent.id, parentReason: source, incarnation: 1 };
      expect(await track(start(source, { pid: 7 }))).toMatchObject(found);
      await store.replaceSession(sampleSession(open));
      expect(await track(start(source, { pid: 7 }))).toMatchObject(none);
    },
  );

  test("without a known process, there is none", async () => {
    await store.replaceSession(sampleSession({ worktree: "/work/parent" }));
    expect(await track(start("clear"))).toMatchObject({ parentId: null, worktree: "/work/shop/src" });
  });
});

describe("the process of a session", () => {
  test("has the start time that the system reports; one that is gone is not mistaken for a later one", async () => {
    running[9] = "t9";
    expect(await track(prompt({ pid: 9 }))).toMatchObject({ pid: 9, pidStart: "t9" });
    expect(await track(prompt({ pid: 10 }))).toMatchObject({ pid: 10, pidStart: "gone" });
  });

  test("keeps its start time while events come from the same process", async () => {
    running[9] = "later";
    const found = sampleSession({ pid: 9, pidStart: "t9" });
    expect(await track(prompt({ pid: 9 }), found)).toMatchObject({ pid: 9, pidStart: "t9" });
    expect(await track(prompt(), found)).toMatchObject({ pid: 9, pidStart: "t9" });
  });

  test("is another one if a client starts with the same id, as in a container", async () => {
    running[9] = "later";
    const found = sampleSession({ pid: 9, pidStart: "t9" });
    expect(await track(start("resume", { pid: 9 }), found)).toMatchObject({ pid: 9, pidStart: "later" });
  });
});

describe("T31: a session that Holdfast launched", () => {
  const launched = (more: object = {}) =>
    sampleSession({ nativeId: "launch-1", launch: "pane", pid: 20, pidStart: "t20", ...more });
  beforeEach(() => {
    Object.assign(running, { 20: "t20", 21: "t21" });
    Object.assign(terminals, { 20: "pts/1", 21: "pts/1" });
  });

  test("is recognized by its terminal when its client reports its own id", async () => {
    const session = launched();
    await store.replaceSession(session);
    expect(await track(prompt({ pid: 21 }))).toMatchObject({
      id: session.id,
      nativeId: "native",
      launch: "pane",
    });
  });

  test.each([
    ["runs in another terminal", {}, { tty: "pts/2" }],
    ["is of another client", { agent: "codex" }, {}],
    ["was started by a person", { launch: null }, {}],
    ["has a process that is gone", {}, { start: undefined }],
    ["has a process without a terminal", {}, { tty: undefined }],
    ["has a process of another start", { pidStart: "earlier" }, {}],
    ["has no known process", { pid: null, pidStart: null }, {}],
  ] as const)(
    "is not the one that %s",
    async (_what, more, now: { tty?: string | undefined; start?: undefined }) => {
      const session = launched(more);
      await store.replaceSession(session);
      if ("tty" in now) terminals[20] = now.tty;
      if ("start" in now) running[20] = undefined;
      expect(await track(prompt({ pid: 21 }))).toMatchObject({ nativeId: "native", launch: null });
      expect((await track(prompt({ pid: 21 }))).id).not.toBe(session.id);
    },
  );

  test("keeps its launch while its process reports, and if no terminal can be determined", async () => {
    const found = launched({ nativeId: "native" });
    await store.replaceSession(found);
    terminals[20] = "pts/9";
    expect((await track(prompt({ pid: 20 }), found)).launch).toBe("pane");
    expect((await track(prompt({ pid: 99 }), found)).launch).toBe("pane");
  });

  test("loses its launch when its client runs in a terminal that the person opened", async () => {
    const found = launched({ nativeId: "native" });
    await store.replaceSession(found);
    terminals[21] = "pts/5";
    expect((await track(prompt({ pid: 21 }), found)).launch).toBeNull();
  });
});
