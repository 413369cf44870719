import { expect, test } from "vitest";
import { ClaudeTranscript } from "../rewind/claude-transcript.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const FIRST = "Plan the parser.";
const SECOND = "Write the parser in one file.";
const THIRD = "Write the tests of the parser.";
const NATIVE = "0e6f6e5e-0000-4000-8000-000000000001";

/** A session of two turns, whose conversation was restored to before the second one. */
async function restoreAll(place: SnapshotPlace) {
  const { ctx, clock, put, root } = place;
  put("parser.js", "first\n");
  const transcript = new ClaudeTranscript(root, { session: NATIVE, now: clock.now });
  const session = new AgentSession(ctx, clock, { nativeSession: NATIVE, transcriptPath: transcript.path });
  const turn = async (text: string) => {
    transcript.goTo(transcript.here, clock.now).prompt(text).say("Done.").write();
    await session.prompt(text);
    await ctx.drain();
    put("parser.js", `${text}\n`);
    clock.now += 2_000;
    await session.stop();
    await ctx.drain();
  };
  await session.start();
  await turn(FIRST);
  await turn(SECOND);
  const { conversation } = await place.restore("2", { all: true });
  return { session, turn, fork: conversation?.next?.command.at(-1) ?? "" };
}

/** What a session that starts now receives. */
async function received({ ctx, clock }: SnapshotPlace): Promise<string> {
  clock.now += 2_000;
  const { context = "" } = await new AgentSession(ctx, clock).start();
  return context;
}

test("a conversation that no agent has opened is not continued if the original one went on", () =>
  withSnapshots(async (place) => {
    const { session, turn } = await restoreAll(place);
    await turn(THIRD);
    await session.end();
    expect(await received(place)).toContain(`Latest request: ${THIRD}`);
  }));

test("nor is it if the restore was taken back", () =>
  withSnapshots(async (place) => {
    const { session } = await restoreAll(place);
    await session.end();
    await place.undo();
    expect(await received(place)).toContain(SECOND);
  }));

test("otherwise it is", () =>
  withSnapshots(async (place) => {
    const { session } = await restoreAll(place);
    await session.end();
    const context = await received(place);
    expect(context).toContain(FIRST);
    expect(context).not.toContain(`Latest request: ${SECOND}`);
  }));

test("opened after that, it is continued as any other", () =>
  withSnapshots(async (place) => {
    const { ctx, clock } = place;
    const { session, turn, fork } = await restoreAll(place);
    await place.undo();
    await turn(THIRD);
    await session.end();
    const stored = await ctx.store.findSession("claude-code", fork);
    const transcriptPath = stored?.transcriptPath ?? "";
    const opened = new AgentSession(ctx, clock, { nativeSession: fork, transcriptPath });
    await opened.start("resume");
    await opened.prompt("Write the parser in two files.");
    await opened.end();
    expect(await received(place)).toContain("Latest request: Write the parser in two files.");
  }));
