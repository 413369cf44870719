import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeRetention } from "../../src/setup/describe-retention.ts";
import { doctor } from "../../src/setup/operations/doctor.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";
import { withPlace } from "../support/test-context.ts";

const DAY_MS = 86_400_000;

test("doctor shows how long each agent keeps its conversations, and which sessions depend on a file that will be gone", () =>
  withPlace(async ({ open, root, clock }) => {
    const ctx = await open();
    const file = (name: string) => {
      writeFileSync(join(root, name), "{}\n");
      return join(root, name);
    };
    const ages = [1, 25, 40];
    const paths = [file("new"), file("old"), join(root, "deleted")];
    for (const [i, days] of ages.entries())
      await ctx.store.replaceSession(
        sampleSession({ lastSeenAt: clock.now - days * DAY_MS, transcriptPath: paths[i] ?? null }),
      );
    await ctx.store.replaceSession(
      sampleSession({ agent: "codex", lastSeenAt: clock.now, transcriptPath: file("rollout") }),
    );
    const lines = [
      "claude-code deletes its conversations 30 days after their last use (cleanupPeriodDays): 1 of 3 sessions can be continued only from the record, 2 within a week",
      "codex does not delete its conversations",
    ];
    expect(await describeRetention(ctx)).toEqual(lines);
    const { findings } = await doctor.call(ctx, {});
    for (const check of lines) expect(findings).toContainEqual({ check, ok: true, advice: "" });
  }));
