import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { inspect } from "../../src/checkpoints/operations/inspect.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

async function withSession(
  work: (session: AgentSession, ctx: OpenContext, place: TestPlace) => Promise<void>,
  continuity: object = {},
): Promise<void> {
  await withPlace(async (place) => {
    mkdirSync(join(place.root, "state"), { mode: 0o700 });
    writeFileSync(join(place.root, "state/config.json"), JSON.stringify({ continuity }));
    const ctx = await place.open();
    const session = new AgentSession(ctx, place.clock);
    await session.prompt("Move the parser.");
    await work(session, ctx, place);
  });
}

async function triggers(ctx: OpenContext, session: AgentSession): Promise<string[]> {
  const { id } = await session.row();
  const made = await ctx.store.listCheckpoints({ sessionId: id, limit: 20 });
  return made.map(({ trigger }) => trigger).reverse();
}

const edit = (session: AgentSession, place: TestPlace, path: string) =>
  session.use("Edit", { file_path: join(place.project, path) });

test("D32: five changed files are one checkpoint when they have come to rest, and the next five another", () =>
  withSession(async (session, ctx, place) => {
    for (const round of [1, 2]) {
      for (let i = 1; i <= 6; i++) await edit(session, place, `src/part${round}${i}.ts`);
      expect(await triggers(ctx, session)).toHaveLength(round - 1);
      await session.stop();
      expect(await triggers(ctx, session)).toEqual(Array(round).fill("file_change"));
    }
  }));

test("D32: inside a turn, ten quiet seconds are rest; four files, or one file five times, are not enough", () =>
  withSession(async (session, ctx, place) => {
    for (let i = 1; i <= 5; i++) await edit(session, place, "src/same.ts");
    for (let i = 2; i <= 4; i++) await edit(session, place, `src/part${i}.ts`);
    await session.stop();
    expect(await triggers(ctx, session)).toEqual([]);
    await session.prompt("Go on.");
    await edit(session, place, "src/part5.ts");
    place.clock.now += 5_000;
    await session.use("Bash", { command: "ls" });
    expect(await triggers(ctx, session)).toEqual([]);
    place.clock.now += 10_000;
    await session.use("Bash", { command: "ls" });
    expect(await triggers(ctx, session)).toEqual(["file_change"]);
  }));

test("D32: one file that the configured glob names is enough, another is not", () =>
  withSession(
    async (session, ctx, place) => {
      await edit(session, place, "src/part.ts");
      await session.stop();
      expect(await triggers(ctx, session)).toEqual([]);
      await edit(session, place, "api/v1/openapi.yaml");
      await session.stop();
      expect(await triggers(ctx, session)).toEqual(["file_change"]);
    },
    { changedGlob: "api/**" },
  ));

test("D35: a destructive command of the agent is preceded by a checkpoint without it, once in a turn", () =>
  withSession(async (session, ctx) => {
    const secret = `ghp_${"a1B2c3D4".repeat(4)}abcd`;
    await session.use("Bash", { command: "npm test" });
    await session.use("Bash", {
      command: `cd app && git push --force https://x:${secret}@example.com/r main`,
    });
    await session.use("Bash", { command: "rm -rf build" });
    expect(await triggers(ctx, session)).toEqual(["before_risk"]);
    const { id } = await session.row();
    const [made] = await ctx.store.listCheckpoints({ sessionId: id, limit: 1 });
    expect(made?.digest).toContain("Before git push --force");
    expect(made?.digest).not.toContain(secret);
    const { state } = await inspect.call(ctx, { id: made?.id });
    const { commands } = state as { commands: { command: string }[] };
    expect(commands.map(({ command }) => command)).toEqual(["npm test"]);
    await session.prompt("And now?");
    await session.use("Bash", { command: "rm -rf dist" });
    expect(await triggers(ctx, session)).toEqual(["before_risk", "before_risk"]);
  }));

test("D35: what only speaks of destruction, and a dry run, save nothing", () =>
  withSession(async (session, ctx) => {
    await session.use("Bash", { command: 'git commit -m "no more rm -rf"' });
    await session.use("Bash", { command: "git clean -fdn" });
    expect(await triggers(ctx, session)).toEqual([]);
  }));

test("D31: work that goes to a subagent and comes back is saved before and after; those that start together are one", () =>
  withSession(async (session, ctx, place) => {
    await session.use("Bash", { command: "npm test" });
    for (let i = 0; i < 3; i++) await session.subagent("start");
    expect(await triggers(ctx, session)).toEqual(["handoff"]);
    place.clock.now += 30_000;
    await session.subagent("stop");
    expect(await triggers(ctx, session)).toEqual(["handoff", "handoff"]);
  }));
