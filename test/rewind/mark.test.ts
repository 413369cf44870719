import { readdirSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { list } from "../../src/capture/operations/list.ts";
import { stats } from "../../src/insights/operations/stats.ts";
import type { HoldfastError } from "../../src/kernel/errors.ts";
import { resume } from "../../src/place/operations/resume.ts";
import { readMark, readRewind } from "../../src/rewind/marks/mark-state.ts";
import { collapse } from "../../src/rewind/operations/collapse.ts";
import { mark } from "../../src/rewind/operations/mark.ts";
import { neutralize } from "../../src/text/neutralize.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";
import { ClaudeTranscript } from "./claude-transcript.ts";

const ON = { rewind: { enabled: true } };
const CHECKPOINT = "mcp__plugin_holdfast_holdfast__checkpoint";

/** A session of an agent, and the context of its MCP server. */
async function opened(place: TestPlace, native = "11111111-1111-4111-8111-111111111111") {
  const ctx = await place.open({ agent: "claude-code", nativeSession: native });
  const transcript = new ClaudeTranscript(place.root, { session: native, now: place.clock.now });
  const session = new AgentSession(ctx, place.clock, {
    nativeSession: native,
    transcriptPath: transcript.path,
  });
  await session.start();
  await session.prompt("Find the bug.");
  return { ctx, session, transcript };
}

/** The context of a call with the client's call id. */
const called = (ctx: OpenContext, call: string): OpenContext => ({ ...ctx, caller: { ...ctx.caller, call } });

const refused = async (work: Promise<unknown>): Promise<HoldfastError> =>
  await work.then(
    () => expect.fail("it was not refused"),
    (error: HoldfastError) => error,
  );

test("W1 W2 W3 W4: checkpoint returns the goal, the instructions and the time, but no handle", async () => {
  await withPlace(async (place) => {
    const { ctx } = await opened(place);
    const before = ctx.clock();
    const output = await mark.call(ctx, { goal: "who calls parse()?" });
    expect(output.message).toBe(
      "Checkpoint created.\nGoal: who calls parse()?\nRun your investigation, then call rewind with a concise report.",
    );
    expect(Object.keys(output)).toEqual(["message", "goal", "startedAt"]);
    expect(output.goal).toBe("who calls parse()?");
    expect(Date.parse(output.startedAt)).toBeGreaterThan(before);
    expect(JSON.stringify(output)).not.toMatch(/chk_|ses_|:\/\/|\/home|\/tmp/);
    expect((await refused(mark.call(ctx, { goal: " " }))).code).toBe("invalid_input");
  }, ON);
});

test("W14: without the setting, both tools refuse and say how to enable it", async () => {
  await withPlace(async (place) => {
    const { ctx } = await opened(place);
    for (const work of [mark.call(ctx, { goal: "x" }), collapse.call(ctx, { report: "y" })])
      expect(await refused(work)).toMatchObject({
        code: "not_supported",
        next: expect.stringContaining("rewind"),
      });
  });
});

test("W7 W10 W15: a second checkpoint is refused and changes nothing; the first stays open", async () => {
  await withPlace(async (place) => {
    const { ctx, session } = await opened(place);
    await mark.call(ctx, { goal: "first" });
    expect((await refused(mark.call(ctx, { goal: "second" }))).message).toBe("Checkpoint already active.");
    const { id } = await session.row();
    const marks = await ctx.store.listCheckpoints({ sessionId: id, kind: "mark", limit: 9 });
    expect(marks.map(({ digest }) => digest)).toEqual(["first"]);
    expect((await collapse.call(ctx, { report: "Found." })).goal).toBe("first");
  }, ON);
});

test("W8: an unexpected failure of the store reaches the caller, and no mark is set", async () => {
  await withPlace(async (place) => {
    const { ctx, session } = await opened(place);
    const failure = new Error("the disk is gone");
    const broken = { ...ctx, store: { ...ctx.store, saveCheckpoint: () => Promise.reject(failure) } };
    await expect(mark.call(broken, { goal: "x" })).rejects.toBe(failure);
    const { id } = await session.row();
    expect(await ctx.store.listCheckpoints({ sessionId: id, kind: "mark", limit: 9 })).toEqual([]);
  }, ON);
});

test("W9 W11: the mark has its call, its goal and the tokens in use; a report from an earlier cycle does not complete it", async () => {
  await withPlace(async (place) => {
    const { ctx, transcript } = await opened(place);
    transcript.prompt("Find the bug.");
    transcript.use([{ id: "toolu_1", name: CHECKPOINT, input: { goal: "first" } }], 4_000).write();
    await mark.call(called(ctx, "toolu_1"), { goal: "first" });
    await collapse.call(ctx, { report: "It was A." });
    await mark.call(called(ctx, "toolu_2"), { goal: "second" });
    const [newest] = await ctx.store.listCheckpoints({ kind: "mark", limit: 1 });
    expect(newest && (await readMark(ctx.store, newest))).toMatchObject({ call: "toolu_2", goal: "second" });
    const shown = await resume.call(ctx, { id: newest?.id ?? "" });
    expect(newest).toMatchObject({ trigger: "mark", digest: "second" });
    expect(JSON.stringify(shown)).toContain("Find the bug.");
    expect(await collapse.call(ctx, { report: "It was B." })).toMatchObject({ goal: "second" });
  }, ON);
});

test("W19: a rewind works once: without a mark, already completed and empty report are different errors", async () => {
  await withPlace(async (place) => {
    const { ctx } = await opened(place);
    const none = await refused(collapse.call(ctx, { report: "x" }));
    expect(none.message).toBe("No active checkpoint. Create a checkpoint before calling rewind.");
    await mark.call(ctx, { goal: "first" });
    expect((await refused(collapse.call(ctx, { report: " \n " }))).message).toBe("Report cannot be empty.");
    expect(await collapse.call(ctx, { report: "Found." })).toMatchObject({
      message: expect.stringContaining("Rewind requested.\nReport captured for context replacement."),
      rewound: true,
    });
    const again = await refused(collapse.call(ctx, { report: "Found." }));
    expect(again.message).toContain("Checkpoint already completed; continue from the retained rewind report");
    expect(again.next).not.toMatch(/never|must/i);
  }, ON);
});

test("W16: a mark survives its process, and a resumed session and a fork have it", async () => {
  await withPlace(async (place) => {
    const { ctx, session } = await opened(place);
    await mark.call(ctx, { goal: "find it" });
    const native = "11111111-1111-4111-8111-111111111111";
    const after = await place.open({ agent: "claude-code", nativeSession: native });
    await new AgentSession(after, place.clock, { nativeSession: native }).start("resume");
    expect((await refused(mark.call(after, { goal: "again" }))).message).toBe("Checkpoint already active.");
    const { id, projectId } = await session.row();
    const forked = "22222222-2222-4222-8222-222222222222";
    const fork = { ...(await session.row()), id: "ses_fork", nativeId: forked, revision: 0 };
    const startedAt = place.clock.now++;
    await ctx.store.replaceSession({ ...fork, parentId: id, parentReason: "fork", startedAt, projectId });
    const inFork = await place.open({ agent: "claude-code", nativeSession: forked });
    expect(await collapse.call(inFork, { report: "In the fork." })).toMatchObject({ goal: "find it" });
    // What the fork did does not affect the original.
    expect(await collapse.call(after, { report: "In the first." })).toMatchObject({ goal: "find it" });
  }, ON);
});

test("W19: what was saved during the exploration is abandoned: kept, but excluded from lists, counts and recovery", async () => {
  await withPlace(async (place) => {
    const { ctx, session } = await opened(place);
    await session.compact();
    await mark.call(ctx, { goal: "find it" });
    place.clock.now += 1_000;
    await session.compact();
    const listed = async () => (await list.call(ctx, {})).checkpoints;
    const [left] = await listed();
    await collapse.call(ctx, { report: "It is in parse.ts." });
    expect((await listed()).map(({ trigger }) => trigger)).toEqual(["rewind", "mark", "pre_compact"]);
    expect(await ctx.store.getCheckpoint(left?.id ?? "")).toMatchObject({ abandonedAt: expect.any(Number) });
    expect((await ctx.store.stats()).checkpoints).toBe(3);
    const row = await session.row();
    const shown = await resume.call(ctx, { id: row.id });
    expect(JSON.stringify(shown)).toContain("It is in parse.ts.");
  }, ON);
});

test("with nested marks, the inner one ends first, or an outer one by its goal, with all inside it", async () => {
  await withPlace(
    async (place) => {
      const { ctx } = await opened(place);
      for (const goal of ["outer", "inner"]) await mark.call(ctx, { goal });
      expect(await collapse.call(ctx, { report: "Inner." })).toMatchObject({ goal: "inner" });
      await mark.call(ctx, { goal: "inner again" });
      expect(await collapse.call(ctx, { report: "Outer.", to: "outer" })).toMatchObject({ goal: "outer" });
      expect((await refused(collapse.call(ctx, { report: "x" }))).message).toContain("already completed");
      await mark.call(ctx, { goal: "next" });
      expect((await refused(collapse.call(ctx, { report: "x", to: "outer" }))).code).toBe("not_found");
    },
    { rewind: { enabled: true, nested: true } },
  );
});

test("the facts come from the transcript up to the rewind, redacted; the tokens are those of the client", async () => {
  await withPlace(async (place) => {
    const { ctx, session, transcript } = await opened(place);
    transcript.prompt("Find the bug.");
    transcript.use(
      [
        { name: "Read", input: { file_path: "/app/before.ts" }, result: "x" },
        { id: "toolu_m", name: CHECKPOINT, input: { goal: "find it" }, result: "Checkpoint created." },
      ],
      1_000,
    );
    transcript.write();
    await mark.call(called(ctx, "toolu_m"), { goal: "find it" });
    transcript.say("I look around.").use([
      { name: "Read", input: { file_path: "/app/a.ts" }, result: "x" },
      { name: "Edit", input: { file_path: "/app/b.ts" }, result: "ok" },
      {
        name: "Bash",
        input: { command: "curl -H 'Authorization: Bearer ghp_x8Kq2VbN4mTz7Rw1YcJ5sLdF9gHpA3eUoQ6i' x" },
        result: "ok",
      },
    ]);
    transcript.use(
      [{ name: CHECKPOINT.replace("checkpoint", "rewind"), input: { report: "Found." } }],
      9_000,
    );
    transcript.write();
    const { facts, spanTokens, reportTokens } = await collapse.call(ctx, { report: "It is in b.ts." });
    expect(facts).toContain("Read 1 file: /app/a.ts");
    expect(facts).toContain("Changed 1 file: /app/b.ts");
    expect(facts).toContain('The user has already read 1 message of yours: "I look around."');
    expect(facts.join()).toContain("Ran 1 command: `curl -H");
    expect(facts.join()).not.toContain("ghp_");
    expect(facts.join()).not.toContain("before.ts");
    expect(spanTokens).toBe(8_000);
    expect(reportTokens).toBeLessThan(300);
    const { rewinds } = await stats.call(ctx, {});
    expect(rewinds).toEqual({ rewinds: 1, measured: 1, spanTokens: 8_000, reportTokens });
    const row = await session.row();
    const [rewind] = await ctx.store.listCheckpoints({ sessionId: row.id, kind: "mark", limit: 1 });
    expect(rewind).toMatchObject({ trigger: "rewind", digest: "It is in b.ts." });
  }, ON);
});

test("W16 W19: a compaction since the mark is reported in the answer and stored with the rewind", async () => {
  await withPlace(async (place) => {
    const { ctx, transcript } = await opened(place);
    const call = {
      id: "toolu_m",
      name: CHECKPOINT,
      input: { goal: "find it" },
      result: "Checkpoint created.",
    };
    transcript.prompt("Find the bug.").use([call]).write();
    await mark.call(called(ctx, "toolu_m"), { goal: "find it" });
    transcript.use([{ name: "Read", input: { file_path: "/app/a.ts" }, result: "x" }]);
    transcript.compact("It read a.ts.").say("I go on.").write();
    const { message, facts } = await collapse.call(ctx, { report: "It is in b.ts." });
    expect(message).toContain("Note: the conversation was compacted after the checkpoint");
    expect(facts).toContain("Read 1 file: /app/a.ts");
    const [row] = await ctx.store.listCheckpoints({ kind: "mark", limit: 1 });
    const kept = row && (await readRewind(ctx.store, row));
    expect(kept?.warning).toContain("was compacted");
  }, ON);
});

test("if the client removes the exploration itself, the answer contains the replacement, without tags", async () => {
  await withPlace(async (place) => {
    const { ctx } = await opened(place);
    const agents = ctx.agents.map((agent) =>
      agent.name === "claude-code"
        ? { ...agent, capabilities: { ...agent.capabilities, collapses: "always" as const } }
        : agent,
    );
    await mark.call(ctx, { goal: "find it" });
    const { replacement } = await collapse.call({ ...ctx, agents }, { report: "It is </system> in b.ts." });
    expect(replacement).toMatchObject({
      tag: "holdfast-rewind",
      goal: "find it",
      mark: expect.stringMatching(/^chk_/),
    });
    expect(replacement?.result).toContain("Completed");
    expect(replacement?.body).toContain("in b.ts.");
    expect(neutralize(replacement?.body ?? "")).toBe(replacement?.body);
  }, ON);
});

test("W17: a report of 10 MB is accepted, stored with both its ends, and bounded for readers", async () => {
  await withPlace(async (place) => {
    const { ctx } = await opened(place);
    await mark.call(ctx, { goal: "find it" });
    const report = `The beginning. ${"word ".repeat(2_000_000)}The end.`;
    expect(await collapse.call(ctx, { report })).toMatchObject({ rewound: true });
    const [kept] = await ctx.store.listCheckpoints({ kind: "mark", limit: 1 });
    expect(kept?.digest?.length).toBeLessThanOrEqual(16_384);
    expect(kept?.digest).toMatch(/^The beginning\.[\s\S]*The end\.$/);
    const whole = kept && (await readRewind(ctx.store, kept));
    expect(whole?.report).toMatch(/^The beginning\.[\s\S]*The end\.$/);
    expect(whole?.report.length).toBeLessThanOrEqual(500_000);
  }, ON);
});

test("W18: no file of the project is changed, and git is not called", async () => {
  await withPlace(async (place) => {
    const { ctx } = await opened(place);
    const before = readdirSync(place.project, { recursive: true });
    const { mtimeMs } = statSync(place.project);
    const path = process.env["PATH"];
    process.env["PATH"] = "/nowhere";
    try {
      await mark.call(ctx, { goal: "find it" });
      await collapse.call(ctx, { report: "Found." });
    } finally {
      process.env["PATH"] = path;
    }
    expect(readdirSync(place.project, { recursive: true })).toEqual(before);
    expect(statSync(place.project).mtimeMs).toBe(mtimeMs);
  }, ON);
});

test("RED-R10: a secret in a goal or a report is neither stored nor returned", async () => {
  await withPlace(async (place) => {
    const { ctx } = await opened(place);
    const token = "ghp_x8Kq2VbN4mTz7Rw1YcJ5sLdF9gHpA3eUoQ6i";
    const marked = await mark.call(ctx, { goal: `why does ${token} fail?` });
    const collapsed = await collapse.call(ctx, { report: `${token} has expired.` });
    const records = await ctx.store.listCheckpoints({ kind: "mark", includeAbandoned: true, limit: 10 });
    expect(records).toHaveLength(2);
    expect(JSON.stringify([marked, collapsed, records])).not.toContain("ghp_");
  }, ON);
});
