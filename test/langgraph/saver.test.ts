import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { expect, test } from "vitest";
import { type OpenSaver, openSaver, type SaverOptions } from "../../src/langgraph-library.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-graph-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withSaver(options: SaverOptions, work: (saver: OpenSaver) => Promise<void>): Promise<void> {
  const saver = await openSaver(options);
  try {
    await work(saver);
  } finally {
    await saver.close();
  }
}

test("a real graph that is killed in its middle is resumed by another process, and runs no finished node again", async () => {
  await withFolder(async (folder) => {
    const log = join(folder, "log");
    const run = (deadly: string) =>
      spawnSync(
        process.execPath,
        [
          join(root, "test/support/graph-run.mjs"),
          join(root, "dist/langgraph.js"),
          join(folder, "a.db"),
          log,
          deadly,
        ],
        { cwd: folder, encoding: "utf8" },
      );
    const nodes = () => readFileSync(log, "utf8").trim().split("\n");
    expect(run("write").signal).toBe("SIGKILL");
    expect(nodes()).toEqual(["plan", "read", "write"]);
    const { stdout, stderr } = run("nothing");
    expect(stderr).toBe("");
    expect(nodes()).toEqual(["plan", "read", "write", "write", "test", "ship"]);
    expect(JSON.parse(stdout)).toEqual([
      "human: Release it.",
      ...["plan", "read", "write", "test", "ship"].map((name) => `ai: ${name} done`),
    ]);
  });
});

/** Saves a thread that grows by a message a step, and gives the size of the database's files. */
async function sizeOf(folder: string, steps: number): Promise<number> {
  const file = join(folder, `${steps}.db`);
  await withSaver({ file, cwd: folder, immutable: true }, async (saver) => {
    let config: object = { configurable: { thread_id: "t" } };
    let messages: object[] = [];
    for (let step = 0; step < steps; step++) {
      messages = [...messages, { role: "assistant", content: `Step ${step}: ${"x".repeat(900)}${step}` }];
      const checkpoint = {
        ...emptyCheckpoint(),
        id: uuid6(step),
        channel_values: { messages },
        channel_versions: { messages: step },
      };
      const metadata = { source: "loop", step, parents: {} } as const;
      config = await saver.put(config, checkpoint, metadata, { messages: step });
    }
    const tuple = await saver.getTuple({ configurable: { thread_id: "t" } });
    expect(tuple?.checkpoint.channel_values["messages"]).toEqual(messages);
  });
  return statSync(file).size;
}

test("a thread that grows by a message a step costs disk in proportion to its messages", async () => {
  await withFolder(async (folder) => {
    const [short, long] = [await sizeOf(folder, 150), await sizeOf(folder, 600)];
    // Four times the messages: a saver that writes each state whole needs 16 times.
    expect(long / short).toBeLessThan(6);
  });
});

test("values that JSON cannot hold, and text that the state tree refuses, come back as they were", async () => {
  await withFolder(async (folder) => {
    await withSaver({ file: join(folder, "a.db"), cwd: folder }, async (saver) => {
      const values = {
        set: new Set([1, "two"]),
        bytes: new Uint8Array([1, 2, 255]),
        nothing: undefined,
        half: "\ud800",
        numbers: { n: [1e21, -0.5, null] },
      };
      const versions = Object.fromEntries(Object.keys(values).map((key) => [key, 1]));
      const checkpoint = { ...emptyCheckpoint(), channel_values: values, channel_versions: versions };
      const config = { configurable: { thread_id: "t" } };
      const saved = await saver.put(config, checkpoint, { source: "input", step: -1, parents: {} }, versions);
      await saver.putWrites(saved, [["set", new Set([3])]], "task");
      const tuple = await saver.getTuple(config);
      expect(tuple?.checkpoint.channel_values).toEqual(values);
      expect(tuple?.pendingWrites).toEqual([["task", "set", new Set([3])]]);
    });
  });
});

test("a state changed in place is saved as it is, unless the caller promised not to", async () => {
  await withFolder(async (folder) => {
    await withSaver({ file: join(folder, "a.db"), cwd: folder }, async (saver) => {
      const messages = [{ text: "one" }];
      const put = async (config: object) =>
        await saver.put(
          config,
          {
            ...emptyCheckpoint(),
            id: uuid6(1),
            channel_values: { messages },
            channel_versions: { messages: 1 },
          },
          { source: "loop", step: 1, parents: {} },
          { messages: 1 },
        );
      const first = await put({ configurable: { thread_id: "t" } });
      if (messages[0]) messages[0].text = "changed";
      await put(first);
      const texts = [];
      for await (const { checkpoint } of saver.list({ configurable: { thread_id: "t" } }))
        texts.push(checkpoint.channel_values["messages"]);
      expect(texts).toEqual([[{ text: "changed" }], [{ text: "one" }]]);
    });
  });
});

test.each([false, true])(
  "D50: with `redact` no secret of a state, its metadata or a pending write is stored (immutable: %s)",
  async (immutable) => {
    await withFolder(async (folder) => {
      const file = join(folder, "a.db");
      const token = `ghp_${"x7Qm2Lr9Vt4Kp8Zs1Bw6Yn3Hd5Jf0GcA".slice(0, 32)}Ue4R`;
      const thread = { configurable: { thread_id: "t" } };
      await withSaver({ file, cwd: folder, redact: true, immutable }, async (saver) => {
        const messages = [
          { role: "user", content: `Use ${token} to push.` },
          { role: "user", content: "Go on." },
        ];
        const values = { messages, plain: "kept", odd: `half \ud800 GITHUB_TOKEN=${token}` };
        const versions = { messages: 1, plain: 1, odd: 1 };
        const checkpoint = { ...emptyCheckpoint(), channel_values: values, channel_versions: versions };
        const metadata = { source: "input", step: -1, parents: {}, note: `GITHUB_TOKEN=${token}` } as const;
        const saved = await saver.put(thread, checkpoint, metadata, versions);
        await saver.putWrites(saved, [["messages", { content: `Now with ${token}.` }]], "task");
      });
      await withSaver({ file, cwd: folder }, async (saver) => {
        const tuple = await saver.getTuple(thread);
        expect(JSON.stringify(tuple)).not.toContain(token);
        expect(tuple?.checkpoint.channel_values).toMatchObject({
          messages: [
            { role: "user", content: expect.stringMatching(/^Use .+ to push\.$/) },
            { content: "Go on." },
          ],
          plain: "kept",
        });
        expect(tuple?.pendingWrites?.[0]?.[2]).toEqual({ content: expect.stringMatching(/^Now with .+\.$/) });
      });
      for (const name of readdirSync(folder).filter((each) => each.startsWith("a.db")))
        expect(readFileSync(join(folder, name)).includes(token), name).toBe(false);
    });
  },
);
