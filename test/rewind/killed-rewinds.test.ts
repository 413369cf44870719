import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";
import { ClaudeTranscript } from "./claude-transcript.ts";

const program = fileURLToPath(new URL("../../dist/main.cjs", import.meta.url));
const SESSION = "11111111-1111-4111-8111-111111111111";
/** For the full proof, run 100 rounds: HOLDFAST_KILL_ROUNDS=100 npx vitest run test/rewind/killed-rewinds.test.ts */
const ROUNDS = Number(process.env["HOLDFAST_KILL_ROUNDS"] ?? 4);

/** Runs a command like an agent's tool, and kills it after a time if one is given. */
async function call({ root, project }: TestPlace, words: readonly string[], killAfter?: number) {
  const env = {
    PATH: process.env["PATH"],
    HOME: root,
    HOLDFAST_HOME: `${root}/state`,
    HOLDFAST_NO_DAEMON: "1",
    CLAUDECODE: "1",
    CLAUDE_CODE_SESSION_ID: SESSION,
  };
  const child = spawn(process.execPath, [program, ...words], { cwd: project, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => {
      output += text.toString();
    });
  const ended = once(child, "close");
  const waiting = new AbortController();
  if (killAfter !== undefined)
    void sleep(killAfter, undefined, waiting).then(
      () => child.kill("SIGKILL"),
      () => {},
    );
  const [code] = await ended;
  waiting.abort();
  return { isDone: code === 0, output };
}

/** Measures how long a command takes here, so that it can be killed while it works. */
async function duration(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

test("W2 W16: after a kill at any moment, a mark exists once or not at all, and a rewind has abandoned everything or nothing", async () => {
  await withPlace(
    async (place) => {
      place.clock.now = Date.now();
      const ctx = await place.open();
      const transcript = new ClaudeTranscript(place.root, { session: SESSION, now: place.clock.now });
      const given = { nativeSession: SESSION, transcriptPath: transcript.path };
      const session = new AgentSession(ctx, place.clock, given);
      await session.start();
      await session.prompt("Find the leak.");
      transcript.prompt("Find the leak.").write();
      const ofTrigger = async (trigger: "mark" | "rewind", digest: string) =>
        (await ctx.store.listCheckpoints({ kind: "mark", includeAbandoned: true, limit: 1_000 })).filter(
          (one) => one.trigger === trigger && one.digest?.includes(digest),
        );
      const usual = await duration(() => call(place, ["list"]));
      const moment = () => Math.random() * usual;
      for (let round = 0; round < ROUNDS; round++) {
        const goal = `goal ${round}.`;
        const marked = await call(place, ["mark", goal], moment());
        const marks = await ofTrigger("mark", goal);
        expect(marks.length).toBeLessThanOrEqual(1);
        if (marked.isDone) expect(marks).toHaveLength(1);
        if (marks.length === 0) expect((await call(place, ["mark", goal])).output).toContain("heckpoint");
        expect((await call(place, ["save", "--name", `in ${round}`])).isDone).toBe(true);

        const report = `report ${round}.`;
        const collapsed = await call(place, ["collapse", report], moment());
        const isDone = (await ofTrigger("rewind", report)).length === 1;
        if (collapsed.isDone) expect(isDone).toBe(true);
        const [saved] = await ctx.store.listCheckpoints({
          name: `in ${round}`,
          includeAbandoned: true,
          limit: 2,
        });
        expect(saved?.abandonedAt !== null, "what was explored is left together with the rewind").toBe(
          isDone,
        );
        const again = await call(place, ["collapse", report]);
        expect(again.isDone, again.output).toBe(!isDone);
        if (isDone) expect(again.output).toContain("already completed");
        expect(await ofTrigger("rewind", report)).toHaveLength(1);
        expect(await ofTrigger("mark", goal)).toHaveLength(1);
        expect((await call(place, ["list"])).output).not.toContain(`in ${round}`);
      }
    },
    { rewind: { enabled: true } },
  );
}, 3_600_000);
