import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { agents } from "../../src/agents/registry.ts";
import { findWork } from "../../src/recovery/work/find-work.ts";
import { readWork } from "../../src/recovery/work/read-work.ts";
import { ClaudeTranscript } from "../rewind/claude-transcript.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const SECOND = "Rewrite it in the mystery style.";

/** Two turns, of which the second rewrites a file, and the transcript of both. */
async function twoTurns(place: SnapshotPlace) {
  const { ctx, clock, put, root } = place;
  put("a.txt", "good\n");
  const nativeSession = "0e6f6e5e-0000-4000-8000-000000000001";
  const transcript = new ClaudeTranscript(root, { session: nativeSession, now: clock.now });
  transcript
    .prompt("Plan it.")
    .say("The plan:\n- [ ] write b.txt")
    .prompt(SECOND)
    .say("The mystery is done.");
  transcript.write();
  const session = new AgentSession(ctx, clock, { nativeSession, transcriptPath: transcript.path });
  await session.prompt("Plan it.");
  clock.now += 2_000;
  await session.stop();
  await session.prompt(SECOND);
  await ctx.drain();
  put("a.txt", "bad\n");
  clock.now += 2_000;
  await session.stop();
  await ctx.drain();
  return { transcript, session };
}

test("goes back in the conversation with the files; the original is not changed", () =>
  withSnapshots(async (place) => {
    const { transcript } = await twoTurns(place);
    const original = readFileSync(transcript.path, "utf8");
    const plan = await place.restore("2", { all: true, yes: false });
    expect(plan).toMatchObject({
      applied: false,
      conversation: { mode: "fork", latest: "Plan it.", next: null },
    });
    expect(readdirSync(dirname(transcript.path))).toHaveLength(1);

    const { conversation } = await place.restore("2", { all: true });
    expect(readFileSync(join(place.project, "a.txt"), "utf8")).toBe("good\n");
    expect(readFileSync(transcript.path, "utf8")).toBe(original);
    expect(conversation).toMatchObject({ prompts: 1, openTodos: 1, next: { environment: {} } });
    const fork = conversation?.next?.command.at(-1) ?? "";
    const copied = readFileSync(join(dirname(transcript.path), `${fork}.jsonl`), "utf8");
    expect(copied).toContain("Plan it.");
    expect(copied).not.toContain("The mystery is done.");
    expect(copied).toContain("The user restored files");
    expect(await place.ctx.store.findSession("claude-code", fork)).toMatchObject({ parentReason: "fork" });
  }));

test("without a way to fork, a new conversation receives the record of that moment", () =>
  withSnapshots(async (place) => {
    await twoTurns(place);
    const claude = agents.find(({ name }) => name === "claude-code");
    if (!claude) throw new Error("no adapter");
    const { forkAtMark: _none, ...plain } = claude;
    const ctx = await place.open({}, { agents: [plain], env: { PATH: process.env["PATH"] } });
    const { restore } = await import("../../src/restore/operations/restore.ts");
    const { conversation } = await restore.call(ctx, { target: "2", all: true, yes: true });
    expect(conversation).toMatchObject({ mode: "record", latest: "Plan it." });
    const id = conversation?.next?.environment["HOLDFAST_CONTINUE"] ?? "";
    const { capture } = await readWork(ctx, await findWork(ctx, id));
    expect(capture.prompts.map(({ text }) => text)).toEqual(["Plan it."]);
    expect(capture.todos).toMatchObject([{ content: "write b.txt", status: "pending" }]);
  }));

test("restores nothing if the conversation cannot be taken back", () =>
  withSnapshots(async (place) => {
    place.put("a.txt", "good\n");
    await place.at("prompt", 1);
    place.put("a.txt", null);
    await place.at("turn_end", 1);
    await expect(place.restore("1", { all: true })).rejects.toThrow("No session is known");
    expect(existsSync(join(place.project, "a.txt"))).toBe(false);
  }));
