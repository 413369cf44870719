import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { resume } from "../../src/place/operations/resume.ts";
import { save } from "../../src/place/operations/save.ts";
import { AgentSession } from "../support/agent-session.ts";
import { runCommand } from "../support/run-cli.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const DEAD = { pid: 4_194_305 };
const TASK = "Round all amounts in cart.js to cents.";

async function killed({ open, clock }: TestPlace, task: string) {
  const session = new AgentSession(await open(), clock, DEAD);
  await session.start();
  await session.prompt(task);
  return await session.row();
}

describe("a checkpoint that a person saves when no agent runs", () => {
  test("holds the work that `resume` would show, and does not hide it", () =>
    withPlace(async (place) => {
      const { id, nativeId } = await killed(place, TASK);
      const ctx = await place.open();
      const saved = await save.call(ctx, { name: "before-refactor" });
      expect(saved).toMatchObject({ session: id, nativeSession: nativeId, agent: "claude-code" });
      expect(saved.place?.pending).toContain(nativeId);
      const shown = await resume.call(ctx, {});
      expect(shown.session?.id).toBe(nativeId);
      expect(JSON.stringify(shown.sections)).toContain(TASK);
      const named = await resume.call(ctx, { id: "before-refactor" });
      expect(JSON.stringify(named.sections)).toContain(TASK);
    }));

  test("holds the work of its own package only, and also that of yesterday", () =>
    withPlace(async (place) => {
      const [a, b] = [join(place.project, "packages/a"), join(place.project, "packages/b")];
      mkdirSync(join(place.project, ".git"));
      writeFileSync(join(place.project, ".git/HEAD"), "ref: refs/heads/main\n");
      for (const directory of [a, b]) {
        mkdirSync(directory, { recursive: true });
        writeFileSync(join(directory, "package.json"), "{}");
      }
      const session = new AgentSession(await place.open(), place.clock, { ...DEAD, cwd: a });
      await session.start();
      await session.prompt(TASK);
      expect((await save.call(await place.open({ cwd: b }), {})).session).toBeNull();
      place.clock.now += 24 * 3_600_000;
      expect((await save.call(await place.open({ cwd: a }), {})).session).toBe((await session.row()).id);
    }));

  test("belongs to no session if a state is given", () =>
    withPlace(async (place) => {
      await killed(place, TASK);
      expect((await save.call(await place.open(), { state: { todos: [] } })).session).toBeNull();
    }));

  test("belongs to none if several sessions ran side by side", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      const [one, two] = [DEAD, { pid: 4_194_306 }].map((base) => new AgentSession(ctx, place.clock, base));
      for (const session of [one, two]) await session?.start();
      for (const session of [one, two]) await session?.prompt(TASK);
      expect((await save.call(ctx, {})).session).toBeNull();
    }));

  test("is the only kind that `resume` offers to restore", () =>
    withPlace(async (place) => {
      await killed(place, TASK);
      const offer = "To restore the place, add --yes";
      expect((await runCommand(place, ["resume"])).out).not.toContain(offer);
      await save.call(await place.open(), { note: "finish the tests" });
      expect((await runCommand(place, ["resume"])).out).toContain(offer);
    }));
});
