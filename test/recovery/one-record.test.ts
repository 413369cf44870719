import { describe, expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { digest } from "../../src/capture/operations/digest.ts";
import { deleteOperation } from "../../src/checkpoints/operations/delete.ts";
import { resume } from "../../src/place/operations/resume.ts";
import { save } from "../../src/place/operations/save.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

const DEAD = { pid: 4_194_305 };
const RULE = "Never write to the production bucket.";
const FAILED = { ok: false, text: "Exit code 1\nError: no rate for EUR" };

async function killedSession(ctx: OpenContext, clock: { now: number }) {
  const session = new AgentSession(ctx, clock, DEAD);
  await session.start();
  await session.prompt(`Build the importer. ${RULE}`);
  await session.use("Write", { file_path: `${ctx.caller.cwd}/src/rates.ts`, content: "x" });
  await session.use("Bash", { command: "node check-rates.js" }, FAILED);
  await session.use("mcp__holdfast__session_digest", { decisions: ["Stream the file"] });
  await session.stop("- [ ] parse the header\n- [x] open the file");
  await session.prompt("Now quote the fields.");
  return session;
}

/** The context as a program that runs in a session of a client. */
async function inside(ctx: OpenContext, session: AgentSession): Promise<OpenContext> {
  const { agent, nativeId: nativeSession } = await session.row();
  return { ...ctx, caller: { ...ctx.caller, agent, nativeSession } };
}

/** The record in the words of the hook, without what only stands around it. */
function linesOf(context = ""): string[] {
  return context
    .split("\n")
    .slice(2, -2)
    .filter((line) => !line.startsWith("Changed since:"));
}

/** Rendered as one text, not as a list. */
const PROSE = new Set(["First asked", "Latest request", "Previous request"]);

function asLines({ sections }: Awaited<ReturnType<typeof resume.call>>): string[] {
  return sections.flatMap(({ title, items }) =>
    PROSE.has(title)
      ? [`${title}: ${items.join(" ")}`]
      : items.length === 1
        ? [`${title}: ${items[0]}`]
        : [`${title}:`, ...items.map((item) => (title.startsWith("User said") ? item : `- ${item}`))],
  );
}

describe("one record", () => {
  test("the hook and resume show the same: by the checkpoint, by the session, and without an id", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const killed = await killedSession(ctx, clock);
      const { nativeId } = await killed.row();
      const before = asLines(await resume.call(ctx, {}));
      const { context } = await new AgentSession(ctx, clock, DEAD).start();
      const [, id] = /checkpoint_resume (chk_\w+)/.exec(context ?? "") ?? [];
      const delivered = linesOf(context);
      for (const line of ["Latest request: Now quote the fields.", `- ${RULE}`.slice(2)])
        expect(delivered.join("\n")).toContain(line);
      for (const title of ["Open todos", "Decisions", "Still failing", "Files changed"])
        expect(delivered.filter((line) => line.startsWith(`${title}: `))).toHaveLength(1);
      expect(before).toEqual(delivered);
      expect(asLines(await resume.call(ctx, { id }))).toEqual(delivered);
      expect(asLines(await resume.call(ctx, { id: nativeId.slice(0, 8) }))).toEqual(delivered);
    }));

  test("what a session inherited is in it, for a person beside it and for its agent", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      await killedSession(ctx, clock);
      const next = new AgentSession(ctx, clock, { pid: process.pid });
      await next.start();
      await next.prompt("Hello.");
      for (const caller of [ctx, await inside(ctx, next)]) {
        const resumed = await resume.call(caller, {});
        expect(resumed.todos).toEqual([{ content: "parse the header", status: "pending" }]);
        expect(resumed).toMatchObject({ next: "parse the header", session: { state: "running" } });
        expect(resumed.decisions).toMatchObject([{ decision: "Stream the file" }]);
        expect(resumed.files).toEqual([`${ctx.caller.cwd}/src/rates.ts`]);
        const text = asLines(resumed).join("\n");
        expect(text).toContain(RULE);
        expect(text).toContain("Still failing: node check-rates.js → Error: no rate for EUR");
      }
    }));

  test("S24: an agent's next steps are pending", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const session = await killedSession(ctx, clock);
      const note = { nextSteps: ["ask the bank"], decisions: ["Use floats"] };
      const { id } = await digest.call(await inside(ctx, session), note);
      const noted = await resume.call(ctx, { id });
      expect(noted.decisions.map(({ decision }) => decision)).toEqual(["Stream the file", "Use floats"]);
      await session.end();
      for (const { pending, next } of [noted, await resume.call(ctx, {})])
        expect({ pending, next }).toEqual({ pending: ["ask the bank"], next: "ask the bank" });
    }));
});

describe("which work is meant without an id", () => {
  test("of a linear history the newest session", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      await killedSession(ctx, clock);
      const second = new AgentSession(ctx, clock, DEAD);
      await second.start();
      await second.prompt("Draw the chart.");
      await second.compact();
      await second.end();
      const resumed = await resume.call(ctx, {});
      expect(resumed.session?.id).toBe((await second.row()).nativeId);
    }));

  test("two side by side are named with ids that resume takes", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const one = await killedSession(ctx, clock);
      const two = new AgentSession(ctx, clock, DEAD);
      await two.prompt("Draw the chart.");
      await one.prompt("Write the manual.");
      const error = await resume.call(ctx, {}).catch((thrown: unknown) => thrown);
      const short = (await two.row()).nativeId.slice(0, 8);
      expect(error).toMatchObject({ code: "ambiguous_id" });
      expect(String(error)).toMatch(
        new RegExp(
          `match:\n  1\\. \\w{8}  ".*", latest "Write the manual\\." .*\n  2\\. ${short}  "Draw the chart\\."`,
        ),
      );
      expect((await resume.call(ctx, { id: short })).session?.id).toBe((await two.row()).nativeId);
    }));

  test("a place that was saved later by no one's session", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      await killedSession(ctx, clock);
      const { id } = await save.call(ctx, { name: "before lunch", state: { todos: [] } });
      expect((await resume.call(ctx, {})).checkpoint?.id).toBe(id);
    }));

  test("after /clear an agent that asks gets what was cleared", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const pid = process.pid;
      const cleared = new AgentSession(ctx, clock, { pid });
      await cleared.prompt(`Build the importer. ${RULE}`);
      await cleared.end("clear");
      const next = new AgentSession(ctx, clock, { pid });
      await next.start("clear");
      await next.prompt("Bring it back.");
      expect(asLines(await resume.call(await inside(ctx, next), {})).join("\n")).toContain(RULE);
    }));
});

test("resuming a deleted checkpoint is an error that explains how to restore it", () =>
  withPlace(async ({ open }) => {
    const ctx = await open();
    const { id } = await save.call(ctx, { name: "mark" });
    await deleteOperation.call(ctx, { id });
    const error = { code: "conflict", message: expect.stringContaining(`${id} was deleted`) };
    const next = `Restore it first: \`holdfast delete ${id} --undo\`.`;
    await expect(resume.call(ctx, { id })).rejects.toMatchObject({ ...error, next });
    await deleteOperation.call(ctx, { id, undo: true });
    expect((await resume.call(ctx, { id })).checkpoint?.id).toBe(id);
  }));

test("the first save and digest of a continued session come after its parent's newest checkpoint", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const killed = await killedSession(ctx, clock);
    const next = new AgentSession(ctx, clock, DEAD);
    await next.start();
    await next.prompt("Go on.");
    const [record] = await ctx.store.listCheckpoints({ sessionId: (await killed.row()).id, limit: 1 });
    const first = await save.call(await inside(ctx, next), {});
    expect(first.parent).toBe(record?.id);
    const second = await digest.call(await inside(ctx, next), { state: "half done" });
    expect(second.parent).toBe(first.id);
  }));
