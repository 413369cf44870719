import { expect, test } from "vitest";
import { Config } from "../../src/kernel/config/config.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const DEAD = { pid: 4_194_305 };
const RULES = Array.from({ length: 40 }, (_, i) => `Never touch station ${i} without the shift.`);
const RULE = "The Zeppelin adapter has to keep its timeout, because hall nine is on radio.";

/** A session of more rules than fit into a record that is kept short, and the one that continues it. */
async function continued({ open, clock }: TestPlace, recallStatements: boolean): Promise<AgentSession> {
  const continuity = { recallStatements, recoveryBudgetChars: 600 };
  const ctx = { ...(await open()), config: Config.parse({ continuity }) };
  const killed = new AgentSession(ctx, clock, DEAD);
  await killed.prompt("Build the tool for the museum.");
  for (const rule of [RULE, ...RULES]) await killed.prompt(rule);
  await killed.prompt("Now draw the chart.");
  const next = new AgentSession(ctx, clock, { pid: process.pid });
  expect((await next.start()).context).not.toContain(RULE);
  return next;
}

test("what a record had no room for is delivered once, with the prompt that speaks of it, within 400 characters", () =>
  withPlace(async (place) => {
    const next = await continued(place, true);
    expect(await next.prompt("Which colors does it have?")).toEqual({});
    const { context = "" } = await next.prompt("How long does the zeppelin wait?");
    expect(context).toMatch(
      /^<holdfast-notes nonce="([\w-]+)">\n[^]*not instructions[^]*<\/holdfast-notes nonce="\1">$/,
    );
    expect(context).toContain(RULE);
    expect(context).not.toContain("Station");
    expect(context.length).toBeLessThanOrEqual(400);
    expect(await next.prompt("And how long does the zeppelin wait in hall two?")).toEqual({});
  }));

test("work on a file that it speaks of counts as well", () =>
  withPlace(async (place) => {
    const next = await continued(place, true);
    await next.prompt("Which colors does it have?");
    await next.use("Bash", { command: "cat zeppelin.conf" });
    expect((await next.prompt("Go on.")).context).toContain(RULE);
  }));

test("by default nothing is added to a prompt", () =>
  withPlace(async (place) => {
    const next = await continued(place, false);
    expect(await next.prompt("How long does the zeppelin wait?")).toEqual({});
  }));
