import { expect, test } from "vitest";
import { list } from "../../src/capture/operations/list.ts";
import { save } from "../../src/place/operations/save.ts";
import { collapse } from "../../src/rewind/operations/collapse.ts";
import { mark } from "../../src/rewind/operations/mark.ts";
import { rewind } from "../../src/rewind/operations/rewind.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";
import { ClaudeTranscript } from "./claude-transcript.ts";

const ON = { rewind: { enabled: true } };
const IDS = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"] as const;

/** Two sessions in one worktree, each with a mark and a checkpoint that was saved in its exploration. */
async function explored(place: TestPlace, native: string, goal: string) {
  const ctx = await place.open({ agent: "claude-code", nativeSession: native });
  const transcript = new ClaudeTranscript(place.root, { session: native, now: place.clock.now });
  const given = { nativeSession: native, transcriptPath: transcript.path };
  const session = new AgentSession(ctx, place.clock, given);
  await session.start();
  await session.prompt(`Find ${goal}.`);
  transcript.prompt(`Find ${goal}.`).write();
  place.clock.now += 1_000;
  await mark.call(ctx, { goal });
  place.clock.now += 1_000;
  await save.call(ctx, { name: `while-${goal}` });
  place.clock.now += 1_000;
  return { ctx, transcript, session };
}

const named = async (ctx: Parameters<typeof list.call>[0]) =>
  (await list.call(ctx, {})).checkpoints.flatMap(({ name }) => name ?? []).toSorted();

test("W9 W19: two sessions in one worktree rewind concurrently, each its own mark; a second call for the same mark is refused", async () => {
  await withPlace(async (place) => {
    const [one, other] = [await explored(place, IDS[0], "this"), await explored(place, IDS[1], "that")];
    expect(await named(one.ctx)).toEqual(["while-that", "while-this"]);
    const calls = [one, other, one].map(({ ctx }, i) => collapse.call(ctx, { report: `Report ${i}.` }));
    const done = await Promise.allSettled(calls);
    const goals = done.flatMap((each) => (each.status === "fulfilled" ? [each.value.goal] : []));
    expect(goals.toSorted()).toEqual(["that", "this"]);
    const failed = done.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []));
    expect(failed).toEqual([expect.stringContaining("already completed")]);
    expect(await named(one.ctx)).toEqual([]);
  }, ON);
});

test("W9: the mark of another session cannot be used, neither by its goal nor by its id", async () => {
  await withPlace(async (place) => {
    const [one, other] = [await explored(place, IDS[0], "this"), await explored(place, IDS[1], "that")];
    const [foreign] = await other.ctx.store.listCheckpoints({ kind: "mark", limit: 1 });
    for (const to of [foreign?.id ?? "", "that"])
      await expect(collapse.call(one.ctx, { report: "It is here.", to })).rejects.toThrow("No open mark");
    const asked = { to: foreign?.id ?? "", session: IDS[0] };
    await expect(rewind.call(one.ctx, asked)).rejects.toThrow("another session");
    expect(await named(one.ctx)).toEqual(["while-that", "while-this"]);
  }, ON);
});
