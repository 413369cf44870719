import { expect, test } from "vitest";
import { EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import { readSessionPreview } from "../../../src/recovery/browse/read-session-preview.ts";
import { sampleSession } from "../../../src/testing/sample-records.ts";
import { withPlace } from "../../support/test-context.ts";

const SECRET = "sk-ant-api03-q8Zr1vT5nWb7KxLmPd3sYhUeGj6oRfCa2iEtXwMzNkBvDpQyHgJ";

test("33.2: a preview is redacted in slices, between which keys are handled, and nothing of it is lost", () =>
  withPlace(async ({ open }) => {
    const ctx = await open();
    const prompts = Array.from({ length: 11 }, (_, i) => ({
      id: `p${i}`,
      channel: "typed" as const,
      text: i === 9 ? `Use ${SECRET} for step ${i}` : `Do step ${i} of the import`,
      asked: null,
      at: i,
    }));
    const files = Array.from({ length: 6 }, (_, i) => ({
      path: `/repo/app/src/step-${i}.ts`,
      action: "changed" as const,
      at: i,
      changedAt: i,
      edit: null,
    }));
    const session = sampleSession({ worktree: "/repo/app", capture: { ...EMPTY_CAPTURE, prompts, files } });
    await ctx.store.replaceSession(session);
    let pauses = 0;
    const preview = await readSessionPreview(ctx, session.id, async () => void pauses++);
    expect(preview?.turns.map(({ at }) => at)).toEqual([6, 7, 8, 9, 10]);
    expect(preview?.files).toEqual([5, 4, 3, 2, 1, 0].map((i) => `src/step-${i}.ts`));
    expect(JSON.stringify(preview)).not.toContain(SECRET);
    expect(pauses).toBeGreaterThan(5);
    expect(await readSessionPreview(ctx, "ses_unknown", async () => {})).toBeUndefined();
  }));
