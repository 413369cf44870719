import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { list } from "../../src/capture/operations/list.ts";
import { prune } from "../../src/checkpoints/operations/prune.ts";
import { resume } from "../../src/place/operations/resume.ts";
import { continueOperation } from "../../src/transfer/operations/continue.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const DAY_MS = 86_400_000;
const DEAD = { pid: 4_194_305 };

/** A session that ended with its transcript, and a later one in the same worktree. */
async function finished({ root, clock }: TestPlace, ctx: OpenContext) {
  const transcriptPath = join(root, "projects", "one.jsonl");
  mkdirSync(join(root, "projects"));
  writeFileSync(transcriptPath, "{}\n");
  const session = new AgentSession(ctx, clock, { ...DEAD, transcriptPath });
  await session.prompt("Build the importer. Never write to the production bucket.");
  for (let round = 0; round < 3; round += 1) await session.compact();
  await session.end();
  const later = new AgentSession(ctx, clock, DEAD);
  await later.prompt("Paint the barn.");
  await later.end();
  return { session, transcriptPath };
}

test("R-P10: the newest checkpoint of a session outlives the agent's transcript: list, continue and resume find it", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const { session, transcriptPath } = await finished(place, ctx);
    const { nativeId } = await session.row();
    place.clock.now += 80 * DAY_MS;
    rmSync(transcriptPath);
    await prune.call(ctx, {});

    const { checkpoints } = await list.call(ctx, { session: nativeId });
    expect(checkpoints).toMatchObject([{ trigger: "session_end", nativeSession: nativeId }]);
    const { choices } = await continueOperation.call(ctx, {});
    expect(choices[1]).toMatchObject({ id: nativeId, title: expect.stringContaining("Build the importer.") });
    const { chosen } = await continueOperation.call(ctx, { id: nativeId });
    expect(chosen).toMatchObject({ mode: "record" });
    const resumed = await resume.call(ctx, { id: nativeId });
    expect(JSON.stringify(resumed)).toContain("Never write to the production bucket.");

    place.clock.now += 11 * DAY_MS;
    await prune.call(ctx, {});
    await expect(list.call(ctx, { session: nativeId })).rejects.toThrow("No session");
  }));
