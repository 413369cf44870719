import { afterEach, beforeEach, expect, test } from "vitest";
import { EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { Session } from "../../src/kernel/record.ts";
import type { Store } from "../../src/kernel/storage/store.ts";
import { createRedactor } from "../../src/redact/create-redactor.ts";
import { redactSessions } from "../../src/sessions/redact-sessions.ts";
import { openStore } from "../../src/store/open-store.ts";
import { sampleChildKeys } from "../../src/testing/index.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";

const SECRET = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

let store: Store;
beforeEach(async () => {
  store = await openStore({ file: ":memory:", childKeys: sampleChildKeys });
});
afterEach(() => store.close());

const redact = (dryRun = false) => redactSessions({ store, redactor: createRedactor() }, { dryRun });
async function keep(change: Partial<Session> = {}) {
  const session = sampleSession(change);
  await store.replaceSession(session);
  return session.id;
}

test("secrets are removed from the captures, branches and end reasons of all sessions, and nothing else changes", async () => {
  const captured = await keep({
    capture: { ...EMPTY_CAPTURE, lastAnswer: `I used ${SECRET} for it.` } as never,
  });
  const branch = await keep({ gitBranch: `fix-${SECRET}`, endReason: null });
  const ended = await keep({ endReason: `token ${SECRET}` });
  const clean = await keep({ gitBranch: "main", endReason: "exit" });
  const before = await store.getSession(clean);
  expect(await redact()).toBe(3);
  const kept = await Promise.all([captured, branch, ended].map((id) => store.getSession(id)));
  expect(JSON.stringify(kept)).not.toContain(SECRET);
  expect(kept[0]?.capture).toMatchObject({ lastAnswer: expect.stringMatching(/^I used .+ for it\.$/) });
  expect(kept[1]).toMatchObject({ gitBranch: expect.stringMatching(/^fix-/), endReason: null });
  expect(kept[2]).toMatchObject({ gitBranch: null, endReason: expect.stringMatching(/^token /) });
  expect(await store.getSession(clean)).toEqual(before);
  expect(await redact()).toBe(0);
});

test("a dry run only counts", async () => {
  const id = await keep({ endReason: `token ${SECRET}` });
  expect(await redact(true)).toBe(1);
  expect((await store.getSession(id))?.endReason).toContain(SECRET);
});

test("all pages of sessions are read", async () => {
  for (let i = 0; i < 200; i += 1) await keep();
  expect(await redact()).toBe(0);
  const oldest = await keep({ endReason: `token ${SECRET}`, lastSeenAt: 1 });
  expect(await redact()).toBe(1);
  expect((await store.getSession(oldest))?.endReason).not.toContain(SECRET);
});
