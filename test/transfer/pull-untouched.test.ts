import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkRemote } from "../../src/setup/check-remote.ts";
import { AgentSession } from "../support/agent-session.ts";
import { pulled, pushed, withRemote } from "./remote-machines.ts";
import { git, NATIVE, work } from "./two-machines.ts";

test("a session that is running here is not pulled, and the pull after its end completes it", () =>
  withRemote(async (laptop, tower) => {
    const { session } = await work(laptop);
    await pushed(laptop);
    await pulled(tower);
    tower.place.clock.now += 60_000;
    const cwd = join(tower.place.project, "packages", "b");
    mkdirSync(cwd, { recursive: true });
    const pulledFirst = await tower.ctx.store.findSession("claude-code", NATIVE);
    const transcriptPath = pulledFirst?.transcriptPath ?? "";
    const at = { nativeSession: NATIVE, cwd, transcriptPath, pid: process.pid };
    const here = new AgentSession(tower.ctx, tower.place.clock, at);
    await here.start("resume");
    const before = await here.row();
    await session.start("resume");
    await session.prompt("Now the totals.");
    await session.end();
    await pushed(laptop);
    for (const dryRun of [true, false]) {
      const { sessions, warnings } = await pulled(tower, { dryRun });
      expect(sessions).toMatchObject([{ state: "running" }]);
      expect(warnings).toEqual([
        "Session 6f1c2b1e is running here; end it and run this again to complete it.",
      ]);
    }
    expect(await here.row()).toEqual(before);
    await here.end();
    const { sessions, warnings } = await pulled(tower);
    expect({ sessions, warnings }).toMatchObject({ sessions: [{ state: "newer" }], warnings: [] });
    const after = await tower.ctx.store.findSession("claude-code", NATIVE);
    expect(after?.capture.prompts.at(-1)?.text).toBe("Now the totals.");
  }));

test("a session whose id belongs to another project here is left out by a pull", () =>
  withRemote(async (laptop, tower) => {
    await work(laptop);
    await pushed(laptop);
    await pulled(tower);
    const here = await tower.ctx.store.findSession("claude-code", NATIVE);
    if (!here) throw new Error("not pulled");
    const other = {
      id: "prj_other00000000000",
      root: "/other",
      name: "other",
      createdAt: 0,
      directory: null,
    };
    const { id: projectId } = await tower.ctx.store.ensureProject(other);
    await tower.ctx.store.replaceSession({ ...here, projectId });
    laptop.place.clock.now += 60_000;
    const session = new AgentSession(laptop.ctx, laptop.place.clock, {
      nativeSession: NATIVE,
      cwd: laptop.place.project,
    });
    await session.start("resume");
    await session.prompt("Now the totals.");
    await session.end();
    await pushed(laptop);
    const { sessions, warnings } = await pulled(tower);
    expect(sessions).toMatchObject([{ state: "foreign" }]);
    expect(warnings.join()).toContain("has the id of a session of another project or agent here");
    expect((await tower.ctx.store.getSession(here.id))?.projectId).toBe(projectId);
  }));

test("trying the key of a remote downloads no session", () =>
  withRemote(async (laptop, tower, remote) => {
    await work(laptop);
    await pushed(laptop);
    const ref = git(remote, "for-each-ref", "--format=%(refname)", "refs/holdfast/sessions").trim();
    // Something that is no session: it would be reported if it was read.
    const tree = git(remote, "hash-object", "-t", "tree", "-w", "--stdin").trim();
    git(remote, "update-ref", ref, git(remote, "commit-tree", "-m", "x", tree).trim());
    expect(await checkRemote(tower.ctx)).toBeUndefined();
  }));
