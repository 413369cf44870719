import { existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { save } from "../../../src/place/operations/save.ts";
import { changeSession } from "../../../src/sessions/change-session.ts";
import { connect } from "../../../src/setup/operations/connect.ts";
import { addUninstallCommand } from "../../../src/surfaces/cli/add-uninstall-command.ts";
import type { Prompts } from "../../../src/surfaces/cli/ask/prompts.ts";
import { AgentSession } from "../../support/agent-session.ts";
import { eventually } from "../../support/hook-bench.ts";
import { runCommand } from "../../support/run-cli.ts";
import { type TestPlace, withPlace } from "../../support/test-context.ts";
import { openTmuxLab } from "../../support/tmux-lab.ts";

const MAIN = resolve(import.meta.dirname, "../../../dist/main.cjs");

/** Purges with a person at the terminal, who gives this answer, or only presses Enter. */
async function purge(place: TestPlace, answer: boolean | "enter" | undefined) {
  const asked: string[] = [];
  const never = async () => undefined;
  const confirm: Prompts["confirm"] = async (question, preselected = true) => {
    asked.push(question);
    return answer === "enter" ? preselected : answer;
  };
  const prompts = async (): Promise<Prompts> => ({
    confirm,
    askSecret: never,
    chooseOne: never,
    chooseSeveral: never,
  });
  const stopped: string[] = [];
  const printed: string[] = [];
  const done = await runCommand(place, ["uninstall", "--purge"], {
    prompts,
    extra: (program, given) =>
      addUninstallCommand(program, {
        open: () => place.open(),
        stopDaemon: async () => stopped.push("stopped"),
        openArchive: () => Promise.reject(new Error("nothing is archived")),
        prompts: given,
        write: (text) => printed.push(text),
      }),
  });
  return { ...done, out: printed.join(""), asked, stopped };
}

test.each([false, undefined, "enter"] as const)(
  "a purge that the person does not confirm changes nothing: %s",
  (answer) =>
    withPlace(async (place) => {
      const ctx = await place.open();
      await save.call(ctx, { name: "release", trigger: "explicit" });
      const { asked, stopped, code, out } = await purge(place, answer);
      expect(out).toContain("1 checkpoint of 0 sessions, among them the named release");
      expect(out).toContain("Nothing was changed.");
      expect(asked).toEqual(["Delete all of this?"]);
      expect(stopped).toEqual([]);
      expect(code).toBe(0);
      expect(existsSync(ctx.paths.database)).toBe(true);
    }),
);

test("a purge that the person confirms deletes what was recorded", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    await save.call(ctx, { name: "release", trigger: "explicit" });
    const { stopped } = await purge(place, true);
    expect(stopped).toEqual(["stopped"]);
    expect(existsSync(ctx.paths.database)).toBe(false);
  }));

test("a purge lists the agents that it disconnects, what was imported, and what stays", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const session = new AgentSession(ctx, place.clock);
    await session.prompt("Build the importer.");
    const { id } = await session.row();
    await changeSession(ctx, id, (now) => ({ ...now, machine: "laptop" }));
    await connect.call(ctx, { agents: ["claude-code"], force: true });
    const { out } = await purge(place, false);
    expect(out).toContain("of 1 session (1 imported, with their files)");
    expect(out).toContain(": what connect added to Claude Code\n");
    expect(out).toContain("Conversations stay in the files of your agents, also those that were imported.\n");
  }));

test("in a real terminal, Enter alone purges nothing", { timeout: 60_000 }, async () => {
  await using lab = await openTmuxLab();
  mkdirSync(dirname(lab.socket), { mode: 0o700 });
  const holdfast = `${process.execPath} ${MAIN}`;
  const command = `${holdfast} save kept; ${holdfast} uninstall --purge; echo ended with $?; sleep 60`;
  lab.tmux("new-session", "-d", "-s", "shell", "-x", "100", "-y", "50", command);
  const shows = (text: string) =>
    eventually(async () => lab.tmux("capture-pane", "-p", "-t", "shell").includes(text));
  await shows("Delete all of this?");
  lab.tmux("send-keys", "-t", "shell", "Enter");
  await shows("ended with 0");
  expect(existsSync(join(lab.root, ".local/state/holdfast/holdfast.db"))).toBe(true);
});
