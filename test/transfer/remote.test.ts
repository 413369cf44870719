import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { remember } from "../../src/memory/operations/remember.ts";
import { continueOperation } from "../../src/transfer/operations/continue.ts";
import { remoteOperation } from "../../src/transfer/operations/remote.ts";
import { AgentSession } from "../support/agent-session.ts";
import { addRemote, bare, createKeys, pulled, pushed, withRemote } from "./remote-machines.ts";
import { git, type Machine, NATIVE, PASSPHRASE, withTwoMachines, work } from "./two-machines.ts";

test("a session that was pushed on one machine is pulled and continued on another", () =>
  withTwoMachines(async (laptop, tower) => {
    const remote = bare(laptop);
    for (const machine of [laptop, tower]) await addRemote(machine, remote, { passphrase: PASSPHRASE });
    const { transcript } = await work(laptop);
    const { pushed: sessions } = await pushed(laptop);
    expect(sessions).toMatchObject([{ agent: "claude-code" }]);
    const taken = await pulled(tower);
    expect(taken).toMatchObject({ conversations: 1, warnings: [] });
    expect(taken.sessions).toMatchObject([{ state: "new", agent: "claude-code", machine: "laptop" }]);
    expect(taken.checkpoints).toBeGreaterThan(0);
    const { choices } = await continueOperation.call(tower.ctx, {});
    expect(choices).toMatchObject([{ id: NATIVE, state: "ended" }]);
    const placed = await tower.ctx.store.findSession("claude-code", NATIVE);
    const here = readFileSync(placed?.transcriptPath ?? "", "utf8");
    expect(here).toBe(readFileSync(transcript, "utf8").replaceAll(laptop.place.project, tower.place.project));
    expect(refsOf(remote)).toEqual([
      "refs/holdfast/check",
      "refs/holdfast/key",
      expect.stringMatching(/^refs\/holdfast\/sessions\/mch_\w{16}\/ses_\w{16}$/),
    ]);
  }));

test("a push and a pull that are repeated change nothing, and only what changed is pushed", () =>
  withRemote(async (laptop, tower, remote) => {
    const { session } = await work(laptop);
    await pushed(laptop);
    const before = refsOf(remote, "%(refname) %(objectname)");
    expect(await pushed(laptop)).toMatchObject({ pushed: [], unchanged: 1 });
    expect(refsOf(remote, "%(refname) %(objectname)")).toEqual(before);
    await pulled(tower);
    expect(await pulled(tower)).toMatchObject({ sessions: [], checkpoints: 0, conversations: 0 });
    // What came from another machine is not pushed back.
    expect(await pushed(tower)).toMatchObject({ pushed: [], unchanged: 1 });
    await session.start("resume");
    await session.prompt("Now the totals.");
    await session.end();
    expect((await pushed(laptop)).pushed).toHaveLength(1);
    expect((await pulled(tower)).sessions).toMatchObject([{ state: "newer" }]);
    const here = await tower.ctx.store.findSession("claude-code", NATIVE);
    expect(here?.capture.prompts.at(-1)?.text).toBe("Now the totals.");
  }));

test("what was continued on the second machine comes back to the first", () =>
  withRemote(async (laptop, tower) => {
    const { transcript } = await work(laptop);
    await pushed(laptop);
    await pulled(tower);
    tower.place.clock.now += 60_000;
    const there = await tower.ctx.store.findSession("claude-code", NATIVE);
    appendFileSync(there?.transcriptPath ?? "", '{"type":"user","uuid":"u9"}\n');
    const session = new AgentSession(tower.ctx, tower.place.clock, {
      nativeSession: NATIVE,
      cwd: there?.cwd ?? "",
      transcriptPath: there?.transcriptPath ?? "",
    });
    await session.start("resume");
    await session.prompt("Continue on the tower.");
    await session.end();
    expect((await pushed(tower)).pushed).toHaveLength(1);
    expect((await pulled(laptop)).sessions).toMatchObject([{ state: "newer", machine: "tower" }]);
    const back = await laptop.ctx.store.findSession("claude-code", NATIVE);
    expect(back?.capture.prompts.at(-1)?.text).toBe("Continue on the tower.");
    expect(readFileSync(transcript, "utf8")).toContain('"u9"');
    expect(await pushed(laptop)).toMatchObject({ pushed: [] });
  }));

test("clearing deletes from the remote what this machine pushed, and nothing of another one", () =>
  withRemote(async (laptop, tower, remote) => {
    await work(laptop);
    await pushed(laptop);
    await pulled(tower);
    const own = new AgentSession(tower.ctx, tower.place.clock, { cwd: tower.place.project });
    await own.start("startup");
    await own.prompt("Write the manual.");
    await own.end();
    await pushed(tower);
    const before = refsOf(remote);
    expect(before.filter((ref) => ref.includes("/sessions/"))).toHaveLength(2);
    const shown = await remoteOperation.call(laptop.ctx, { action: "clear" });
    expect(shown).toMatchObject({ cleared: 1, dryRun: true });
    expect(refsOf(remote)).toEqual(before);
    const clear = () => remoteOperation.call(laptop.ctx, { action: "clear", yes: true });
    expect(await clear()).toMatchObject({ cleared: 1, dryRun: false });
    const after = refsOf(remote);
    expect(before.filter((ref) => !after.includes(ref))).toHaveLength(1);
    expect(await clear()).toMatchObject({ cleared: 0 });
    expect(await tower.ctx.store.findSession("claude-code", NATIVE)).toBeDefined();
    expect((await pushed(laptop)).pushed).toHaveLength(1);
    expect(refsOf(remote)).toHaveLength(before.length);
  }));

test("nothing in the remote is readable, and a normal clone does not fetch it", () =>
  withRemote(async (laptop, _tower, remote) => {
    await work(laptop);
    await pushed(laptop);
    for (const ref of refsOf(remote)) {
      for (const line of git(remote, "ls-tree", ref).trimEnd().split("\n")) {
        const blob = line.split(/\s/)[2] ?? "";
        const bytes = execFileSync("git", ["cat-file", "blob", blob], { cwd: remote });
        expect(bytes.toString("latin1")).toMatch(/^(?:age-encryption.org\/v1\n|$)/);
        expect(bytes.toString("latin1")).not.toContain("pagination");
      }
    }
    const clone = join(laptop.place.root, "clone");
    mkdirSync(clone);
    git(clone, "clone", "-q", remote, ".");
    expect(refsOf(clone)).toEqual([]);
    expect(readdirSync(laptop.ctx.paths.remotes)).toHaveLength(1);
    expect(statSync(laptop.ctx.paths.remotes).mode & 0o777).toBe(0o700);
  }));

test("a wrong passphrase changes nothing, here and there", () =>
  withTwoMachines(async (laptop, tower) => {
    const remote = bare(laptop);
    await addRemote(laptop, remote, { passphrase: PASSPHRASE });
    const before = refsOf(remote, "%(refname) %(objectname)");
    await expect(addRemote(tower, remote, { passphrase: "another one entirely" })).rejects.toMatchObject({
      code: "unauthorized",
    });
    expect(refsOf(remote, "%(refname) %(objectname)")).toEqual(before);
    await expect(pulled(tower)).rejects.toMatchObject({ code: "not_found" });
  }));

test("without a remote that somebody named, nothing is pushed", () =>
  withTwoMachines(async (laptop) => {
    await work(laptop);
    await expect(pushed(laptop)).rejects.toMatchObject({ code: "not_found" });
    const remote = bare(laptop);
    await expect(addRemote(laptop, remote, {})).rejects.toMatchObject({ code: "invalid_input" });
    const keys = await createKeys(laptop);
    await addRemote(laptop, remote, keys);
    await expect(addRemote(laptop, remote, keys)).rejects.toMatchObject({ code: "conflict" });
  }));

test("a remote that cannot be reached is an error that says so, and the next push does it all", () =>
  withRemote(async (laptop, tower, remote) => {
    await work(laptop);
    execFileSync("mv", [remote, `${remote}.away`]);
    await expect(pushed(laptop)).rejects.toMatchObject({ code: "remote_unavailable" });
    execFileSync("mv", [`${remote}.away`, remote]);
    expect((await pushed(laptop)).pushed).toHaveLength(1);
    expect((await pulled(tower)).sessions).toHaveLength(1);
  }));

test("sessions of another project in the same remote are not taken over", () =>
  withRemote(async (laptop, tower) => {
    await work(laptop);
    await pushed(laptop);
    git(tower.place.project, "remote", "set-url", "origin", "https://github.com/ada/other");
    expect(await pulled(tower)).toMatchObject({ sessions: [], warnings: [] });
    expect(await tower.ctx.store.listSessions({ limit: 5 })).toEqual([]);
  }));

test("notes and remotes of a project come along with its sessions", () =>
  withRemote(async (laptop, tower) => {
    await work(laptop);
    await remember.call(laptop.ctx, { text: "The invoices of 2019 have no currency." });
    await pushed(laptop);
    expect(await pulled(tower)).toMatchObject({ notes: 1 });
  }));

test("a session that was continued on both machines is kept on each, and the other one is its fork", () =>
  withRemote(async (laptop, tower) => {
    const { session } = await work(laptop);
    await pushed(laptop);
    await pulled(tower);
    await goOn(laptop, "Continue on the laptop.", session);
    await goOn(tower, "Continue on the tower.");
    expect((await pushed(laptop)).pushed).toHaveLength(1);
    expect((await pushed(tower)).pushed).toHaveLength(1);
    for (const [machine, own, other] of [
      [laptop, "Continue on the laptop.", "Continue on the tower."],
      [tower, "Continue on the tower.", "Continue on the laptop."],
    ] as const) {
      expect((await pulled(machine)).sessions).toMatchObject([{ state: "forked" }]);
      const here = await machine.ctx.store.findSession("claude-code", NATIVE);
      expect(here?.capture.prompts.at(-1)?.text).toBe(own);
      const [fork, ...more] = (await machine.ctx.store.listSessions({ limit: 9 })).filter(
        ({ id }) => id !== here?.id,
      );
      expect(more).toEqual([]);
      expect(fork).toMatchObject({ parentId: here?.id, parentReason: "fork" });
      const { capture } = (await machine.ctx.store.getSession(fork?.id ?? "")) ?? {};
      expect(capture?.prompts.at(-1)?.text).toBe(other);
      // The fork is of the other machine, so it is not pushed from here.
      expect(await pushed(machine)).toMatchObject({ pushed: [] });
    }
    await goOn(tower, "And again on the tower.");
    await pushed(tower);
    expect((await pulled(laptop)).sessions).toMatchObject([{ state: "forked" }]);
    expect(await laptop.ctx.store.listSessions({ limit: 9 })).toHaveLength(2);
  }));

test("work of this machine is kept when its remote is removed and added again", () =>
  withTwoMachines(async (laptop, tower) => {
    const remote = bare(laptop);
    const keys = await createKeys(laptop);
    for (const machine of [laptop, tower]) await addRemote(machine, remote, keys);
    const { session } = await work(laptop);
    await pushed(laptop);
    await pulled(tower);
    await goOn(tower, "Continue on the tower.");
    await goOn(laptop, "Continue on the laptop.", session);
    await pushed(laptop);
    await pulled(tower);
    await remoteOperation.call(tower.ctx, { action: "remove" });
    await addRemote(tower, remote, keys);
    await pulled(tower);
    const here = await tower.ctx.store.findSession("claude-code", NATIVE);
    expect(here?.capture.prompts.at(-1)?.text).toBe("Continue on the tower.");
  }));

test("work that was not pushed yet is still pushed after a pull that brings nothing new", () =>
  withRemote(async (laptop, tower) => {
    const { session } = await work(laptop);
    await pushed(laptop);
    await pulled(tower);
    await goOn(tower, "Continue on the tower.");
    await pushed(tower);
    await pulled(laptop);
    await goOn(laptop, "Continue on the laptop.", session);
    await pushed(tower, { files: true });
    expect((await pulled(laptop)).sessions).toMatchObject([{ state: "known" }]);
    expect((await pushed(laptop)).pushed).toHaveLength(1);
    expect((await pulled(tower)).sessions).toMatchObject([{ state: "newer" }]);
  }));

/** Another prompt in the session of that machine. */
async function goOn({ ctx, place }: Machine, prompt: string, known?: AgentSession): Promise<void> {
  place.clock.now += 60_000;
  const { cwd = "" } = (await ctx.store.findSession("claude-code", NATIVE)) ?? {};
  const session = known ?? new AgentSession(ctx, place.clock, { nativeSession: NATIVE, cwd });
  await session.start("resume");
  await session.prompt(prompt);
  await session.end();
}

function refsOf(repository: string, format = "%(refname)"): string[] {
  return git(repository, "for-each-ref", `--format=${format}`, "refs/holdfast")
    .trimEnd()
    .split("\n")
    .filter(Boolean);
}
