import { join } from "node:path";
import { expect, test } from "vitest";
import { shortSessionId } from "../../src/text/short-session-id.ts";
import { AgentSession } from "../support/agent-session.ts";
import { runCommand } from "../support/run-cli.ts";
import { addRemote, bare, createKeys, pulled, pushed } from "./remote-machines.ts";
import { exported, imported, type Machine, NATIVE, withTwoMachines, work } from "./two-machines.ts";

const OWN = "Continue on the laptop.";
const OTHER = "Continue on the tower.";

/** The other machine has the work of the first one, and then both go on. */
async function continueOnBoth(laptop: Machine, tower: Machine): Promise<AgentSession> {
  const { session } = await work(laptop);
  await move(laptop, tower, "first");
  await goOn(laptop, { prompt: OWN, known: session });
  await goOn(tower, { prompt: OTHER });
  return session;
}

test("a bundle of a session that was continued on both machines becomes a fork, whichever machine was later", () =>
  withTwoMachines(async (laptop, tower) => {
    await continueOnBoth(laptop, tower);
    for (const [from, to, own, other] of [
      [laptop, tower, OTHER, OWN],
      [tower, laptop, OWN, OTHER],
    ] as const) {
      const { sessions, warnings } = await move(from, to, "second");
      expect(warnings).toEqual([]);
      const [forked] = sessions.filter(({ state }) => state === "forked");
      expect(forked).toMatchObject({ forkOf: NATIVE.slice(0, 8) });
      expect(forked?.id).not.toBe(NATIVE.slice(0, 8));
      expect(await latestIn(to)).toEqual({ here: own, fork: other });
    }
  }));

test("a fork that comes back to the machine whose work it is does not double that", () =>
  withTwoMachines(async (laptop, tower) => {
    await continueOnBoth(laptop, tower);
    await move(laptop, tower, "second");
    const { sessions } = await move(tower, laptop, "third");
    expect(sessions.map(({ state }) => state).toSorted()).toEqual(["forked", "kept"]);
    expect(await latestIn(laptop)).toEqual({ here: OWN, fork: OTHER });
  }));

test("a fork grows with the session that it came from, also after a repeated import", () =>
  withTwoMachines(async (laptop, tower) => {
    const session = await continueOnBoth(laptop, tower);
    await move(laptop, tower, "second");
    expect((await move(laptop, tower, "again")).sessions).toMatchObject([{ state: "kept" }]);
    await goOn(laptop, { prompt: "And again on the laptop.", known: session });
    expect((await move(laptop, tower, "third")).sessions).toMatchObject([{ state: "forked" }]);
    expect(await latestIn(tower)).toEqual({ here: OTHER, fork: "And again on the laptop." });
  }));

test("a session that was only opened on the second machine is not continued there", () =>
  withTwoMachines(async (laptop, tower) => {
    const { session } = await work(laptop);
    await move(laptop, tower, "first");
    await goOn(tower, {});
    await goOn(laptop, { prompt: OWN, known: session });
    expect((await move(laptop, tower, "second")).sessions).toMatchObject([{ state: "newer" }]);
    expect(await latestIn(tower)).toEqual({ here: OWN, fork: undefined });
  }));

test("newer work is taken over where the session was only opened, even if that was later", () =>
  withTwoMachines(async (laptop, tower) => {
    const { session } = await work(laptop);
    await move(laptop, tower, "first");
    await goOn(tower, { prompt: OTHER });
    laptop.place.clock.now += 3_600_000;
    await goOn(laptop, { known: session });
    expect((await move(tower, laptop, "second")).sessions).toMatchObject([{ state: "newer" }]);
    expect(await latestIn(laptop)).toEqual({ here: OTHER, fork: undefined });
  }));

test("work that came by a bundle and was continued is not replaced by a pull", () =>
  withTwoMachines(async (laptop, tower) => {
    const remote = bare(laptop);
    const keys = await createKeys(laptop);
    for (const machine of [laptop, tower]) await addRemote(machine, remote, keys);
    await continueOnBoth(tower, laptop);
    await pushed(tower);
    expect((await pulled(laptop)).sessions).toMatchObject([{ state: "forked" }]);
    expect(await latestIn(laptop)).toEqual({ here: OTHER, fork: OWN });
  }));

test("a fork is shown with its own id, and with the session that it goes beside", () =>
  withTwoMachines(async (laptop, tower) => {
    await continueOnBoth(laptop, tower);
    const { file } = await exported(laptop, { plain: true, output: join(laptop.place.root, "second") });
    const open = () => tower.place.open({}, { env: { PATH: process.env["PATH"] ?? "" } });
    const { out } = await runCommand({ open }, ["import", file], { columns: () => 80 });
    const old = NATIVE.slice(0, 8);
    expect(out.replaceAll("\n", " ")).toMatch(
      new RegExp(`Session ${old} was continued on two machines. .*; what laptop did is \\w{8}\\.`),
    );
    const long = out.split("\n").filter((line) => line.length > 80);
    // Only a path may be longer than the terminal is wide.
    expect(long.filter((line) => line.trim() !== tower.place.project)).toEqual([]);
  }));

test("on a third machine, a pull and its dry run show the same fork, of work that nobody did there", () =>
  withTwoMachines(async (laptop, tower) => {
    const remote = bare(laptop);
    const keys = await createKeys(laptop);
    for (const machine of [laptop, tower]) await addRemote(machine, remote, keys);
    await continueOnBoth(laptop, tower);
    for (const machine of [laptop, tower]) await pushed(machine, { sessions: [NATIVE] });
    await withTwoMachines(async (third) => {
      await addRemote(third, remote, keys);
      const shown = await pulled(third, { dryRun: true });
      expect(shown.sessions.map(({ state }) => state)).toEqual(["new", "forked"]);
      expect(shown.sessions[1]).toMatchObject({ forkOf: NATIVE.slice(0, 8) });
      const { open } = third.place;
      const how = { open: () => open({}, { env: { PATH: process.env["PATH"] ?? "" } }) };
      expect((await runCommand(how, ["pull"])).out).not.toContain("continued here");
      const stored = await third.ctx.store.listSessions({ limit: 9 });
      const ids = stored.map(({ nativeId }) => shortSessionId(nativeId));
      expect(ids.toSorted()).toEqual(shown.sessions.map(({ id }) => id).toSorted());
    });
  }));

async function move(from: Machine, to: Machine, name: string) {
  const { file } = await exported(from, { plain: true, output: join(from.place.root, name) });
  return await imported(to, file, {});
}

/** Opens the session on that machine, and with a prompt goes on with it. */
async function goOn(
  { ctx, place }: Machine,
  { prompt, known }: { prompt?: string; known?: AgentSession },
): Promise<void> {
  place.clock.now += 60_000;
  const { cwd = "" } = (await ctx.store.findSession("claude-code", NATIVE)) ?? {};
  const session = known ?? new AgentSession(ctx, place.clock, { nativeSession: NATIVE, cwd });
  await session.start("resume");
  if (prompt !== undefined) await session.prompt(prompt);
  await session.end();
}

/** The newest prompt of the session and of its only fork. */
async function latestIn({ ctx: { store } }: Machine) {
  const here = await store.findSession("claude-code", NATIVE);
  const [fork, ...more] = (await store.listSessions({ limit: 9 })).filter(({ id }) => id !== here?.id);
  expect(more).toEqual([]);
  if (fork) expect(fork).toMatchObject({ parentId: here?.id, parentReason: "fork" });
  const { capture } = (fork && (await store.getSession(fork.id))) ?? {};
  return { here: here?.capture.prompts.at(-1)?.text, fork: capture?.prompts.at(-1)?.text };
}
