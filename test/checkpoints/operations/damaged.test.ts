import { expect, test } from "vitest";
import { encodeState } from "../../../src/checkpoints/state/encode/encode-state.ts";
import type { Context } from "../../../src/kernel/context.ts";
import { loadOperations } from "../../../src/operations.ts";
import { sampleCheckpoint } from "../../../src/testing/sample-records.ts";
import { withPlace } from "../../support/test-context.ts";

const operations = await loadOperations();

// Outputs are read as plain JSON, as a surface would.
function call(ctx: Context, name: string, input: unknown = {}) {
  const operation = operations.find((each) => each.name === name)!;
  return operation.call(ctx, input) as Promise<any>; // eslint-disable-line typescript/no-explicit-any
}

const STATE = {
  current_phase: "2",
  decisions: [{ phase: "1", decision: "Use PostgreSQL", rationale: "teams" }],
};

test("D59: a damaged checkpoint falls back to its parent and reports it", () =>
  withPlace(async ({ open }) => {
    const ctx = await open();
    const parent = await call(ctx, "save", { workflow: "w", state: STATE });
    const damaged = sampleCheckpoint({
      parentId: parent.id,
      stateRoot: encodeState(["never stored"]).root,
    });
    await ctx.store.saveCheckpoint(damaged, new Map());
    const resumed = await call(ctx, "resume", { id: damaged.id });
    expect(resumed).toMatchObject({ checkpoint: { id: parent.id }, state: STATE });
    expect(resumed.warning).toContain(damaged.id);
  }));

test("D59 D68: inspect names the way to what can still be read, and shows all but the damaged part", () =>
  withPlace(async ({ open }) => {
    const ctx = await open();
    const logged: string[] = [];
    const log = { ...ctx.log, error: (event: string) => logged.push(event) };
    const parent = await call(ctx, "save", { workflow: "w", state: STATE });
    const long = "a long note that is a node of its own. ".repeat(200);
    const state = {
      notes: [long, long.toUpperCase()],
      plan: { ...STATE, extra: long.replaceAll("note", "plan") },
    };
    const { id } = await call(ctx, "save", { workflow: "w", state });
    const { stateRoot } = (await ctx.store.getCheckpoint(id)) ?? { stateRoot: "" };
    const { nodes } = encodeState(state);
    const lost = [...nodes.keys()].find((key) =>
      Buffer.from(nodes.get(key) ?? [])
        .toString()
        .includes("LONG NOTE"),
    );
    const getNodes = async (keys: readonly string[]) => {
      const found = await ctx.store.getNodes(keys);
      found.delete(lost ?? "");
      return found;
    };
    const damaged = { ...ctx, log, store: Object.create(ctx.store, { getNodes: { value: getNodes } }) };
    expect(lost).not.toBe(stateRoot);
    const shown = await call(damaged, "inspect", { id });
    expect(shown).toMatchObject({ state: STATE, warning: expect.stringContaining(`inspect ${id} --raw`) });
    expect(shown.warning).toContain(parent.id);
    expect(logged).toHaveLength(1);
    const raw = await call(damaged, "inspect", { id, raw: true });
    expect(raw.warning).toContain("1 node of its state cannot be read");
    expect(raw.state.plan).toEqual(state.plan);
    expect(JSON.stringify(raw.state)).not.toContain("LONG NOTE");
    expect(JSON.stringify(raw.state)).toContain("a long note");
    expect(await call(ctx, "inspect", { id, raw: true })).toMatchObject({ state, warning: null });
  }));
