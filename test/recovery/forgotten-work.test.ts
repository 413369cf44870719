import { expect, test } from "vitest";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

const DEAD = { pid: 4_194_305 };
const TASK = "Round all amounts in cart.js to cents, and keep the tests green.";

test("/clear right after a start forgets what that start continued", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const first = new AgentSession(ctx, clock, DEAD);
    await first.start();
    await first.prompt(TASK);

    const process = { pid: 4_194_306 };
    const second = new AgentSession(ctx, clock, process);
    expect((await second.start()).notice).toContain("continuing");
    await second.end("clear");
    const cleared = await new AgentSession(ctx, clock, process).start("clear");
    expect(cleared.notice).toContain("cleared. The record of");
    expect(cleared.context ?? "").not.toContain(TASK);

    const next = await new AgentSession(ctx, clock, { pid: 4_194_307 }).start();
    expect(next).not.toHaveProperty("context");
  }));

test("work that went on after such a /clear is continued", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const first = new AgentSession(ctx, clock, DEAD);
    await first.start();
    await first.prompt(TASK);
    const second = new AgentSession(ctx, clock, { pid: 4_194_306 });
    await second.start();
    await second.end("clear");

    await first.start("resume");
    await first.prompt("Round the tax as well.");
    const next = await new AgentSession(ctx, clock, { pid: 4_194_307 }).start();
    expect(next.context).toContain("Round the tax as well.");
  }));

test.each([
  ["continue", "Done.", "What now?"],
  ["continue", "Done.", "continue"],
  ["What now?", "All tests pass.", "go on"],
])(
  "a session with only %j, %j and %j has no work, so that it passes on what it was offered",
  (one, answer, two) =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const first = new AgentSession(ctx, clock, DEAD);
      await first.start();
      await first.prompt(one);
      await first.stop(answer);
      await first.prompt(two);
      await first.stop("Fine.");
      await first.end();
      expect(await new AgentSession(ctx, clock, { pid: 4_194_307 }).start()).toEqual({});
    }),
);

test("agreeing to what the agent proposed is work, and the proposal is its title", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const first = new AgentSession(ctx, clock, DEAD);
    await first.start();
    await first.prompt("What now?");
    await first.stop("Shall I migrate the cart tests to vitest?");
    await first.prompt("yes");
    const { notice } = await new AgentSession(ctx, clock, { pid: 4_194_307 }).start();
    expect(notice).toContain('continuing "Shall I migrate the cart tests to vitest?"');
  }));
