import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { handleEvent } from "../../src/events/handle-events.ts";
import { notifiedAnswer } from "../../src/notifications/notify-on-stop.ts";
import { summarizeAnswer } from "../../src/notifications/summarize-answer.ts";
import { systemProcesses } from "../../src/processes/system-processes.ts";
import type { AgentSession } from "../support/agent-session.ts";
import { eventually } from "../support/hook-bench.ts";
import { withMachine } from "./machine.ts";

const SPOKEN = "--stdin\nClaude Code, project: ";
const LONG = 40_000;

const answerOf = async (session: AgentSession) => notifiedAnswer.read((await session.row()).capture).answer;

describe("which answers are announced", () => {
  test("T26: a new one is; the same once more is not, and the session is kept all the same", () =>
    withMachine(async ({ programs, openWith, session: begin }) => {
      programs.install("espeak-ng");
      const session = begin(await openWith({ speech: true }));
      await session.prompt("Port the reader.");
      await session.stop("The reader is ported.");
      const before = await session.row();
      await session.stop("The reader is ported.");
      const after = await session.row();
      expect(after.lastSeenAt).toBeGreaterThan(before.lastSeenAt);
      expect(notifiedAnswer.read(after.capture)).toEqual(notifiedAnswer.read(before.capture));
      await programs.heard("espeak-ng", 1);
      await session.stop("So is the writer.");
      expect(await programs.heard("espeak-ng", 2)).toEqual([
        `${SPOKEN}The reader is ported.\n`,
        `${SPOKEN}So is the writer.\n`,
      ]);
    }));

  test("T10 T34: none of a blocked stop; one that the agent leaves unchanged after a debrief was announced before", () =>
    withMachine(async ({ programs, openWith, session: begin, clock }) => {
      programs.install("espeak-ng");
      const session = begin(await openWith({ speech: true }));
      await session.prompt("Port the reader.");
      await session.stop("The reader is ported.");
      await programs.heard("espeak-ng", 1);
      await session.prompt("Go on.");
      clock.now += LONG;
      expect((await session.stop("Half of the writer.")).block).toBeDefined();
      const blocked = await session.row();
      await session.stop("The reader is ported.", { stopHookActive: true });
      expect((await session.row()).lastSeenAt).toBeGreaterThan(blocked.lastSeenAt);
      await session.stop("All is ported.", { stopHookActive: true });
      expect(await programs.heard("espeak-ng", 2)).toEqual([
        `${SPOKEN}The reader is ported.\n`,
        `${SPOKEN}All is ported.\n`,
      ]);
    }));

  test("an event that comes twice is announced once, and one from long ago not at all", () =>
    withMachine(async ({ programs, openWith, clock, project }) => {
      programs.install("espeak-ng");
      const ctx = await openWith({ speech: true });
      const stop = { agent: "claude-code", nativeSession: "s", cwd: project, kind: "agent_stop" } as const;
      const say = async (lastAnswer: string, { id = randomUUID(), at = clock.now }) =>
        handleEvent(
          ctx,
          { ...stop, id, at, lastAnswer, stopHookActive: false, backgroundTasks: 0 },
          { awaited: false },
        );
      const id = randomUUID();
      await say("The first.", { id });
      await say("The first.", { id });
      await programs.heard("espeak-ng", 1);
      await say("An old one.", { at: clock.now - 3_600_000 });
      await say("The last.", {});
      expect(await programs.heard("espeak-ng", 2)).toEqual([`${SPOKEN}The first.\n`, `${SPOKEN}The last.\n`]);
    }));
});

describe("who is notified", () => {
  test("T24: a notification names agent and project, not the answer, and waits for the person, whom a debrief is not", () =>
    withMachine(async ({ programs, openWith, session: begin, clock }) => {
      programs.install("notify-send");
      const session = begin(await openWith({ desktop: true }));
      await session.prompt("Port the reader.");
      await session.stop("First.");
      expect(await programs.heard("notify-send", 1)).toEqual([
        "--app-name=Holdfast -- Claude Code has answered in project\n",
      ]);
      clock.now += LONG;
      await session.prompt((await session.stop("Second.")).block?.reason ?? "");
      await session.stop("Third.");
      await session.prompt("I am back.");
      await session.stop("Fourth.");
      expect(await programs.heard("notify-send", 2)).toHaveLength(2);
    }));

  test("no one, if nothing is enabled", () =>
    withMachine(async ({ programs, openWith, session: begin }) => {
      for (const name of ["notify-send", "espeak-ng"]) programs.install(name);
      const ctx = await openWith({});
      const session = begin(ctx);
      await session.stop("Done.");
      expect(await answerOf(session)).toBeNull();
      await ctx.close();
      expect([programs.inputs("notify-send"), programs.inputs("espeak-ng")]).toEqual([[], []]);
    }));

  test("not by a hook's own process, which ends too soon; the daemon notifies later", () =>
    withMachine(async ({ programs, openWith, session: begin }) => {
      programs.install("espeak-ng");
      const hook = begin(await openWith({ speech: true }, false));
      await hook.stop("Done.");
      expect(await answerOf(hook)).toBeNull();
      await begin(await openWith({ speech: true })).stop("Done.");
      expect(await programs.heard("espeak-ng", 1)).toEqual([`${SPOKEN}Done.\n`]);
    }));

  test("SEC-S56: a project switches nothing on", () =>
    withMachine(async ({ programs, openWith, session: begin, project }) => {
      programs.install("espeak-ng");
      writeFileSync(join(project, ".holdfast.json"), JSON.stringify({ notifications: { speech: true } }));
      const session = begin(await openWith({}));
      await session.stop("Done.");
      expect(await answerOf(session)).toBeNull();
    }));
});

describe("programs", () => {
  test("a stop is answered while one still speaks; of what waits only the newest is spoken", () =>
    withMachine(async ({ programs, openWith, session: begin, root }) => {
      const [begun, go] = [join(root, "begun"), join(root, "go")];
      programs.install("espeak-ng", `: > '${begun}'; until [ -e '${go}' ]; do /bin/sleep 0.02; done`);
      const session = begin(await openWith({ speech: true }));
      await session.stop("One.");
      await eventually(async () => existsSync(begun));
      for (const answer of ["Two.", "Three.", "Four."]) await session.stop(answer);
      expect(programs.inputs("espeak-ng")).toEqual([]);
      writeFileSync(go, "");
      expect(await programs.heard("espeak-ng", 2)).toEqual([`${SPOKEN}One.\n`, `${SPOKEN}Four.\n`]);
    }));

  test("one that fails costs the next nothing; one that hangs ends with the process that started it", () =>
    withMachine(async ({ programs, openWith, session: begin, root }) => {
      const pid = join(root, "pid");
      const hangAfterFailing = `[ -e '${pid}' ] && { echo $$ > '${pid}'; exec /bin/sleep 600; }; : > '${pid}'; exit 3`;
      programs.install("espeak-ng", hangAfterFailing);
      const ctx = await openWith({ speech: true });
      const session = begin(ctx);
      await session.stop("One.");
      await eventually(async () => existsSync(pid));
      await session.stop("Two.");
      const hanging = await eventually(async () => Number(readFileSync(pid, "utf8")) || undefined);
      expect(systemProcesses.startTime(hanging)).toBeDefined();
      await ctx.close();
      await eventually(async () => systemProcesses.startTime(hanging) === undefined);
    }));

  test("the first that is there speaks", () =>
    withMachine(async ({ programs, openWith, session: begin }) => {
      programs.install("espeak-ng");
      programs.install("spd-say");
      await begin(await openWith({ speech: true })).stop("Done.");
      expect(await programs.heard("spd-say", 1)).toEqual([
        "--wait --pipe-mode\nClaude Code, project: Done.\n",
      ]);
      expect(programs.inputs("espeak-ng")).toEqual([]);
    }));
});

describe("the summary of an answer", () => {
  test.each([
    ["I **ported** `read()` in [the reader](src/read.ts).", "I ported read() in the reader."],
    ["# Done\n\n- one\n- two\n\n```ts\nlet x;\n```\nBye.", "Done one two Bye."],
    ["| a | b |\n|---|---|\nSee above.", "See above."],
    ["```\nonly code", ""],
    ["\u202Eevil\u0007\n text", "evil text"],
  ])("%j is %j", (answer, spoken) => expect(summarizeAnswer(answer)).toBe(spoken));

  test("a long one ends with a sentence, or at a word; any length is quick", () => {
    expect(summarizeAnswer(`${"It works. ".repeat(40)}`)).toMatch(/^(It works\. )+It works\.$/);
    expect(summarizeAnswer("word ".repeat(100))).toMatch(/^(word ){40,}word…$/);
    expect(summarizeAnswer("[".repeat(1_000_000)).length).toBeLessThanOrEqual(241);
  });
});
