import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { connect, disconnect } from "../../src/setup/operations/connect.ts";
import { doctor } from "../../src/setup/operations/doctor.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const DIST = resolve(import.meta.dirname, "../../dist");

/** Connects, and runs what an agent then runs at a prompt. */
async function connected(place: TestPlace) {
  const program = join(place.root, "dist");
  symlinkSync(DIST, program);
  const ctx = await place.open();
  await connect.call(ctx, { agents: ["claude-code"], force: true });
  const plugin = join(place.root, "home/.claude/skills/holdfast/hooks/hooks.json");
  const files = readdirSync(join(place.root, "home"), { recursive: true }).map(String);
  const hooks = existsSync(plugin)
    ? plugin
    : join(place.root, "home", files.find((name) => name.endsWith("hooks.json")) ?? "");
  const { command, args } = JSON.parse(readFileSync(hooks, "utf8")).hooks.UserPromptSubmit[0].hooks[0];
  const run = () =>
    spawnSync(command, args, {
      cwd: place.project,
      env: {
        PATH: process.env["PATH"],
        HOME: place.root,
        HOLDFAST_HOME: ctx.paths.state,
        HOLDFAST_NO_DAEMON: "1",
      },
      input: JSON.stringify({
        session_id: "s1",
        cwd: place.project,
        hook_event_name: "UserPromptSubmit",
        prompt: "p",
      }),
      encoding: "utf8",
    });
  return { ctx, program, command, run };
}

test("hooks do nothing, without an error, when the program was uninstalled first", () =>
  withPlace(async (place) => {
    const { ctx, program, command, run } = await connected(place);
    expect(command).toBe(join(ctx.paths.state, "bin", "hook"));
    expect(run()).toMatchObject({ status: 0, stderr: "" });
    expect(readdirSync(ctx.paths.state)).toContain("spool");
    const spooled = readdirSync(ctx.paths.spool).length;
    rmSync(program);
    expect(run()).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(readdirSync(ctx.paths.spool)).toHaveLength(spooled);
  }));

test("doctor reports hooks of another program, and connecting again repairs them", () =>
  withPlace(async (place) => {
    const { ctx } = await connected(place);
    const problem = async (programDir: string) => {
      const { findings } = await doctor.call({ ...ctx, programDir }, {});
      return findings.find(({ check }) => check === "hooks run this program")?.advice;
    };
    expect(await problem(ctx.programDir)).toBe("");
    expect(await problem(DIST)).toContain("run `holdfast connect claude-code`");
    await connect.call({ ...ctx, programDir: DIST }, { agents: ["claude-code"], force: true });
    expect(await problem(DIST)).toBe("");
  }));

test("disconnecting the last agent removes it", () =>
  withPlace(async (place) => {
    const { ctx, command } = await connected(place);
    await connect.call(ctx, { agents: ["gemini"], force: true });
    await disconnect.call(ctx, { agents: ["claude-code"] });
    expect(existsSync(command)).toBe(true);
    await disconnect.call(ctx, { agents: ["gemini"] });
    expect(existsSync(join(ctx.paths.state, "bin"))).toBe(false);
  }));
