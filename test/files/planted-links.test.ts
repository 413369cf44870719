import { execFileSync } from "node:child_process";
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readDaemonRecord, writeDaemonRecord } from "../../src/daemon/control/daemon-record.ts";
import { claimStart } from "../../src/daemon/control/start-backoff.ts";
import { fileLogger } from "../../src/daemon/file-logger.ts";
import { prepareSocketPath } from "../../src/daemon/socket-path.ts";
import { type Paths, pathsFrom } from "../../src/kernel/paths.ts";
import { writeHookDeadlines } from "../../src/spool/hook-deadlines.ts";
import { quarantineSpoolFile } from "../../src/spool/quarantine.ts";
import { readSpoolFile } from "../../src/spool/spool-file.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { markHung } from "../../src/surfaces/hook/hung-marker.ts";
import { rotateToken } from "../../src/surfaces/http/token.ts";

let root: string;
let paths: Paths;
let victim: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "holdfast-planted-"));
  // Long, so that the socket needs a short path elsewhere and a note of it.
  paths = pathsFrom({ HOLDFAST_HOME: join(root, "s".repeat(100)) }, root);
  for (const directory of [paths.spool, paths.logs, paths.quarantine])
    mkdirSync(directory, { recursive: true });
  victim = join(root, "victim");
  writeFileSync(victim, "precious", { mode: 0o644 });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const identity = { protocol: 1, version: "1", pid: 1, instanceId: "i" };
const open = (file: string) => openDatabase({ file, busyTimeoutMs: 10 }).close();

const WRITERS: [string, (state: string) => void][] = [
  ["daemon-start.json", (state) => void claimStart(state, 1)],
  ["daemon-start.claim", (state) => void claimStart(state, 1)],
  ["daemon.json", (state) => writeDaemonRecord(state, identity)],
  ["daemon-hung", (state) => markHung(state, 1)],
  [
    "hook-deadlines",
    (state) => writeHookDeadlines(state, { deadlineMs: 1, startDeadlineMs: 1, recoveryDeadlineMs: 8_000 }),
  ],
  ["socket-path", () => void prepareSocketPath(paths, { XDG_RUNTIME_DIR: root })],
  ["token", () => void rotateToken(paths.token)],
  ["logs/daemon.log", () => fileLogger(paths.logs, () => 1).info("event")],
  [
    "quarantine/spool-12345678.json.txt",
    () => {
      const file = join(paths.spool, "12345678.json");
      writeFileSync(file, "event");
      quarantineSpoolFile(paths, file, { reason: "why", redact: (text) => text });
    },
  ],
  ["holdfast.db", () => expect(() => open(paths.database)).toThrow("symbolic link")],
  ["holdfast.db-wal", () => expect(() => open(paths.database)).toThrow("symbolic link")],
];

test.each(WRITERS)("SEC-S19: a link planted as %s leads nothing of ours elsewhere", (name, write) => {
  symlinkSync(victim, join(paths.state, name));
  write(paths.state);
  expect(readFileSync(victim, "utf8")).toBe("precious");
  expect(statSync(victim).mode & 0o777).toBe(0o644);
});

test.each(WRITERS.slice(0, 7))("SEC-S19: nor does one to a file that is not there, as %s", (name, write) => {
  symlinkSync(join(root, "new"), join(paths.state, name));
  write(paths.state);
  expect(lstatSync(join(root, "new"), { throwIfNoEntry: false })).toBeUndefined();
});

test.each(["-wal", "-shm", "-journal"])(
  "SEC-S19: what is planted as the database's %s is not opened",
  (ending) => {
    open(paths.database);
    const planted = `${paths.database}${ending}`;
    rmSync(planted, { force: true });
    linkSync(victim, planted);
    expect(() => open(paths.database)).toThrow("is a link to another file");
    rmSync(planted);
    // SQLite would wait for the other end of the pipe, for ever.
    execFileSync("mkfifo", [planted]);
    expect(() => open(paths.database)).toThrow("is not a file");
    rmSync(planted);
    open(paths.database);
    expect(readFileSync(victim, "utf8")).toBe("precious");
  },
);

test("SEC-S19: the target of a planted link is neither used nor kept", () => {
  writeFileSync(victim, JSON.stringify(identity));
  symlinkSync(victim, join(paths.state, "daemon.json"));
  expect(readDaemonRecord(paths.state)).toBeUndefined();
  const event = join(paths.spool, "12345678.json");
  symlinkSync(victim, event);
  expect(readSpoolFile(event, "12345678")).toMatchObject({ type: "unusable" });
  quarantineSpoolFile(paths, event, { reason: "why", redact: (text) => text });
  expect(readFileSync(join(paths.quarantine, "spool-12345678.json.txt"), "utf8")).not.toContain("instanceId");
  expect(readFileSync(victim, "utf8")).toContain("instanceId");
});

test("SEC-S19: a directory of ours that is a planted link is refused", () => {
  rmSync(paths.quarantine, { recursive: true });
  symlinkSync(dirname(victim), paths.quarantine);
  const event = join(paths.spool, "12345678.json");
  writeFileSync(event, "event");
  expect(() => quarantineSpoolFile(paths, event, { reason: "why", redact: (text) => text })).toThrow(
    "is a symbolic link",
  );
});
