import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { Statement } from "../../src/kernel/statement.ts";
import { save } from "../../src/place/operations/save.ts";
import { findStopTime } from "../../src/snapshots/find-stop-time.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

/** More than the time in which a change still counts as one of the turn that was stopped, also on a busy machine. */
const LATER_MS = 2_500;

const UNTIL = 10_000;
/** No process has this id. */
const NO_PROCESS = 4_194_305;

function said(at: number, channel: Statement["channel"] = "typed"): Statement {
  return { id: `${at}`, channel, text: "Use tabs.", asked: null, at };
}

/** A session of Claude Code that the test reports, and whose transcript it writes. */
class StoppableSession {
  readonly #place: SnapshotPlace;
  readonly #path: string;
  readonly #lines: string[] = [];
  readonly events: AgentSession;

  constructor(place: SnapshotPlace, pid = process.pid) {
    this.#place = place;
    this.#path = join(place.root, "session.jsonl");
    const base = { pid, transcriptPath: this.#path };
    this.events = new AgentSession(place.ctx, place.clock, base);
  }

  async prompt(text: string): Promise<void> {
    await this.#now();
    await this.events.prompt(text);
    this.#write(text);
    await this.capture();
  }

  /** The person presses Esc, which nothing reports. */
  async interrupt(): Promise<void> {
    await this.#now();
    this.#write([{ type: "text", text: "[Request interrupted by user]" }]);
    await sleep(LATER_MS);
    this.#place.clock.now = Date.now();
  }

  /** Whatever happens next does not happen at the same time. */
  async capture(): Promise<void> {
    await sleep(20);
    this.#place.clock.now = Date.now();
    await runSnapshotRequests(this.#place.ctx);
    await this.#now();
  }

  async #now(): Promise<void> {
    await sleep(20);
    // Each event is a second later.
    this.#place.clock.now = Date.now() - 1_000;
  }

  #write(content: unknown): void {
    const at = this.#lines.length;
    const line = {
      type: "user",
      uuid: `line-${at}`,
      parentUuid: at === 0 ? null : `line-${at - 1}`,
      timestamp: new Date().toISOString(),
      message: { role: "user", content },
    };
    this.#lines.push(`${JSON.stringify(line)}\n`);
    writeFileSync(this.#path, this.#lines.join(""));
  }
}

async function stoppedTurn(place: SnapshotPlace, pid?: number): Promise<StoppableSession> {
  place.put("a.js", "0\n");
  place.put("notes.md", "0\n");
  const session = new StoppableSession(place, pid);
  await session.events.start();
  await session.prompt("Change a.js.");
  place.put("a.js", "1\n");
  await session.interrupt();
  place.put("notes.md", "by hand\n");
  return session;
}

async function expectNotesKept({ restore, project }: SnapshotPlace, session?: string): Promise<void> {
  const { files } = await restore("1", { session });
  expect(files).toMatchObject([{ path: "a.js" }]);
  expect(readFileSync(join(project, "a.js"), "utf8")).toBe("0\n");
  expect(readFileSync(join(project, "notes.md"), "utf8")).toBe("by hand\n");
}

test("what a person writes after they stopped a turn is kept before its session goes on", () =>
  withSnapshots(async (place) => {
    await stoppedTurn(place);
    await expectNotesKept(place);
  }));

test("what a person writes after they stopped a turn is kept after its agent was killed", () =>
  withSnapshots(async (place) => {
    await stoppedTurn(place, NO_PROCESS);
    await expectNotesKept(place);
  }));

test("what a person writes after they stopped a turn is kept after they saved a checkpoint", () =>
  withSnapshots(async (place) => {
    const session = await stoppedTurn(place);
    await session.capture();
    await save.call(place.ctx, { name: "by-hand" });
    await session.capture();
    await expectNotesKept(place);
  }));

test.each([
  ["a subagent works on", (session: AgentSession) => session.useInSubagent("Bash", { command: "ls" })],
  [
    "a task in the background ended",
    (session: AgentSession) => session.prompt("<task-notification>\nDone.\n</task-notification>"),
  ],
])("what a person writes after they stopped a turn is kept when %s", (_, goOn) =>
  withSnapshots(async (place) => {
    const session = await stoppedTurn(place);
    await session.capture();
    await goOn(session.events);
    await session.capture();
    await expectNotesKept(place);
  }),
);

test("what a person writes after they stopped a turn is kept if its last tool call is captured only then", () =>
  withSnapshots(async (place) => {
    place.put("a.js", "0\n");
    place.put("notes.md", "0\n");
    const session = new StoppableSession(place);
    await session.events.start();
    await session.prompt("Change a.js.");
    place.put("a.js", "1\n");
    await session.events.use("Bash", { command: "node x.mjs" });
    await session.interrupt();
    place.put("notes.md", "by hand\n");
    await session.capture();
    await expectNotesKept(place);
  }));

test("what a person writes after they stopped a turn is kept after another session began", () =>
  withSnapshots(async (place) => {
    const session = await stoppedTurn(place);
    await session.capture();
    const other = new AgentSession(place.ctx, place.clock, { pid: process.pid });
    await other.start();
    await session.capture();
    await other.prompt("Look at it.");
    await session.capture();
    const { nativeId } = await session.events.row();
    await expectNotesKept(place, nativeId);
  }));

test.each([
  ["the next prompt", (session: AgentSession) => session.prompt("Go on.")],
  ["the end of the session", (session: AgentSession) => session.end()],
  ["a compaction", (session: AgentSession) => session.compact()],
  ["the session is resumed", (session: AgentSession) => session.start("resume")],
])("what a person writes after they stopped a turn is kept after %s", (_, goOn) =>
  withSnapshots(async (place) => {
    const session = await stoppedTurn(place);
    await session.capture();
    await goOn(session.events);
    await session.capture();
    await expectNotesKept(place);
  }),
);

test.each<[string, Partial<Capture>, number | undefined]>([
  ["an error", { failedAt: 5 }, 5],
  ["an error, and a prompt", { failedAt: 5, prompts: [said(9)] }, undefined],
  ["an error, and the prompt that is captured", { failedAt: 5, prompts: [said(1), said(UNTIL)] }, 5],
  ["an interruption before an error", { failedAt: 5, responses: [said(3, "interruption")] }, 5],
  ["an interruption, and an answer", { responses: [said(3, "interruption"), said(4, "answer")] }, undefined],
  ["an interruption, and work", { responses: [said(3, "interruption")], lastAnswerAt: 9_000 }, undefined],
  ["work that was under way", { responses: [said(3, "interruption")], lastAnswerAt: 4 }, 3],
  ["a refusal with a reason", { responses: [said(3, "refusal")] }, undefined],
  ["a refusal without one", { responses: [{ ...said(3, "refusal"), text: "" }] }, 3],
  ["a branch that the person left", { left: [{ from: 1, last: 4, until: null }] }, 4],
  ["a branch, and a prompt", { left: [{ from: 1, last: 4, until: 6 }], prompts: [said(6)] }, undefined],
  ["nothing", {}, undefined],
])("when a turn was stopped: %s", (_, found, expected) => {
  expect(findStopTime({ ...EMPTY_CAPTURE, ...found }, UNTIL)).toBe(expected);
});

test.each([{ goesOn: false }, { goesOn: true }])(
  "what a person moves after they stopped a turn stays there; what is only gone comes back: it goes on: $goesOn",
  ({ goesOn }) =>
    withSnapshots(async (place) => {
      const { project, put, restore } = place;
      for (const name of ["notes.md", "by-agent.md", "gone.md"]) put(name, `${name}\n`);
      for (const name of ["same-1.md", "same-2.md"]) put(name, "same\n");
      put("empty.md", "");
      const session = new StoppableSession(place);
      await session.events.start();
      await session.prompt("Rename by-agent.md.");
      renameSync(join(project, "by-agent.md"), join(project, "renamed.md"));
      await session.interrupt();
      renameSync(join(project, "notes.md"), join(project, "moved.md"));
      copyFileSync(join(project, "renamed.md"), join(project, "copy.md"));
      renameSync(join(project, "same-1.md"), join(project, "same.md"));
      for (const name of ["gone.md", "empty.md", "same-2.md"]) put(name, null);
      put("empty.txt", "");
      if (goesOn) await session.prompt("Go on.");
      const { files, conflicts } = await restore("1");
      const back = ["by-agent.md", "empty.md", "gone.md", "same-1.md", "same-2.md"];
      expect(files.map(({ path }) => path)).toEqual(["renamed.md", ...back]);
      const kept = ["copy.md", "empty.txt", "moved.md", "notes.md", "same.md"];
      expect(conflicts.map(({ path }) => path)).toEqual(kept);
      expect(existsSync(join(project, "notes.md"))).toBe(false);
      expect(readFileSync(join(project, "moved.md"), "utf8")).toBe("notes.md\n");
    }),
);

test("a turn after a stopped one has what its agent changes", () =>
  withSnapshots(async (place) => {
    const session = await stoppedTurn(place);
    await session.prompt("Go on.");
    place.put("notes.md", "by the agent\n");
    const { files, conflicts } = await place.restore("2");
    expect(files).toMatchObject([{ path: "notes.md" }]);
    expect(conflicts).toEqual([]);
    expect(readFileSync(join(place.project, "notes.md"), "utf8")).toBe("by hand\n");
  }));
