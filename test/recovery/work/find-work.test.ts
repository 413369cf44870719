import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "../../../src/kernel/context.ts";
import type { Checkpoint, Project, Session } from "../../../src/kernel/record.ts";
import { findWork } from "../../../src/recovery/work/find-work.ts";
import { sampleCheckpoint, sampleProject, sampleSession } from "../../../src/testing/sample-records.ts";
import { memoryContext } from "../../support/memory-context.ts";

const NOW = 1_000_000;

let ctx: Context;
let project: Project;
beforeEach(async () => {
  const agents = [{ name: "claude-code" }] as unknown as Context["agents"];
  ({ ctx } = await memoryContext({ agents, clock: () => NOW }));
  project = sampleProject("/home/user/app");
  await ctx.store.ensureProject(project);
});
afterEach(() => ctx.store.close());

async function stored(nativeId: string, change: Partial<Session> = {}): Promise<Session> {
  const session = sampleSession({ nativeId, projectId: project.id, ...change });
  await ctx.store.replaceSession(session);
  return session;
}
async function saved(change: Partial<Checkpoint> = {}): Promise<Checkpoint> {
  const checkpoint = sampleCheckpoint({ projectId: project.id, ...change });
  await ctx.store.saveCheckpoint(checkpoint, new Map());
  return checkpoint;
}
const found = async (id: string) => {
  const work = await findWork(ctx, id);
  return work.type === "session" ? work.session.id : work.checkpoint.id;
};

describe("earlier work is found", () => {
  test("by the id of its session, ours or its client's", async () => {
    const { id, nativeId } = await stored("2DC79B80-3f1e");
    expect(await findWork(ctx, id)).toMatchObject({ type: "session", session: { id } });
    expect(await found(nativeId)).toBe(id);
  });

  test.each(["2dc79b80", "2dc79b", "2DC79B80", " 2dc79b80 "])(
    "by the beginning of its client's id, as lists show it: %j",
    async (beginning) => {
      const { id } = await stored("2DC79B80-3f1e");
      await stored("3dc79b80-3f1e");
      expect(await findWork(ctx, beginning)).toMatchObject({ type: "session", session: { id } });
    },
  );

  test("by the name, the id or the beginning of the id of its checkpoint", async () => {
    const { id } = await saved({ id: "chk_aaaaaaaaaaaaaaaa", name: "before lunch" });
    expect(await findWork(ctx, "before lunch")).toMatchObject({ type: "checkpoint", checkpoint: { id } });
    expect(await found(id)).toBe(id);
    expect(await found("aaaaaa")).toBe(id);
  });

  test("by the id of its workflow", async () => {
    const { id } = await saved({ workflowId: "nightly-import" });
    expect(await found("nightly-import")).toBe(id);
  });

  test("as a checkpoint where its name could be that of a session, too", async () => {
    await stored("before-lunch-1");
    const { id } = await saved({ name: "before-lunch" });
    expect(await found("before-lunch")).toBe(id);
  });
});

describe("earlier work is not found", () => {
  const failed = (id: string) => findWork(ctx, id).catch((error: unknown) => error);

  test("by anything that is unknown", async () => {
    await stored("2dc79b80-3f1e");
    expect(await failed("before lunch")).toMatchObject({
      code: "not_found",
      message: 'No checkpoint or session of this project matches "before lunch".',
      next: "Run `holdfast list` and `holdfast continue` to see what there is.",
      cause: { code: "not_found" },
    });
    expect(await failed("/etc/passwd")).toMatchObject({
      code: "not_found",
      cause: { code: "invalid_input" },
    });
    expect(String(await failed("x".repeat(61)))).toContain(`matches "${"x".repeat(60)}".`);
  });

  test("by what begins like a checkpoint's id and is none", async () => {
    expect(await failed("chk_bbbbbb")).toMatchObject({
      code: "not_found",
      message: "There is no checkpoint chk_bbbbbb.",
    });
  });

  test("by less than six characters of a session's id", async () => {
    await stored("2dc79b80-3f1e");
    expect(await failed("2dc79 ")).toMatchObject({ code: "not_found" });
  });

  test("by a part of the id that is not its beginning", async () => {
    await stored("2dc79b80-3f1e");
    expect(await failed("c79b80")).toMatchObject({ code: "not_found" });
  });

  test("by the beginning of the id of a session of another project, or in none", async () => {
    await stored("2dc79b80-3f1e", { projectId: "prj_another" });
    expect(await failed("2dc79b80")).toMatchObject({ code: "not_found" });
    ctx = { ...ctx, caller: { cwd: "/home/user/other" } };
    expect(await failed("2dc79b80")).toMatchObject({ code: "not_found" });
  });

  test("by what several sessions begin with, which are named, newest first", async () => {
    await stored("2dc79b80-aaaa", { lastSeenAt: 1_000 });
    await stored("2DC79B80-bbbb", { lastSeenAt: 2_000 });
    expect(await failed("2dc79b80-")).toMatchObject({
      code: "ambiguous_id",
      message: "Several sessions begin with 2dc79b80: 2DC79B80-bbbb, 2dc79b80-aaaa.",
      details: { candidates: ["2DC79B80-bbbb", "2dc79b80-aaaa"] },
    });
  });

  test("by what several checkpoints begin with, even if a session does, too", async () => {
    await stored("aaaaaa-1");
    await saved({ id: "chk_aaaaaaaaaaaaaaaa" });
    await saved({ id: "chk_aaaaaaaaaaaaaaab" });
    expect(await failed("aaaaaa")).toMatchObject({ code: "ambiguous_id" });
  });

  test("by a checkpoint that was deleted, unless it is brought back", async () => {
    const { id } = await saved({ trashedAt: NOW - 120_000 });
    expect(await failed(id)).toMatchObject({
      code: "conflict",
      message: `${id} was deleted 2 min ago.`,
      next: `Restore it first: \`holdfast delete ${id} --undo\`.`,
    });
    await ctx.store.updateCheckpoint(id, { trashedAt: null });
    expect(await found(id)).toBe(id);
  });
});
