import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import type { Context } from "../../../src/kernel/context.ts";
import { sampleProject, sampleSession } from "../../../src/testing/sample-records.ts";
import { continueOperation } from "../../../src/transfer/operations/continue.ts";
import { memoryContext } from "../../support/memory-context.ts";

const SESSION = sampleSession({
  agent: "plain",
  nativeId: "2dc79b80-3f1e",
  promptCount: 1,
  endedAt: 5_000,
  worktree: "/no/such",
  capture: {
    ...EMPTY_CAPTURE,
    goal: "Build it.",
    prompts: [{ id: "p1", channel: "typed", text: "Build it.", asked: null, at: 1 }],
  },
});

let ctx: Context;
beforeEach(async () => {
  const client = (name: string) => ({ name, terminal: { start: () => ({ command: [name] }) } });
  const agents = [client("plain"), client("other")] as unknown as Context["agents"];
  ({ ctx } = await memoryContext({ agents, clock: () => 10_000_000 }));
  const project = await ctx.store.ensureProject(sampleProject("/home/user/app"));
  await ctx.store.replaceSession({ ...SESSION, projectId: project.id });
});
afterEach(() => ctx.store.close());

describe("to continue an earlier session", () => {
  test("without an id lists those to choose from", async () => {
    expect(await continueOperation.call(ctx, {})).toEqual({
      choices: [expect.objectContaining({ id: "2dc79b80-3f1e", title: "Build it." })],
      chosen: null,
      warnings: [],
    });
  });

  test("with an id gives the command, and starts nothing", async () => {
    expect(await continueOperation.call(ctx, { id: "2dc79b80" })).toEqual({
      choices: [],
      chosen: {
        title: "Build it.",
        agent: "plain",
        files: null,
        mode: "record",
        command: ["plain"],
        directory: "/home/user/app",
        environment: { HOLDFAST_CONTINUE: SESSION.id },
      },
      warnings: [],
    });
  });

  test("may hand it over to another agent", async () => {
    const { chosen } = await continueOperation.call(ctx, { id: "2dc79b80", in: "other" });
    expect(chosen).toMatchObject({ agent: "other", command: ["other"] });
  });

  test("fails with an id that is unknown", async () => {
    await expect(continueOperation.call(ctx, { id: "3dc79b80" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test.each([{ id: "x".repeat(129) }, { in: "x".repeat(41) }])("takes no such input: %j", async (input) => {
    await expect(continueOperation.call(ctx, input)).rejects.toMatchObject({ code: "invalid_input" });
  });
});
