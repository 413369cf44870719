import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { list } from "../../src/capture/operations/list.ts";
import { save } from "../../src/place/operations/save.ts";
import { collapse } from "../../src/rewind/operations/collapse.ts";
import { mark } from "../../src/rewind/operations/mark.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";
import { ClaudeTranscript } from "./claude-transcript.ts";

const ON = { rewind: { enabled: true } };
const native = "11111111-1111-4111-8111-111111111111";

/** A conversation whose last turn has set a mark and saved a checkpoint. `before` is the entry before that turn. */
async function explored(place: TestPlace) {
  const ctx = await place.open({ agent: "claude-code", nativeSession: native });
  const transcript = new ClaudeTranscript(place.root, { session: native, now: place.clock.now });
  const transcriptPath = transcript.path;
  const session = new AgentSession(ctx, place.clock, { nativeSession: native, transcriptPath });
  const turn = async (text: string, promptId: string) => {
    await session.prompt(text, { promptId });
    place.clock.now += 1_000;
    transcript.goTo(transcript.here, place.clock.now).prompt(text, promptId).say(`Answer to ${text}`).write();
    place.clock.now += 3_000;
  };
  await session.start();
  await turn("Find the bug.", "p1");
  await session.stop("Done.", {}, { promptId: "p1" });
  const before = transcript.here;
  await turn("Look around.", "p2");
  await mark.call(ctx, { goal: "find it" });
  await save.call(ctx, { name: "while-exploring" });
  place.clock.now += 10_000;
  return { ctx, transcript, session, before, turn };
}

const names = async (ctx: Parameters<typeof list.call>[0]) =>
  (await list.call(ctx, {})).checkpoints.map(({ name, digest }) => name ?? digest);

test("W12 W16: what was saved on a branch that the person left is abandoned, and there is no reminder of its mark", async () => {
  await withPlace(async (place) => {
    const { ctx, transcript, session, before, turn } = await explored(place);
    expect(await names(ctx)).toEqual(expect.arrayContaining(["while-exploring", "find it"]));
    const left = transcript.here;
    transcript.goTo(before);
    await turn("Do something else.", "p3");
    expect((await session.stop("Done.", {}, { promptId: "p3" })).block).toBeUndefined();
    expect(await names(ctx)).not.toEqual(expect.arrayContaining(["while-exploring"]));
    expect(await names(ctx)).not.toEqual(expect.arrayContaining(["find it"]));
    const kept = await ctx.store.listCheckpoints({ kind: "mark", includeAbandoned: true, limit: 5 });
    expect(kept).toMatchObject([{ digest: "find it", abandonedAt: expect.any(Number) }]);

    transcript.goTo(left);
    await turn("Back to the exploration.", "p4");
    const { block } = await session.stop("Done.", {}, { promptId: "p4" });
    expect(block?.reason).toContain('The checkpoint "find it" is still open');
    expect(await names(ctx)).toEqual(expect.arrayContaining(["while-exploring", "find it"]));
  }, ON);
});

test("W7 W15: after going back before a mark, a new one can be set immediately", async () => {
  await withPlace(async (place) => {
    const { ctx, transcript, before, turn } = await explored(place);
    await expect(mark.call(ctx, { goal: "another" })).rejects.toThrow("already active");
    transcript.goTo(before);
    await turn("Do something else.", "p3");
    expect(await mark.call(ctx, { goal: "another" })).toMatchObject({ goal: "another" });
  }, ON);
});

test("W16 W19: going back before a rewind opens its mark again; what a live rewind abandoned stays abandoned", async () => {
  await withPlace(async (place) => {
    const { ctx, transcript, session, turn } = await explored(place);
    const exploring = transcript.here;
    place.clock.now += 1_000;
    transcript.goTo(exploring, place.clock.now).say("I rewind.").write();
    place.clock.now += 1_000;
    await collapse.call(ctx, { report: "It is in b.ts." });
    place.clock.now += 10_000;
    const rewound = transcript.here;
    transcript.goTo(exploring);
    await turn("Look further.", "p3");
    expect((await session.stop("Done.", {}, { promptId: "p3" })).block?.reason).toContain("find it");
    expect(await names(ctx)).toContain("while-exploring");

    place.clock.now += 10_000;
    transcript.goTo(rewound);
    await turn("Go on.", "p4");
    expect((await session.stop("Done.", {}, { promptId: "p4" })).block).toBeUndefined();
    expect(await names(ctx)).not.toContain("while-exploring");
  }, ON);
});

test("W12: a stop waits for its turn in the transcript, which shows whether the mark was abandoned", async () => {
  await withPlace(async (place) => {
    const { transcript, session, before } = await explored(place);
    await session.prompt("Do something else.", { promptId: "p3" });
    const stopped = session.stop("Done.", {}, { promptId: "p3" });
    await sleep(100);
    transcript.goTo(before, place.clock.now).prompt("Do something else.", "p3").say("I do.").write();
    expect((await stopped).block).toBeUndefined();
  }, ON);
});

test("W12: if its turn is not in the transcript, a stop leads to a reminder only of a mark from this turn", async () => {
  await withPlace(async (place) => {
    const { session } = await explored(place);
    expect((await session.stop("Done.", {}, { promptId: "p2b" })).block?.reason).toContain("find it");
    await session.prompt("Do something else.", { promptId: "p3" });
    expect((await session.stop("Done.", {}, { promptId: "p3" })).block).toBeUndefined();
  }, ON);
});
