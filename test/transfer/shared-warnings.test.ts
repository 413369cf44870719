import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Prompts } from "../../src/surfaces/cli/ask/prompts.ts";
import { continueOperation } from "../../src/transfer/operations/continue.ts";
import { push } from "../../src/transfer/operations/push.ts";
import { runCommand } from "../support/run-cli.ts";
import { url, withSharedDatabase } from "./shared-machines.ts";
import { git, type Machine, NATIVE, work } from "./two-machines.ts";

/** A session whose files need a commit that only its machine has. */
async function workOnCommit(machine: Machine): Promise<string> {
  const { project } = machine.place;
  writeFileSync(join(project, "committed.js"), "1\n");
  git(project, "add", "committed.js");
  git(project, "commit", "-qm", "Add a file");
  await work(machine);
  await machine.ctx.drain();
  await push.call(machine.ctx, { files: true });
  return git(project, "rev-parse", "HEAD").slice(0, 12);
}

/** Runs `continue` at a terminal where a person answers. */
async function continued({ place }: Machine, answer: boolean | undefined) {
  const asked: string[] = [];
  let isStarted = false;
  const open = () => place.open({}, { env: { PATH: process.env["PATH"] ?? "" } });
  const prompts = {
    confirm: async (question: string) => {
      asked.push(question);
      return answer;
    },
  } as Partial<Prompts> as Prompts;
  const takeOver = async () => {
    isStarted = true;
    return 0;
  };
  const more = { prompts: async () => prompts, takeOver };
  return { ...(await runCommand({ open }, ["continue", NATIVE], more)), asked, isStarted };
}

test.skipIf(url === "")("continue says what it could not bring, and asks before it starts the agent", () =>
  withSharedDatabase(async (one, other) => {
    const commit = await workOnCommit(one);
    const warning = `The files of session ${NATIVE.slice(0, 8)} need commit ${commit}, which is missing here: fetch it and continue again.`;
    expect((await continueOperation.call(other.ctx, { id: NATIVE })).warnings).toEqual([warning]);
    const asked = ["Start the agent without it?"];
    const err = `holdfast: ${warning}\n`;
    const refused = { code: 130, asked, err, out: "Nothing was started.\n", isStarted: false };
    expect(await continued(other, undefined)).toEqual(refused);
    expect(await continued(other, false)).toEqual(refused);
    expect(await continued(other, true)).toMatchObject({ code: 0, asked, err, isStarted: true });
    git(other.place.project, "fetch", "-q", one.place.project, "HEAD");
    const { chosen, warnings } = await continueOperation.call(other.ctx, { id: NATIVE });
    expect(warnings).toEqual([]);
    expect(chosen?.files).toMatchObject({ machine: "laptop" });
  }),
);

test.skipIf(url === "")("a damaged conversation is not continued, but a new one with its record may be", () =>
  withSharedDatabase(async (one, other, query) => {
    await work(one);
    await push.call(one.ctx, {});
    await query("update session_parts set bytes = $1", [Buffer.from("x")]);
    const damaged = `What laptop pushed of session ${NATIVE.slice(0, 8)} is damaged; it was left out.`;
    await expect(continueOperation.call(other.ctx, { id: NATIVE })).rejects.toMatchObject({
      message: damaged,
      next: expect.stringContaining("--fresh"),
    });
    expect(await continueOperation.call(other.ctx, { id: NATIVE, fresh: true })).toMatchObject({
      chosen: { mode: "record" },
      warnings: [damaged],
    });
  }),
);
