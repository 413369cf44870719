import { chmodSync, copyFileSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { childKeys } from "../../src/checkpoints/state/node/read-node.ts";
import { doctor } from "../../src/setup/operations/doctor.ts";
import { createLazyStore } from "../../src/store/create-lazy-store.ts";
import { openStore } from "../../src/store/open-store.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { styleFor } from "../../src/surfaces/cli/layout/style.ts";
import { render } from "../../src/surfaces/cli/render/render.ts";
import { sampleCheckpoint } from "../../src/testing/sample-records.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const DIST = resolve(import.meta.dirname, "../../dist");
const ENTRY = "hooks handle an event";

async function adviceFor(place: TestPlace, check: string): Promise<string | undefined> {
  const { findings } = await doctor.call(await place.open(), {});
  return findings.find((finding) => finding.check === check)?.advice;
}

test("doctor sends an event through the real entry and finds it handled", () =>
  withPlace(async (place) => {
    symlinkSync(DIST, join(place.root, "dist"));
    await expect(adviceFor(place, ENTRY)).resolves.toBe("");
  }));

test("doctor distinguishes a missing hook, a failing hook and a program that does not run", () =>
  withPlace(async (place) => {
    await expect(adviceFor(place, ENTRY)).resolves.toContain("cannot be run");
    const dist = join(place.root, "dist");
    mkdirSync(dist);
    const entry = join(dist, "hook.sh");
    copyFileSync(join(DIST, "hook.sh"), entry);
    // There is no hook.cjs beside it.
    await expect(adviceFor(place, ENTRY)).resolves.toContain("did not handle it");
    writeFileSync(entry, "#!/bin/sh\necho warning; mkdir -p $HOLDFAST_HOME/spool\n");
    chmodSync(entry, 0o755);
    await expect(adviceFor(place, ENTRY)).resolves.toContain("invalid reply");
    writeFileSync(entry, "#!/bin/sh\nexit 2\n");
    await expect(adviceFor(place, ENTRY)).resolves.toContain("exited with 2");
  }));

test("doctor reports ok only for checks that ran", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const { findings } = await doctor.call(ctx, {});
    const skipped = Object.fromEntries(findings.map((finding) => [finding.check, finding.skipped]));
    expect(skipped).toMatchObject({
      "daemon responds": "it is not running; hooks start it when they need it",
      "hooks run this program": "no agent is connected",
    });
    expect(skipped["database is intact"]).toBeUndefined();
    const shown = render("doctor", { ok: true, findings }, { style: styleFor(false), now: 0, columns: 80 });
    expect(shown).toContain("skip  daemon responds: it is not running; hooks start it when they need it");
    expect(shown).toContain("ok    database is intact");
    const none = { ...ctx, paths: { ...ctx.paths, state: join(place.root, "none") } };
    const before = (await doctor.call(none, {})).findings.filter((finding) => finding.skipped);
    expect(before.map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        "state directory is private and writable",
        "spool is empty",
        "quarantine is empty",
      ]),
    );
  }));

test("doctor names settings that nothing reads, at any depth", () =>
  withPlace(async (place) => {
    const check = "settings are known";
    await expect(adviceFor(place, check)).resolves.toBe("");
    const { configFile } = (await place.open()).paths;
    writeFileSync(configFile, JSON.stringify({ continuty: {}, debrief: { enabled: true, treshold: 3 } }));
    await expect(adviceFor(place, check)).resolves.toContain("continuty, debrief.treshold");
    writeFileSync(configFile, JSON.stringify({ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 }));
    await expect(adviceFor(place, check)).resolves.toContain("a, b, c, d, e, and 2 more.");
  }));

test("doctor names hook deadlines that are longer than those that hooks use", () =>
  withPlace(
    async (place) => {
      const advice = await adviceFor(place, "hook deadlines apply as written");
      expect(advice).toContain("hooks.deadlineMs is 5000 and counts as 3000");
      expect(advice).toContain("hooks.recoveryDeadlineMs is 10001 and counts as 10000");
      expect(advice).not.toContain("startDeadlineMs");
      expect(advice).toContain(`Write no more than that in ${(await place.open()).paths.configFile}.`);
    },
    { hooks: { deadlineMs: 5_000, startDeadlineMs: 3_000, recoveryDeadlineMs: 10_001 } },
  ));

test("doctor finds nothing wrong with the default deadlines and the longest ones", async () => {
  for (const hooks of [{}, { deadlineMs: 3_000, startDeadlineMs: 3_000, recoveryDeadlineMs: 10_000 }])
    await withPlace(
      async (place) => {
        await expect(adviceFor(place, "hook deadlines apply as written")).resolves.toBe("");
      },
      { hooks },
    );
});

test("T33: doctor reports an unreadable project file, which disables debriefs", () =>
  withPlace(async (place) => {
    const check = "project settings are readable";
    await expect(adviceFor(place, check)).resolves.toBe("");
    writeFileSync(join(place.project, ".holdfast.json"), '{"debrief": {"rules": 7}}');
    await expect(adviceFor(place, check)).resolves.toMatch(/\.holdfast\.json.*expected array/s);
  }));

test("doctor lists waiting and quarantined events", () =>
  withPlace(async (place) => {
    const { spool, quarantine } = (await place.open()).paths;
    for (const folder of [spool, quarantine]) mkdirSync(folder, { recursive: true, mode: 0o700 });
    const torn = join(spool, "aaaaaaaa.json");
    writeFileSync(torn, "holdfast-spool 1 claude-code PostToolUse 42\n{");
    // Not whole, but touched a moment ago by the test's clock: its writer may still be at it.
    utimesSync(torn, place.clock.now / 1_000, place.clock.now / 1_000);
    const { findings } = await doctor.call(await place.open(), {});
    expect(findings.find(({ check }) => check === "spool is empty")).toMatchObject({
      ok: true,
      skipped: expect.stringContaining("still being written"),
    });
    utimesSync(torn, place.clock.now / 1_000 - 7_200, place.clock.now / 1_000 - 7_200);
    await expect(adviceFor(place, "quarantine is empty")).resolves.toContain(": 1. The first line");
  }));

test("doctor names what stands in the place of a directory, and reading continues", () =>
  withPlace(async (place) => {
    const { spool, quarantine } = (await place.open()).paths;
    for (const folder of [spool, quarantine]) writeFileSync(folder, "", { mode: 0o600 });
    await expect(adviceFor(place, "spool is empty")).resolves.toContain(`${spool} is not a directory`);
    await expect(adviceFor(place, "quarantine is empty")).resolves.toContain("is not a directory");
    await expect((await place.open()).drain()).resolves.toEqual({ waiting: 0, unfinished: 0 });
  }));

test("doctor continues when a check fails unexpectedly, and says which", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const broken = { ...ctx, daemonHealth: () => Promise.reject(new TypeError("no")) };
    const { findings } = await doctor.call(broken, {});
    expect(findings.find(({ check }) => check === "daemon responds")?.advice).toContain("failed (TypeError)");
    expect(findings.at(-1)?.check).not.toBe("daemon responds");
  }));

test("R-P2: doctor reports how many events were dropped, and since when", () =>
  withPlace(async (place) => {
    const check = "no event was dropped";
    await expect(adviceFor(place, check)).resolves.toBe("");
    const file = join((await place.open()).paths.state, "spool-dropped");
    writeFileSync(file, "1700000000\n...", { mode: 0o600 });
    await expect(adviceFor(place, check)).resolves.toContain(": 3, from 2023-11-14T22:13:20.000Z to ");
    writeFileSync(file, "no time\n...");
    await expect(adviceFor(place, check)).resolves.toBe("");
  }));

test("R-P1: doctor names a save that the database lost, and the file to delete", () =>
  withPlace(async (place) => {
    const { paths, store } = await place.open();
    await expect(adviceFor(place, "database is intact")).resolves.toBe("");
    const lost = sampleCheckpoint();
    await store.saveCheckpoint(lost, new Map());
    const database = openDatabase({ file: paths.database, busyTimeoutMs: 1_000 });
    database.prepare("delete from checkpoints where id = ?").run(lost.id);
    database.close();
    const advice = await adviceFor(place, "database is intact");
    expect(advice).toContain(`${lost.id} was saved and is missing`);
    expect(advice).toContain(`delete ${paths.database}.newest-save`);
  }));

test("R-P8: doctor reports a file that is not a database, and still checks the rest", () =>
  withPlace(async (place) => {
    const sound = await place.open();
    const file = join(place.root, "no-database.db");
    writeFileSync(file, "this is no database".repeat(1_000), { mode: 0o600 });
    const store = createLazyStore(() => openStore({ file, childKeys }));
    const { ok, findings } = await doctor.call({ ...sound, store }, {});
    expect(ok).toBe(false);
    const advice = Object.fromEntries(findings.map((finding) => [finding.check, finding.advice]));
    expect(advice["database is intact"]).toMatch(
      /no-database\.db was not a readable database; it was not changed\. Restore a backup/,
    );
    expect(advice).toMatchObject({ "state directory is private and writable": "", "spool is empty": "" });
    await store.close();
  }));

test("with rewind on, doctor reports for each connected agent what becomes of an exploration", () =>
  withPlace(
    async (place) => {
      const ctx = await place.open();
      const check = async () => ({ installed: true, problems: [] });
      const agents = ctx.agents.map((agent) => ({
        ...agent,
        connection: { ...agent.connection, check },
      }));
      const findingsWith = async (config: typeof ctx.config) => {
        const { findings } = await doctor.call({ ...ctx, agents, config }, {});
        return findings.filter(({ check: name }) =>
          /forked at a mark|removes explorations|rewinds explorations itself/.test(name),
        );
      };
      const found = await findingsWith(ctx.config);
      expect(found.map(({ check: name, skipped }) => [name.split(" ")[0], skipped === undefined])).toEqual(
        agents.map(({ name, forkAtMark, capabilities: { collapses, hasOwnRewind } }) => {
          return [name, forkAtMark !== undefined || collapses === "always" || hasOwnRewind === true];
        }),
      );
      // A client's own pair is observed all the same.
      const off = await findingsWith({ ...ctx.config, rewind: { ...ctx.config.rewind, enabled: false } });
      expect(off.map(({ check: name }) => name)).toEqual([
        "oh-my-pi rewinds explorations itself, and they are recorded",
      ]);
    },
    { rewind: { enabled: true } },
  ));
