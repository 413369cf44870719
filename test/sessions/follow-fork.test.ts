import { afterEach, beforeEach, expect, test } from "vitest";
import type { Session } from "../../src/kernel/record.ts";
import type { Store } from "../../src/kernel/storage/store.ts";
import { followFork } from "../../src/sessions/follow-fork.ts";
import { openStore } from "../../src/store/open-store.ts";
import { sampleChildKeys } from "../../src/testing/index.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";

const event = {
  id: "event-1",
  agent: "pi",
  nativeSession: "native",
  cwd: "/app",
  at: 1,
  kind: "session_start",
  source: "startup",
} as const;

let store: Store;
let asked: string[];
beforeEach(async () => {
  store = await openStore({ file: ":memory:", childKeys: sampleChildKeys });
  asked = [];
});
afterEach(() => store.close());

const agents = [
  { name: "codex", sessions: { forkedFrom: async () => "of another client" } },
  { name: "pi", sessions: { forkedFrom: async (path: string) => (asked.push(path), "origin") } },
  { name: "gemini" },
];
type Context = Parameters<typeof followFork.handle>[0];
const prepare = (session: Session | undefined, more: object = {}) =>
  followFork.prepare?.({ agents } as unknown as Context, {
    event: { ...event, ...more },
    session,
    transcripts: new Map() as never,
  });
async function parentOf(session: Session, nativeParent: string | undefined) {
  const scope = { event, session };
  const after = await followFork.handle({ store } as unknown as Context, scope as never, nativeParent);
  const { parentId, parentReason } = after.scope.session;
  return { parentId, parentReason };
}

test("S27: the file of a session, from the event or as stored, names the session that it was forked from", async () => {
  expect(await prepare(undefined, { transcriptPath: "/s/new.jsonl" })).toBe("origin");
  expect(await prepare(sampleSession({ transcriptPath: "/s/kept.jsonl" }))).toBe("origin");
  const moved = sampleSession({ transcriptPath: "/s/kept.jsonl" });
  expect(await prepare(moved, { transcriptPath: "/s/moved.jsonl" })).toBe("origin");
  expect(asked).toEqual(["/s/new.jsonl", "/s/kept.jsonl", "/s/moved.jsonl"]);
});

test("the file is read only for the first prompts, and only for clients that record forks", async () => {
  const at = (promptCount: number) => sampleSession({ transcriptPath: "/s/a.jsonl", promptCount });
  expect(await prepare(at(2))).toBe("origin");
  expect(await prepare(at(3))).toBeUndefined();
  expect(await prepare(undefined)).toBeUndefined();
  expect(await prepare(at(0), { agent: "gemini" })).toBeUndefined();
  expect(await prepare(at(0), { agent: "gone" })).toBeUndefined();
  expect(asked).toEqual(["/s/a.jsonl"]);
});

test("S27: a fork descends from that session, even if another one was seen later", async () => {
  const origin = sampleSession({ agent: "pi", nativeId: "origin" });
  await store.replaceSession(origin);
  const last = { parentId: "ses_of_the_newest_one", parentReason: "clear" } as const;
  const session = sampleSession({ agent: "pi", nativeId: "native", ...last });
  expect(await parentOf(session, "origin")).toEqual({ parentId: origin.id, parentReason: "fork" });
  for (const unknown of [undefined, "native", "never seen"])
    expect(await parentOf(session, unknown)).toEqual(last);
});

test("two sessions whose files refer to each other do not become each other's parents", async () => {
  const session = sampleSession({ agent: "pi", nativeId: "native" });
  await store.replaceSession(sampleSession({ agent: "pi", nativeId: "origin", parentId: session.id }));
  expect(await parentOf(session, "origin")).toEqual({ parentId: null, parentReason: null });
});
