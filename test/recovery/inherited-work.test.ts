import { expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { digest } from "../../src/capture/operations/digest.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

const DEAD = { pid: 4_194_305 };
const FAILED = { ok: false, text: "Exit code 1\nError: no rate for EUR" };
const REFUSED = {
  ok: false,
  text: "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.",
};

/** A session with a changed file and a command that fails, killed. */
async function killedSession(ctx: OpenContext, clock: { now: number }, base = {}) {
  const session = new AgentSession(ctx, clock, { ...DEAD, ...base });
  await session.prompt("Convert the prices.");
  await session.use("Write", { file_path: `${ctx.caller.cwd}/src/rates.ts`, content: "x" });
  await session.use("Bash", { command: "node check-rates.js" }, FAILED);
  await session.use("Bash", { command: "git push --force" }, REFUSED);
  await session.stop();
  return session;
}

test("S27: what was changed and what fails is passed on through sessions that did nothing, and a refused command is no failure", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    await killedSession(ctx, clock);
    for (let i = 0; i < 2; i++) {
      const next = new AgentSession(ctx, clock, DEAD);
      await next.start();
      await next.prompt("Hello.");
    }
    const { context } = await new AgentSession(ctx, clock).start();
    expect(context).toContain("Files changed: src/rates.ts");
    expect(context).toContain("Still failing: node check-rates.js → Error: no rate for EUR");
    expect(context).not.toContain("git push");
  }));

test("S4: a compaction right after /clear delivers what the cleared session left, where the user wants that", () =>
  withPlace(
    async ({ open, clock }) => {
      const ctx = await open();
      const pid = process.pid;
      await killedSession(ctx, clock, { pid });
      const next = new AgentSession(ctx, clock, { pid });
      await next.start("clear");
      await next.prompt("Go on.");
      const { context } = await next.start("compact");
      expect(context).toContain("Files changed: src/rates.ts");
      expect(context).toContain("Still failing: node check-rates.js");
    },
    { recovery: { afterClear: "record" } },
  ));

test("an inherited failure that is fixed, and a file that is only read now", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    await killedSession(ctx, clock);
    const next = new AgentSession(ctx, clock, DEAD);
    await next.start();
    await next.prompt("Go on.");
    await next.use("Read", { file_path: `${ctx.caller.cwd}/src/rates.ts` });
    await next.use("Bash", { command: "node check-rates.js" });
    const { context } = await new AgentSession(ctx, clock).start();
    expect(context).toContain("Files changed: src/rates.ts");
    expect(context).not.toContain("Still failing");
  }));

test("S24: what an agent noted is passed on by a session that said little", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const first = await killedSession(ctx, clock);
    const caller = { ...ctx.caller, agent: "claude-code", nativeSession: (await first.row()).nativeId };
    await digest.call({ ...ctx, caller }, { nextSteps: ["ask the bank for the rate"] });
    const next = new AgentSession(ctx, clock, DEAD);
    await next.start();
    await next.prompt("Hello.");
    expect((await new AgentSession(ctx, clock).start()).context).toContain("ask the bank for the rate");
  }));
