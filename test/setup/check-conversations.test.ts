import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkConversations } from "../../src/setup/check-conversations.ts";
import { doctor } from "../../src/setup/operations/doctor.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";
import { withPlace } from "../support/test-context.ts";

const HOUR_MS = 3_600_000;
const LINE = JSON.stringify({
  type: "user",
  uuid: "u1",
  parentUuid: null,
  isSidechain: false,
  timestamp: "2026-11-21T10:00:00.000Z",
  message: { role: "user", content: "Add a cart." },
});

test("doctor names sessions whose conversation is missing, or cannot be read", () =>
  withPlace(async ({ open, root, clock }) => {
    const ctx = await open();
    const store = async (nativeId: string, content: string | undefined, change: object = {}) => {
      const transcriptPath = join(root, `${nativeId}.jsonl`);
      if (content !== undefined) writeFileSync(transcriptPath, content);
      const at = { startedAt: clock.now - HOUR_MS, lastSeenAt: clock.now - HOUR_MS };
      await ctx.store.replaceSession(
        sampleSession({ nativeId, transcriptPath, promptCount: 1, ...at, ...change }),
      );
    };
    expect(await checkConversations(ctx)).toEqual({ skipped: "no session of the last day named one" });
    await store("readable", `${LINE}\n`);
    expect(await checkConversations(ctx)).toBeUndefined();
    await store("begun", undefined, { startedAt: clock.now, lastSeenAt: clock.now });
    await store("unused", undefined, { promptCount: 0 });
    await store("long-ago", undefined, { lastSeenAt: clock.now - 48 * HOUR_MS });
    expect(await checkConversations(ctx)).toBeUndefined();
    await store("missing1", undefined);
    await store("otherfmt", '{"format":"of another version"}\n');
    const skipped = `1 session with no file where the client said: missing1 (${root}/missing1.jsonl); 1 session with nothing that can be read: otherfmt (${root}/otherfmt.jsonl)`;
    expect(await checkConversations(ctx)).toEqual({ skipped });
    const { ok, findings } = await doctor.call(ctx, {});
    expect(findings).toContainEqual({ check: "conversations can be read", ok: true, advice: "", skipped });
    expect(ok).toBe(findings.every((finding) => finding.ok));
  }));
