import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type Paths, pathsFrom } from "../../../src/kernel/paths.ts";
import { markHung } from "../../../src/surfaces/hook/hung-marker.ts";
import { type DaemonState, runHook } from "../../../src/surfaces/hook/run-hook.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const ID = "0123456789abcdef";
const TIMED_OUT = 28;
const NOT_ASKED = 0;
let home: string;
let paths: Paths;
let seen: DaemonState[];
beforeEach(() => {
  home = temporaryDirectory("run-hook");
  paths = pathsFrom({ HOLDFAST_HOME: join(home, "state") }, home);
  seen = [];
  mkdirSync(paths.spool, { recursive: true });
  writeFileSync(join(paths.spool, `${ID}.part`), "holdfast-spool 1 claude-code Stop 77\n{}");
});

/** A hook that cannot open the database, so that its event must be left to the drain. */
const run = (askStatus: number, given: Paths = paths) =>
  runHook(
    { event: "Stop", id: ID, askStatus, deadlineMs: 60_000 },
    {
      paths: given,
      clock: () => 1_000,
      elapsed: () => performance.now(),
      open: () => Promise.reject(new Error("no database")),
      handle: async () => [],
      recoverDaemon: async (daemon) => void seen.push(daemon),
      log: () => {},
      exit: () => process.exit(1),
    },
  );

describe("R-H12: a marker of a hung daemon that cannot be used", () => {
  test("when it is written, leaves the event to the drain and the daemon to be replaced", async () => {
    mkdirSync(join(paths.state, "daemon-hung"));
    await run(TIMED_OUT);
    expect(seen).toEqual(["hung"]);
    expect(readdirSync(paths.spool)).toEqual([`${ID}.json`]);
  });

  test("when it is read, leaves the event to the drain", async () => {
    // A file where a folder should be stops even the superuser.
    writeFileSync(join(home, "file"), "");
    await run(NOT_ASKED, { ...paths, state: join(home, "file", "state") });
    expect(readdirSync(paths.spool)).toEqual([`${ID}.json`]);
  });

  test("is not an error of its own", () => {
    mkdirSync(join(paths.state, "daemon-hung"));
    expect(() => markHung(paths.state, 1)).not.toThrow();
  });
});
