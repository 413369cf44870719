import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildFailingFsync } from "../support/failing-fsync.ts";
import { shareCodeCache } from "../support/share-code-cache.ts";

const built = (name: string) => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
const writer = fileURLToPath(new URL("../support/save-writer.mjs", import.meta.url));

let shim: ReturnType<typeof buildFailingFsync>;
let root: string;
beforeAll(() => {
  shim = buildFailingFsync();
  root = mkdtempSync(join(tmpdir(), "holdfast-synced-"));
});
afterAll(() => {
  shim.remove();
  rmSync(root, { recursive: true, force: true });
});

function syncs(log: string): number {
  return existsSync(log) ? statSync(log).size : 0;
}

test("R-P1: each acknowledged save was synced to disk separately", async () => {
  const log = join(root, "saves.log");
  const child = spawn(process.execPath, [writer, built("index.js"), join(root, "saves.db"), "w"], {
    env: { ...process.env, LD_PRELOAD: shim.library, FSYNC_LOG: log },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let acknowledged = 0;
  let synced: number[] = [];
  child.stdout.on("data", (chunk: Buffer) => {
    acknowledged += chunk.toString().split("\n").length - 1;
    synced = [...synced, syncs(log) - acknowledged];
    if (acknowledged >= 40) child.kill("SIGKILL");
  });
  await new Promise((ended) => child.on("close", ended));
  expect(acknowledged).toBeGreaterThanOrEqual(40);
  expect(Math.min(...synced)).toBeGreaterThanOrEqual(0);
});

test("R-P1: passive events that are drained together share one synced commit, and an empty spool costs none", () => {
  const project = join(root, "project");
  mkdirSync(project);
  const spool = join(root, "state", "spool");
  let spooled = 0;
  const leaveEvents = (count: number) => {
    for (let i = 0; i < count; i++) {
      const id = `event-${String(++spooled).padStart(8, "0")}`;
      const payload = {
        session_id: "synced",
        cwd: project,
        hook_event_name: "UserPromptSubmit",
        prompt: `Make step ${spooled}.`,
      };
      const header = "holdfast-spool 1 claude-code UserPromptSubmit 0";
      writeFileSync(join(spool, `${id}.json`), `${header}\n${JSON.stringify(payload)}`, { mode: 0o600 });
    }
  };
  const syncsOfDrain = (name: string): number => {
    const log = join(root, `${name}.log`);
    const env = {
      PATH: process.env["PATH"],
      HOME: root,
      HOLDFAST_HOME: join(root, "state"),
      LD_PRELOAD: shim.library,
      FSYNC_LOG: log,
    };
    const run = spawnSync(process.execPath, [built("main.cjs"), "list"], { env, cwd: project });
    expect(run.status).toBe(0);
    expect(readdirSync(spool)).toEqual([]);
    expect(existsSync(join(root, "state", "quarantine"))).toBe(false);
    return syncs(log);
  };
  shareCodeCache(join(root, "state"));
  mkdirSync(spool, { mode: 0o700 });
  leaveEvents(1);
  // The first runs create the database and compile the program.
  for (const name of ["first", "second"]) syncsOfDrain(name);
  const none = syncsOfDrain("none");
  leaveEvents(1);
  const one = syncsOfDrain("one");
  leaveEvents(12);
  const twelve = syncsOfDrain("twelve");
  expect(none).toBe(0);
  expect(one).toBeGreaterThan(0);
  expect(twelve).toBe(one);
});

test("D1: a step waits for the disk once, and claiming a run does not wait", () => {
  const log = join(root, "steps.log");
  const program = `
    import { statSync } from "node:fs";
    import { openWorkflows, workflow } from ${JSON.stringify(built("workflow.js"))};
    const seen = [];
    const look = () => void seen.push(statSync(process.env.FSYNC_LOG).size);
    const looking = workflow("looking", async (wf) => {
      for (const key of ["a", "b", "c"]) await wf.step(key, look);
    });
    const engine = await openWorkflows({ file: ${JSON.stringify(join(root, "steps.db"))}, workflows: [looking] });
    for (const run of [1, 2]) await (await engine.start(looking, null)).result();
    console.log(JSON.stringify(seen));
    await engine.close();`;
  const run = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...process.env, LD_PRELOAD: shim.library, FSYNC_LOG: log },
    cwd: root,
    encoding: "utf8",
  });
  const seen = JSON.parse(run.stdout) as number[];
  const waits = seen.slice(1).map((count, i) => count - (seen[i] ?? 0));
  // Between the two runs there are three commits: the last step, the end of the first run, and the second run.
  expect(waits).toEqual([1, 1, 3, 1, 1]);
});
