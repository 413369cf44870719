import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import { openSaver } from "../../src/langgraph-library.ts";
import { openStore } from "../../src/store/open-store.ts";
import { openWorkflows, workflow } from "../../src/workflow-library.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { temporarySchema } from "../support/temporary-schema.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryDirectory("savers");
  vi.stubEnv("HOLDFAST_HOME", folder);
  vi.stubEnv("HOLDFAST_DATABASE_URL", undefined);
});
afterEach(() => vi.unstubAllEnvs());

const putOn = async (saver: Awaited<ReturnType<typeof openSaver>>, thread: string) =>
  await saver.put(
    { configurable: { thread_id: thread } },
    { ...emptyCheckpoint(), id: uuid6(0), channel_values: { a: 1 }, channel_versions: { a: 1 } },
    { source: "input", step: -1, parents: {} },
    { a: 1 },
  );

test("two savers and an engine on the default file of one process work at once", async () => {
  const step = workflow("step", (wf, n: number) => wf.step("double", () => 2 * n));
  const [first, second, engine] = await Promise.all([
    openSaver({ cwd: folder }),
    openSaver({ cwd: folder }),
    openWorkflows({ cwd: folder, workflows: [step] }),
  ]);
  const [, , result] = await Promise.all([
    putOn(first, "1"),
    putOn(second, "2"),
    engine.start(step, 21).then((run) => run.result()),
  ]);
  expect(result).toBe(42);
  await first.close();
  expect((await second.getTuple({ configurable: { thread_id: "1" } }))?.checkpoint.channel_values).toEqual({
    a: 1,
  });
  await engine.close();
  await second.close();
});

const url = inject("postgresUrl");
test.skipIf(url === null)("a saver uses the server that the settings name", async () => {
  const server = url ?? "";
  const schema = await temporarySchema(server);
  writeFileSync(join(folder, "config.json"), JSON.stringify({ store: { url: server, schema } }));
  const saver = await openSaver({ cwd: folder });
  await putOn(saver, "on the server");
  await saver.close();
  const store = await openStore({ file: ":memory:", url: server, schema, childKeys: () => [] });
  expect(await store.listCheckpoints({ workflowId: "on the server", limit: 2 })).toHaveLength(1);
  await store.close();
});
