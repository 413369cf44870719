import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AgentSession } from "../support/agent-session.ts";
import { pulled, pushed, withRemote } from "./remote-machines.ts";
import { git, type Machine, NATIVE } from "./two-machines.ts";

test("files whose commit was missing come with the pull after it was fetched", () =>
  withRemote(async (laptop, tower) => {
    const commit = await workOnCommit(laptop);
    await pushed(laptop, { files: true });
    const sentence = `The files of session 6f1c2b1e need commit ${commit}, which is missing here: fetch it and pull again.`;
    const planned = await pulled(tower, { dryRun: true });
    expect(planned).toMatchObject({ sessions: [{ state: "new" }], warnings: [sentence] });
    expect(await pulled(tower)).toMatchObject({
      sessions: [{ state: "new" }],
      files: [],
      warnings: [sentence],
    });
    expect(await pulled(tower)).toMatchObject({ sessions: [], files: [], warnings: [sentence] });
    git(tower.place.project, "fetch", "-q", laptop.place.project, "HEAD");
    expect(await pulled(tower)).toMatchObject({ snapshots: 1, files: [{ id: "6f1c2b1e" }], warnings: [] });
    expect(await pulled(tower)).toMatchObject({ sessions: [], files: [], warnings: [] });
  }));

test("files that waited for their commit come without changing a session that went on here since", () =>
  withRemote(async (laptop, tower) => {
    await workOnCommit(laptop);
    await pushed(laptop, { files: true });
    await pulled(tower);
    tower.place.clock.now += 60_000;
    const here = sessionOn(tower);
    await here.start("resume");
    await here.prompt("Now the totals.");
    await here.end();
    const before = await here.row();
    git(tower.place.project, "fetch", "-q", laptop.place.project, "HEAD");
    expect(await pulled(tower)).toMatchObject({
      sessions: [{ state: "known" }],
      snapshots: 1,
      files: [{ id: "6f1c2b1e" }],
    });
    expect(await here.row()).toEqual(before);
    expect((await pushed(tower)).pushed).toMatchObject([{ id: "6f1c2b1e" }]);
  }));

function sessionOn({ ctx, place }: Machine): AgentSession {
  return new AgentSession(ctx, place.clock, { nativeSession: NATIVE, cwd: place.project });
}

/** A session on a commit that only this machine has. */
async function workOnCommit(machine: Machine): Promise<string> {
  const { project } = machine.place;
  writeFileSync(join(project, "b.js"), "1\n");
  git(project, "add", ".");
  git(project, "commit", "-qm", "second");
  const session = sessionOn(machine);
  await session.start();
  await session.prompt("Sort the invoices.");
  writeFileSync(join(project, "a.js"), "changed\n");
  await session.use("Bash", { command: "node sort.js" });
  await session.stop("Sorted.");
  await session.end();
  return git(project, "rev-parse", "--short=12", "HEAD").trim();
}
