import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { list } from "../../src/capture/operations/list.ts";
import { log } from "../../src/log/operations/log.ts";
import { restore } from "../../src/restore/operations/restore.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";
import { continueOperation } from "../../src/transfer/operations/continue.ts";
import { pull } from "../../src/transfer/operations/pull.ts";
import { push } from "../../src/transfer/operations/push.ts";
import { remoteOperation } from "../../src/transfer/operations/remote.ts";
import { AgentSession } from "../support/agent-session.ts";
import { url, withSharedDatabase } from "./shared-machines.ts";
import { type Machine, NATIVE, work } from "./two-machines.ts";

/** Where the agent of a machine finds the conversation of the session. */
function conversationOf({ place }: Machine): string {
  const folder = join(place.project, "packages", "b").replaceAll(/[^A-Za-z0-9]/g, "-");
  return join(place.root, "home", ".claude", "projects", folder, `${NATIVE}.jsonl`);
}

async function chosenOn({ ctx }: Machine, id = NATIVE) {
  return (await continueOperation.call(ctx, { id })).chosen;
}

test.skipIf(url === "")(
  "a session of one machine is listed and continued in a clone with another path",
  async () => {
    await withSharedDatabase(async (one, other) => {
      await work(one);
      expect(await push.call(one.ctx, {})).toMatchObject({ remote: "the shared database", encrypted: false });
      const { choices } = await continueOperation.call(other.ctx, {});
      expect(choices).toMatchObject([
        { id: NATIVE, machine: "laptop", worktree: other.place.project, directory: "packages/b" },
      ]);
      const [{ project, ...logged } = { project: undefined }] = (await log.call(other.ctx, {})).sessions;
      expect(project?.path).toBe(one.place.project);
      expect(logged).toMatchObject({
        nativeId: NATIVE,
        machine: "laptop",
        worktree: other.place.project,
        files: [{ path: "packages/b/list.js" }],
      });
      expect(JSON.stringify(logged)).not.toContain(one.place.project);
      expect((await list.call(other.ctx, {})).checkpoints.length).toBeGreaterThan(0);

      const cwd = join(other.place.project, "packages", "b");
      expect(await chosenOn(other, NATIVE.slice(0, 8))).toMatchObject({
        mode: "record",
        directory: other.place.project,
      });
      mkdirSync(cwd, { recursive: true });
      expect(await chosenOn(other)).toMatchObject({ mode: "conversation", directory: cwd });
      const lines = readFileSync(conversationOf(other), "utf8");
      expect(lines).toBe(
        readFileSync(conversationOf(one), "utf8").replaceAll(one.place.project, other.place.project),
      );
      const going = new AgentSession(other.ctx, other.place.clock, {
        nativeSession: NATIVE,
        cwd,
        transcriptPath: conversationOf(other),
      });
      other.place.clock.now += 3_600_000;
      await going.start("resume");
      const session = await other.ctx.store.findSession("claude-code", NATIVE);
      expect(session).toMatchObject({ worktree: other.place.project, cwd, machine: "laptop" });
      expect(JSON.stringify(session)).not.toContain(one.place.project);
    });
  },
);

test.skipIf(url === "")("a push replaces its part as a whole, and repeats nothing", async () => {
  await withSharedDatabase(async (one, _other, query) => {
    const { transcript } = await work(one);
    expect((await push.call(one.ctx, {})).pushed).toHaveLength(1);
    expect(await push.call(one.ctx, {})).toMatchObject({ pushed: [], unchanged: 1 });
    appendFileSync(transcript, `${JSON.stringify({ type: "summary", summary: "x".repeat(100) })}\n`);
    expect((await push.call(one.ctx, {})).pushed).toHaveLength(1);
    const { rows } = await query("select number, host from session_parts");
    expect(rows).toHaveLength(1);
    expect(await remoteOperation.call(one.ctx, { action: "clear", yes: true })).toMatchObject({ cleared: 1 });
    expect((await query("select 1 from session_parts")).rows).toEqual([]);
  });
});

test.skipIf(url === "")(
  "files wait for a restore, byte for byte, and only if they were asked for",
  async () => {
    await withSharedDatabase(async (one, other) => {
      const { session } = await work(one);
      await push.call(one.ctx, {});
      expect(await pull.call(other.ctx, {})).toMatchObject({ conversations: 1, snapshots: 0, warnings: [] });
      const bytes = Buffer.from([0, 255, 13, 10, 1]);
      writeFileSync(join(one.place.project, "left.bin"), bytes);
      await session.prompt("Leave a file.");
      await session.stop("Done.");
      await session.end();
      await one.ctx.drain();
      await push.call(one.ctx, { files: true });
      const pulled = await pull.call(other.ctx, {});
      expect(pulled).toMatchObject({ snapshots: 1, warnings: [] });
      expect(await pull.call(other.ctx, {})).toMatchObject({ sessions: [] });
      expect((await chosenOn(other))?.files).toMatchObject({ machine: "laptop" });
      expect(existsSync(join(other.place.project, "left.bin"))).toBe(false);
      await restore.call(other.ctx, { target: pulled.files[0]?.snapshot ?? "", yes: true });
      expect(readFileSync(join(other.place.project, "left.bin"))).toEqual(bytes);
    });
  },
);

test.skipIf(url === "")("a session that runs on another machine is not continued here", async () => {
  await withSharedDatabase(async (one, other) => {
    const { session } = await work(one);
    one.place.clock.now += 1_000;
    await session.start("resume");
    await push.call(one.ctx, {});
    other.place.clock.now = one.place.clock.now;
    await expect(chosenOn(other)).rejects.toThrow("still running on laptop");
    expect(await pull.call(other.ctx, {})).toMatchObject({
      sessions: [{ state: "running" }],
      conversations: 0,
    });
    expect(existsSync(conversationOf(other))).toBe(false);
  });
});

test.skipIf(url === "")(
  "a clone that is renamed is followed, unless another machine has one at the same path",
  async () => {
    await withSharedDatabase(async (one) => {
      const { session } = await work(one);
      const { projectId } = await session.row();
      const move = async (from: string, to: string) => {
        renameSync(from, to);
        await one.ctx.followMoved(to);
        return (await one.ctx.store.getProject(projectId))?.root;
      };
      const renamed = join(one.place.root, "renamed");
      expect(await move(one.place.project, renamed)).toBe(renamed);
      expect((await session.row()).worktree).toBe(renamed);
      const there = sampleSession({ projectId, worktree: renamed, host: "another" });
      await one.ctx.store.replaceSession(there);
      expect(await move(renamed, one.place.project)).toBe(renamed);
      expect((await session.row()).worktree).toBe(renamed);
    });
  },
);

test.skipIf(url === "")("work goes there and back, and each machine keeps what only it has", async () => {
  await withSharedDatabase(async (one, other) => {
    const { transcript } = await work(one);
    await push.call(one.ctx, {});
    await chosenOn(other);
    other.place.clock.now = one.place.clock.now + 60_000;
    const there = new AgentSession(other.ctx, other.place.clock, {
      nativeSession: NATIVE,
      cwd: join(other.place.project, "packages", "b"),
      transcriptPath: conversationOf(other),
    });
    await there.start("resume");
    const cwd = join(other.place.project, "packages", "b", "src");
    appendFileSync(
      conversationOf(other),
      `${JSON.stringify({ type: "user", uuid: "u2", parentUuid: "a1", cwd })}\n`,
    );
    await there.prompt("Sort them by date.");
    await there.end();
    await push.call(other.ctx, {});
    one.place.clock.now = other.place.clock.now + 60_000;
    const directory = join(one.place.project, "packages", "b");
    expect(await chosenOn(one)).toMatchObject({ mode: "conversation", directory });
    const lines = readFileSync(transcript, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).cwd)).toEqual([directory, directory, join(directory, "src")]);
    expect((await continueOperation.call(one.ctx, {})).choices).toMatchObject([
      { id: NATIVE, worktree: one.place.project, directory: "packages/b" },
    ]);

    appendFileSync(
      conversationOf(other),
      `${JSON.stringify({ type: "user", uuid: "u3", parentUuid: "u2" })}\n`,
    );
    appendFileSync(transcript, `${JSON.stringify({ type: "user", uuid: "v3", parentUuid: "u2" })}\n`);
    await push.call(other.ctx, {});
    expect(await chosenOn(one)).toMatchObject({ mode: "record" });
    expect(readFileSync(transcript, "utf8")).toContain("v3");
    expect(readFileSync(transcript, "utf8")).not.toContain("u3");
  });
});

test.skipIf(url === "")("a forged part changes nothing", async () => {
  await withSharedDatabase(async (one, other, query) => {
    await work(one);
    await push.call(one.ctx, {});
    const before = (await query("select * from session_parts")).rows[0];
    const forge = async (change: string, values: unknown[] = []) => {
      await query(`update session_parts set ${change}`, values);
      const pulled = await pull.call(other.ctx, {});
      await query("update session_parts set bytes = $1, version = $2", [before.bytes, before.version]);
      return pulled;
    };
    for (const bytes of [Buffer.from("x"), before.bytes.subarray(0, 200), Buffer.alloc(2 ** 20 + 1)])
      expect((await forge("bytes = $1", [bytes])).warnings).toMatchObject([
        expect.stringContaining("left out"),
      ]);
    expect(existsSync(conversationOf(other))).toBe(false);
    await query(
      "insert into session_parts select '../../x', host, number, machine, version, files, bytes from session_parts",
    );
    expect(await pull.call(other.ctx, {})).toMatchObject({ conversations: 1, warnings: [] });
  });
});
