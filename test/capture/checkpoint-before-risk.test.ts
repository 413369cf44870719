import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkpointBeforeRisk, savedBeforeRisk } from "../../src/capture/checkpoint-before-risk.ts";
import type { EventOf } from "../../src/kernel/agent/agent-event.ts";
import { EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { Context } from "../../src/kernel/context.ts";
import type { EventScope } from "../../src/kernel/event-handler.ts";
import type { Store } from "../../src/kernel/storage/store.ts";
import { openStore } from "../../src/store/open-store.ts";
import { sampleChildKeys } from "../../src/testing/index.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";

let store: Store;
beforeAll(async () => {
  store = await openStore({ file: ":memory:", childKeys: sampleChildKeys });
});
afterAll(() => store.close());

type Used = EventOf<"tool_use">;
const run = (command: string): Used["facts"][number] => ({ type: "command_run", call: command, command });

async function handled(
  used: Pick<Used, "facts" | "command">,
  { promptCount = 2, savedAt = 1 }: { promptCount?: number; savedAt?: number | null } = {},
) {
  const base = { id: "e", agent: "claude-code", nativeSession: "n", cwd: "/work", at: 900 };
  const scope = {
    event: { ...base, kind: "tool_use", ...used },
    session: sampleSession({ promptCount, promptsSinceCheckpoint: 2 }),
    capture: savedBeforeRisk.write({ ...EMPTY_CAPTURE, goal: "Build it." }, savedAt),
    effects: [],
  } as unknown as EventScope<Used>;
  const ctx = {
    store,
    newId: () => "chk_0000000000000new",
    redactor: { text: (text: string) => text.replaceAll("s3cret", "[REDACTED]") },
  };
  return { before: scope, ...(await checkpointBeforeRisk.handle(ctx as unknown as Context, scope)) };
}

async function causeOf(...given: Parameters<typeof handled>): Promise<string | undefined> {
  const { effects = [] } = await handled(...given);
  const [made] = effects;
  const digest = made?.type === "save_checkpoint" ? made.checkpoint.digest : undefined;
  return digest?.split(": Build it.", 1)[0];
}

describe("D35: before a command that destroys", () => {
  test("a checkpoint is saved, once in a turn", async () => {
    const { before, scope, effects } = await handled({ facts: [run("cd app && rm -rf build")] });
    expect(effects).toMatchObject([
      {
        type: "save_checkpoint",
        checkpoint: { trigger: "before_risk", createdAt: 900 },
      },
    ]);
    expect(scope).toEqual({
      ...before,
      session: { ...before.session, promptsSinceCheckpoint: 0 },
      capture: savedBeforeRisk.write({ ...before.capture, activeMs: 0, checkpointedAt: 900 }, 2),
    });
  });

  test.each<[string, Parameters<typeof handled>[0], string]>([
    [
      "of several",
      { facts: [run("npm test"), run("rm -rf build"), run("rm -rf dist")] },
      "Before rm -rf build",
    ],
    ["that the event names", { facts: [], command: "git reset --hard" }, "Before git reset --hard"],
    ["that is no fact yet", { facts: [run("ls")], command: "rm -rf dist" }, "Before rm -rf dist"],
    ["without its secrets", { facts: [run("rm -rf s3cret")] }, "Before rm -rf [REDACTED]"],
  ])("it says which, %s", async (_, used, cause) => {
    expect(await causeOf(used)).toBe(cause);
  });

  test.each<[string, ...Parameters<typeof handled>]>([
    ["nothing was asked", { facts: [run("rm -rf build")] }, { promptCount: 0, savedAt: null }],
    ["one was saved in this turn", { facts: [run("rm -rf build")] }, { savedAt: 2 }],
    ["no command destroys", { facts: [run("npm test")], command: "ls" }],
    ["no command is run", { facts: [{ type: "file_read", path: "rm -rf build" }] }],
  ])("none is where %s", async (_, ...given) => {
    const { before, scope, effects } = await handled(...given);
    expect(scope).toBe(before);
    expect(effects).toBeUndefined();
  });
});
