import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../support/run-cli.ts";
import { pushed, withRemote } from "./remote-machines.ts";
import { exported, type Machine, withTwoMachines, work } from "./two-machines.ts";

async function startRun({ ctx, place }: Machine): Promise<void> {
  const projectId = (await ctx.store.findProjectByRoot(place.project))?.id ?? "";
  const none = { input: null, output: null, error: null, codeVersion: null, leaseUntil: null, module: null };
  const run = { id: "wf_0000000000000001", type: "release", projectId, worktree: place.project };
  const state = {
    status: "running",
    attempts: 1,
    owner: null,
    fence: 1,
    createdAt: 1,
    updatedAt: 1,
  } as const;
  await ctx.store.createRun({ ...run, ...none, ...state, forkedFrom: null, forkedAt: null });
}

test("-o is the short form of --output, and the output says that workflow runs stay", () =>
  withTwoMachines(async (laptop) => {
    await work(laptop);
    const file = join(laptop.place.root, "short.holdfast");
    const { out } = await runCommand(laptop.place, ["export", "--plain", "-o", file], { columns: () => 80 });
    expect(existsSync(file)).toBe(true);
    expect(out).not.toContain("runs");
    await startRun(laptop);
    expect(await exported(laptop, { plain: true })).toMatchObject({ runsStay: true });
    const again = await runCommand(laptop.place, ["export", "--plain", "-o", `${file}2`]);
    expect(again.out).toContain("The workflow runs of this project stay on this machine.\n");
  }));

test("export and push say that files stay, unless --files is given", () =>
  withRemote(async (laptop) => {
    const sentence = "Files stay here; add --files to take them along.\n";
    await work(laptop);
    const file = join(laptop.place.root, "files.holdfast");
    const env = { PATH: process.env["PATH"] };
    const run = async (...words: string[]) =>
      (await runCommand(laptop.place, words, { open: () => laptop.place.open({}, { env }) })).out;
    expect(await run("export", "--plain", "-o", file)).toContain(sentence);
    expect(await run("export", "--plain", "--files", "-o", `${file}2`)).not.toContain(sentence);
    expect(await run("push")).toContain(sentence);
    expect(await run("push", "--files")).not.toContain(sentence);
    expect(await run("push")).not.toContain(sentence);
  }));

test("push prints a line for each fact, none longer than the terminal", () =>
  withRemote(async (laptop, _tower, remote) => {
    await work(laptop);
    const env = { PATH: process.env["PATH"] };
    const how = { columns: () => 80, open: () => laptop.place.open({}, { env }) };
    const { out } = await runCommand(laptop.place, ["push"], how);
    expect(out).toMatch(/^Pushed 1 session of \S+ \(\S+ \wB, encrypted\) to\n {2}/);
    expect(out.split("\n")[1]).toBe(`  ${remote}`);
    await startRun(laptop);
    expect(await pushed(laptop)).toMatchObject({ runsStay: true });
    const again = await runCommand(laptop.place, ["push"], how);
    expect(again.out.split("\n")).toEqual([
      "Nothing to push to",
      `  ${remote}`,
      "Without changes: 1 session.",
      "The workflow runs of this project stay on this machine.",
      "",
    ]);
  }));
