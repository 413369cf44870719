import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { collapse } from "../../src/rewind/operations/collapse.ts";
import { mark } from "../../src/rewind/operations/mark.ts";
import { rewind } from "../../src/rewind/operations/rewind.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";
import { ClaudeTranscript } from "./claude-transcript.ts";

const ON = { rewind: { enabled: true } };
const TOOL = "mcp__plugin_holdfast_holdfast__checkpoint";
const native = "11111111-1111-4111-8111-111111111111";

interface Line {
  type: string;
  uuid: string;
  parentUuid: string | null;
  sessionId: string;
  message: { content: string | { type: string; id?: string; tool_use_id?: string }[] };
}

/**
 * A session that set the mark `find it` with the call `toolu_m`, in a message with another call, and then read a file.
 */
async function explored(place: TestPlace, compacted = false) {
  const ctx = await place.open({ agent: "claude-code", nativeSession: native, call: "toolu_m" });
  const transcript = new ClaudeTranscript(place.root, { session: native, now: place.clock.now });
  const session = new AgentSession(ctx, place.clock, {
    nativeSession: native,
    transcriptPath: transcript.path,
  });
  transcript
    .prompt("Find the bug.")
    .say("I begin.")
    .use(
      [
        { id: "toolu_m", name: TOOL, input: { goal: "find it" }, result: "Checkpoint created. call rewind" },
        { id: "toolu_beside", name: "Bash", input: { command: "ls" }, result: "a.ts" },
      ],
      1_000,
    );
  transcript.write();
  await session.start();
  await session.prompt("Find the bug.");
  await mark.call(ctx, { goal: "find it" });
  if (compacted) transcript.compact("Summary.");
  transcript.use(
    [{ name: "Read", input: { file_path: "/app/secret-span.ts" }, result: "span content" }],
    9_000,
  );
  transcript.write();
  return { ctx, session, transcript };
}

const linesOf = (path: string): Line[] =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

const forkPath = (transcript: ClaudeTranscript, session: string) =>
  join(dirname(transcript.path), `${session}.jsonl`);

test.each([
  ["", false],
  [" from before a compaction", true],
])(
  "W19: a fork at a mark%s has everything up to its message, then the report; the original is not changed",
  async (_, compacted) => {
    await withPlace(async (place) => {
      const { ctx, transcript } = await explored(place, compacted);
      const before = readFileSync(transcript.path, "utf8");
      await collapse.call(ctx, { report: "It is in parse.ts." });
      const forked = await rewind.call(ctx, {});
      expect(forked.command).toEqual(["claude", "--resume", forked.session]);
      expect(forked.spanTokens).toBe(8_000);
      expect(forked.warnings).toEqual([]);
      expect(readFileSync(transcript.path, "utf8")).toBe(before);
      const path = forkPath(transcript, forked.session);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      const lines = linesOf(path);
      const text = JSON.stringify(lines);
      expect(new Set(lines.map(({ sessionId }) => sessionId))).toEqual(new Set([forked.session]));
      const blocks = lines.flatMap(({ message: { content } }) =>
        typeof content === "string" ? [] : content,
      );
      expect(blocks.flatMap(({ id }) => id ?? [])).toEqual(["toolu_m", "toolu_beside"]);
      expect(blocks.flatMap(({ tool_use_id: id }) => id ?? [])).toEqual(["toolu_m", "toolu_beside"]);
      const uuids = new Set(lines.map(({ uuid }) => uuid));
      for (const { parentUuid } of lines.slice(1)) expect(uuids).toContain(parentUuid);
      expect(text).toContain("I begin.");
      expect(text).toContain("Checkpoint: find it");
      expect(text).not.toContain("call rewind");
      expect(text).not.toContain("span content");
      expect(lines.at(-1)?.message.content).toMatch(
        /^<holdfast-rewind [\s\S]*It is in parse\.ts\.[\s\S]*Read 1 file/,
      );
      expect(text.split("It is in parse.ts.")).toHaveLength(2);
    }, ON);
  },
);

test("a fork is a child of its session; its mark is completed there and still open in the original", async () => {
  await withPlace(async (place) => {
    const { ctx, session } = await explored(place);
    const forked = await rewind.call(ctx, { report: "Said by the person." });
    const row = await session.row();
    const fork = await ctx.store.findSession("claude-code", forked.session);
    expect(fork).toMatchObject({ parentId: row.id, parentReason: "fork" });
    const inFork = await place.open({ agent: "claude-code", nativeSession: forked.session });
    await new AgentSession(inFork, place.clock, { nativeSession: forked.session }).start("resume");
    await expect(collapse.call(inFork, { report: "x" })).rejects.toThrow("already completed");
    expect(await collapse.call(ctx, { report: "x" })).toMatchObject({ goal: "find it" });
  }, ON);
});

test("a person names a mark by its goal or id; a missing report is stated; an unknown mark is rejected", async () => {
  await withPlace(async (place) => {
    const { ctx, transcript } = await explored(place);
    const [row] = await ctx.store.listCheckpoints({ kind: "mark", limit: 1 });
    const person = await place.open();
    for (const to of ["find it", row?.id ?? "", (row?.id ?? "").slice(0, 12)]) {
      const { session, mark: gone } = await rewind.call(person, { to });
      expect(gone).toBe(row?.id);
      expect(readFileSync(forkPath(transcript, session), "utf8")).toContain("No report was written.");
    }
    await expect(rewind.call(person, { to: "something else" })).rejects.toThrow("has no mark");
    await expect(rewind.call(person, { to: "chk_0000000000000000" })).rejects.toThrow();
  }, ON);
});

test("if the mark is not in the transcript, the fork is cut after the last line before it, with a warning", async () => {
  await withPlace(async (place) => {
    const { ctx, transcript } = await explored(place);
    const lines = transcript.lines.filter((line) => !JSON.stringify(line).includes("toolu_m"));
    const at = (await ctx.store.listCheckpoints({ kind: "mark", limit: 1 }))[0]?.createdAt ?? 0;
    const moved = lines.map((line, i) => ({
      ...line,
      timestamp: new Date(at + (i < 2 ? -5_000 : 5_000)).toISOString(),
    }));
    writeFileSync(transcript.path, moved.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const forked = await rewind.call(ctx, { report: "Found." });
    expect(forked.warnings).toEqual([
      "the checkpoint was not found in the transcript",
      "the checkpoint is not in the transcript; the fork ends after the last line before it",
    ]);
    const text = readFileSync(forkPath(transcript, forked.session), "utf8");
    expect(text).toContain("I begin.");
    expect(text).not.toContain("span content");
    writeFileSync(transcript.path, "");
    await expect(rewind.call(ctx, { report: "Found." })).rejects.toThrow(
      "neither the mark nor anything from before",
    );
  }, ON);
});

test("W5 W6: a subagent's call is refused; if allowed, its marks are separate", async () => {
  await withPlace(async (place) => {
    const { ctx, transcript } = await explored(place);
    const file = join(transcript.path.replace(/\.jsonl$/, ""), "subagents", "agent-a1.jsonl");
    mkdirSync(dirname(file), { recursive: true });
    const use = { type: "tool_use", id: "toolu_sub", name: TOOL, input: { goal: "mine" } };
    writeFileSync(file, `${JSON.stringify({ type: "assistant", message: { content: [use] } })}\n`);
    const inSubagent = { ...ctx, caller: { ...ctx.caller, call: "toolu_sub" } };
    await expect(mark.call(inSubagent, { goal: "mine" })).rejects.toThrow(
      "Checkpoint not available in subagents.",
    );
    await expect(collapse.call(inSubagent, { report: "x" })).rejects.toThrow("not available in subagents");
    const rewindOn = { ...ctx.config.rewind, subagents: true };
    const granted = { ...inSubagent, config: { ...ctx.config, rewind: rewindOn } };
    expect(await mark.call(granted, { goal: "mine" })).toMatchObject({ goal: "mine" });
    expect(await collapse.call(granted, { report: "x" })).toMatchObject({ goal: "mine" });
    expect(await collapse.call(ctx, { report: "x" })).toMatchObject({ goal: "find it" });
  }, ON);
});

test("for a client that cannot be forked, the error says so and what helps instead", async () => {
  await withPlace(async (place) => {
    const ctx = await place.open({ agent: "gemini", nativeSession: native });
    const session = new AgentSession(ctx, place.clock, { agent: "gemini", nativeSession: native });
    await session.start();
    await session.prompt("Find the bug.");
    await mark.call(ctx, { goal: "find it" });
    expect(await collapse.call(ctx, { report: "Found." })).toMatchObject({ fork: null });
    await expect(rewind.call(ctx, {})).rejects.toMatchObject({ code: "not_supported" });
  }, ON);
});

test("W19: a fork of a fork goes back to a mark that it inherited, by default, by goal and by id", async () => {
  await withPlace(async (place) => {
    const { ctx: original, transcript } = await explored(place);
    const [inherited] = await original.store.listCheckpoints({ kind: "mark", limit: 1 });
    let parent = native;
    for (const id of ["22222222-2222-4222-8222-222222222222", "33333333-3333-4333-8333-333333333333"]) {
      const copy = readFileSync(forkPath(transcript, parent), "utf8").replaceAll(parent, id);
      writeFileSync(forkPath(transcript, id), copy);
      const fork = await place.open({ agent: "claude-code", nativeSession: id });
      const { store } = fork;
      const transcriptPath = forkPath(transcript, id);
      const session = new AgentSession(fork, place.clock, { nativeSession: id, transcriptPath });
      await session.start("fork");
      await session.prompt("Go on.");
      const origin = await store.findSession("claude-code", parent);
      const row = await session.row();
      await store.replaceSession({ ...row, parentId: origin?.id ?? "", parentReason: "fork" });
      parent = id;
    }
    const ctx = await place.open({ agent: "claude-code", nativeSession: parent });
    await collapse.call(ctx, { report: "Found in the fork." });
    for (const to of [undefined, "find it", inherited?.id]) {
      const made = await rewind.call(ctx, { session: parent, to });
      expect(made.mark).toBe(inherited?.id);
      expect(readFileSync(forkPath(transcript, made.session), "utf8")).toContain("Found in the fork.");
    }
  }, ON);
});
