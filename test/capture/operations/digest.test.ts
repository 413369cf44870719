import { describe, expect, test } from "vitest";
import type { OpenContext } from "../../../src/app.ts";
import { digest } from "../../../src/capture/operations/digest.ts";
import { inspect } from "../../../src/checkpoints/operations/inspect.ts";
import { AgentSession } from "../../support/agent-session.ts";
import { withPlace } from "../../support/test-context.ts";

const TOKEN = `ghp_${"Q7wErT2yUiOp4AsDfGh6JkLzXc8VbNm0qWeR".slice(0, 36)}`;

async function noted(ctx: OpenContext, clock: { now: number }, input: object): Promise<string> {
  const session = new AgentSession(ctx, clock, { nativeSession: "one", pid: process.pid });
  await session.start();
  await session.prompt("Build the importer.");
  const caller = { ...ctx.caller, agent: "claude-code", nativeSession: "one", pid: process.pid } as const;
  const { id } = await digest.call({ ...ctx, caller }, input);
  await session.end();
  return id;
}

describe("the agent's notes for the next session", () => {
  test("S2 S24: is stored verbatim with the session, and the next session receives it", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const id = await noted(ctx, clock, {
        decisions: ["Stream the file: the machine has 2 GB"],
        state: "The header is parsed.",
        blockers: ["no sample of the 2019 format"],
        nextSteps: ["write the rows"],
      });
      const text =
        "State: The header is parsed.\nDecided:\n- Stream the file: the machine has 2 GB\nBlocked by:\n- no sample of the 2019 format\nNext:\n- write the rows";
      expect(await ctx.store.getCheckpoint(id)).toMatchObject({
        kind: "digest",
        trigger: "agent",
        digest: text,
      });
      const { context } = await new AgentSession(ctx, clock).start();
      expect(context).toContain(`Noted by the agent: ${text.replaceAll("\n", " ")}`);
    }));

  test("S24: a digest is never truncated: one that is too long is rejected, with the limit", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const nextSteps = Array.from({ length: 10 }, () => "x".repeat(2_000));
      await expect(digest.call(ctx, { nextSteps })).rejects.toMatchObject({
        code: "too_large",
        message: expect.stringContaining("exceed the limit of 16384"),
      });
      const [state, four] = ["y".repeat(8_000), nextSteps.slice(0, 4)];
      const id = await noted(ctx, clock, { state, nextSteps: four });
      const whole = `State: ${state}\nNext:\n- ${four.join("\n- ")}`;
      expect((await ctx.store.getCheckpoint(id))?.digest).toBe(whole);
    }));

  test("S24: the limit counts the whole text, titles and marks included", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      const of = (last: number) => ({
        state: "y".repeat(8_000),
        nextSteps: [...Array.from({ length: 4 }, () => "x".repeat(2_000)), "z".repeat(last)],
      });
      const { id } = await digest.call(ctx, of(356));
      expect((await ctx.store.getCheckpoint(id))?.digest).toHaveLength(16_384);
      await expect(digest.call(ctx, of(357))).rejects.toMatchObject({
        code: "too_large",
        message: "16385 characters exceed the limit of 16384 for a digest.",
      });
    }));

  test("S2: its decisions, steps and blockers are part of the state, and what is missing has no title", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      const said = { decisions: ["Stream it"], blockers: ["no sample"], nextSteps: ["write the rows"] };
      const { id } = await digest.call(ctx, said);
      const { state } = await inspect.call(ctx, { id });
      expect(state).toMatchObject({
        decisions: [{ decision: "Stream it" }],
        blockers: ["no sample"],
        next_steps: ["write the rows"],
      });
      const only = await digest.call(ctx, { blockers: ["no sample", "no key"] });
      expect((await ctx.store.getCheckpoint(only.id))?.digest).toBe("Blocked by:\n- no sample\n- no key");
    }));

  test("S33: without secrets, and never empty", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const id = await noted(ctx, clock, { state: `Push with ${TOKEN}.` });
      expect((await ctx.store.getCheckpoint(id))?.digest).toBe("State: Push with [REDACTED].");
      await expect(digest.call(ctx, {})).rejects.toMatchObject({
        code: "invalid_input",
        message: "The digest is empty: give a decision, the state, a blocker, or a next step.",
      });
    }));
});
