import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

/** No process has this id: a session that names it is dead. */
const DEAD = { pid: 4_194_305 };
const RULE = "Never write to the production bucket.";

async function killedSession(ctx: OpenContext, clock: { now: number }, base = {}) {
  const session = new AgentSession(ctx, clock, { ...DEAD, ...base });
  await session.start();
  await session.prompt(`Build the importer. ${RULE}`);
  await session.stop("- [ ] parse the header\n- [x] open the file");
  return session;
}

function worktree(place: TestPlace, name: string): string {
  const path = join(place.root, name);
  mkdirSync(path);
  writeFileSync(join(path, ".git"), `gitdir: ${join(place.project, ".git", "worktrees", name)}\n`);
  const own = join(place.project, ".git", "worktrees", name);
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "commondir"), "../..\n");
  writeFileSync(join(own, "gitdir"), `${join(path, ".git")}\n`);
  writeFileSync(join(own, "HEAD"), `ref: refs/heads/${name}\n`);
  return path;
}

function repository(place: TestPlace): void {
  for (const folder of ["objects", "refs"])
    mkdirSync(join(place.project, ".git", folder), { recursive: true });
  writeFileSync(join(place.project, ".git", "HEAD"), "ref: refs/heads/main\n");
}

describe("what a new session receives", () => {
  test("S4 S45 D3: the killed session of its worktree, once, and the delivery is recorded", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const killed = await killedSession(ctx, clock);
      const next = new AgentSession(ctx, clock);
      const { context } = await next.start();
      expect(context).toContain(RULE);
      expect(context).toContain("parse the header");
      expect(await next.prompt("Go on.")).toEqual({});
      const { id, parentId, parentReason } = await next.row();
      expect({ parentId, parentReason }).toEqual({
        parentId: (await killed.row()).id,
        parentReason: "handoff",
      });
      expect(await ctx.store.listDeliveries(id)).toMatchObject([
        { channel: "session_start", incarnation: 1, chars: context?.length },
      ]);
    }));

  test("S27: after two kills the second one's work comes first and the first one's rules are still there", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      await killedSession(ctx, clock);
      const second = new AgentSession(ctx, clock, DEAD);
      await second.start();
      await second.prompt("Go on.");
      await second.prompt("Quote the fields too. The nightly job must not run twice.");
      const { context } = await new AgentSession(ctx, clock).start();
      expect(context).toContain("Latest request: Quote the fields too.");
      expect(context).toContain(RULE);
      expect(context).toContain("The nightly job must not run twice.");
      expect(context).toContain("parse the header");
      expect(context).toContain("First asked: Build the importer.");
    }));

  test("a session that was only asked to continue passes on the request that it continues", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      await killedSession(ctx, clock);
      const second = new AgentSession(ctx, clock, DEAD);
      await second.start();
      await second.prompt("continue");
      const { context } = await new AgentSession(ctx, clock).start();
      expect(context).toContain("Latest request: Build the importer.");
    }));

  describe("after /clear", () => {
    const pid = process.pid;

    test("nothing of the work before is delivered, and the person sees how to bring it back", () =>
      withPlace(async ({ open, clock }) => {
        const ctx = await open();
        const cleared = await killedSession(ctx, clock, { pid });
        const reply = await new AgentSession(ctx, clock, { pid }).start("clear");
        const [kept] = await ctx.store.listCheckpoints({ sessionId: (await cleared.row()).id, limit: 1 });
        expect(reply).toEqual({
          notice: `Holdfast: cleared. The record of "Build the importer. Never write to the …" is kept: ! holdfast resume ${kept?.id.slice(0, 12)}`,
        });
      }));

    test("nor is it to a session that starts later", () =>
      withPlace(async ({ open, clock }) => {
        const ctx = await open();
        const cleared = await killedSession(ctx, clock);
        await cleared.end("clear");
        expect(await new AgentSession(ctx, clock).start()).toEqual({});
      }));

    test("only the constraints, where the user set that", () =>
      withPlace(
        async ({ open, clock }) => {
          const ctx = await open();
          const cleared = await killedSession(ctx, clock, { pid });
          const rule = "Never touch module number 3, whatever happens to the build.";
          await cleared.prompt(rule);
          const next = new AgentSession(ctx, clock, { pid });
          const { context } = await next.start("clear");
          expect(context).toContain(rule);
          expect(context).not.toContain("Build the importer.");
          expect((await next.row()).capture.inherited).toMatchObject({ goal: null, todos: [] });
        },
        { recovery: { afterClear: "constraints" } },
      ));

    test("the whole record, where the user set that, also after two in a row", () =>
      withPlace(
        async ({ open, clock }) => {
          const ctx = await open();
          await killedSession(ctx, clock, { pid });
          const first = new AgentSession(ctx, clock, { pid });
          await first.start("clear");
          const { context } = await new AgentSession(ctx, clock, { pid }).start("clear");
          expect(context).toContain("before the user cleared it");
          expect(context).toContain(RULE);
        },
        { recovery: { afterClear: "record" } },
      ));
  });

  test("never a live sibling", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      await killedSession(ctx, clock, { pid: process.pid });
      expect(await new AgentSession(ctx, clock).start()).toEqual({});
    }));

  test("D3: a process that was given a dead session's number keeps no one from its work", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const killed = await killedSession(ctx, clock, { pid: process.pid });
      await ctx.store.replaceSession({ ...(await killed.row()), pidStart: "another time" });
      expect((await new AgentSession(ctx, clock).start()).context).toContain(RULE);
    }));

  test("a sibling in the same process is live while it is heard of, and over after ten minutes of silence", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const inOneProcess = { pid: process.pid };
      await killedSession(ctx, clock, inOneProcess);
      clock.now += 9 * 60_000;
      expect(await new AgentSession(ctx, clock, inOneProcess).start()).toEqual({});
      clock.now += 60_000;
      expect((await new AgentSession(ctx, clock, inOneProcess).start()).context).toContain(RULE);
    }));

  test("a sibling in another process that lives is live however long it is silent", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      await killedSession(ctx, clock, { pid: process.pid });
      clock.now += 60 * 60_000;
      expect(await new AgentSession(ctx, clock, { pid: process.ppid }).start()).toEqual({});
    }));

  test("D58: two that were killed side by side are named, the one that is resumed is adopted, and neither is offered again", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      await killedSession(ctx, clock);
      const other = new AgentSession(ctx, clock, DEAD);
      await other.start();
      const beside = new AgentSession(ctx, clock, DEAD);
      await beside.prompt("Draw the chart.");
      await other.prompt("Write the manual.");
      const next = new AgentSession(ctx, clock, DEAD);
      const { context = "" } = await next.start();
      expect(context).toContain("none was chosen");
      expect(context).not.toContain(RULE);
      const id = /(chk_\w+): "Draw the chart\."/.exec(context)?.[1];
      await next.prompt("The chart.");
      await next.use("mcp__holdfast__checkpoint_resume", { id });
      expect(await next.row()).toMatchObject({ parentId: (await beside.row()).id, parentReason: "handoff" });
      const later = await new AgentSession(ctx, clock).start();
      expect(later.context).toContain("Latest request: The chart.");
      expect(later.context).toContain("Previous request: Draw the chart.");
    }));

  test("S27: work of another worktree of the project is named, not taken over", () =>
    withPlace(async (place) => {
      repository(place);
      const ctx = await place.open();
      await killedSession(ctx, place.clock);
      const elsewhere = new AgentSession(ctx, place.clock, { cwd: worktree(place, "feature") });
      const { context } = await elsewhere.start();
      expect(context).toContain("another worktree of this project");
      expect(context).toMatch(/chk_\w+: "Build the importer\./);
      expect((await elsewhere.row()).parentId).toBeNull();
    }));

  test("S26: nothing that is older than the window", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      await killedSession(ctx, clock);
      clock.now += 4 * 3_600_000 + 1_000;
      expect(await new AgentSession(ctx, clock).start()).toEqual({});
    }));
});

describe("a session keeps its place and its end", () => {
  test("an agent's cd into another folder does not move it", () =>
    withPlace(async ({ open, clock, root, project }) => {
      const ctx = await open();
      const session = await killedSession(ctx, clock);
      await session.prompt("Look next door.", { cwd: root });
      expect(await session.row()).toMatchObject({ worktree: project, cwd: root });
    }));

  test("an event from before its end, taken in late, does not bring it back to life; a later one does", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const session = await killedSession(ctx, clock);
      await session.end();
      const { endedAt } = await session.row();
      clock.now -= 5_000;
      session.awaited = false;
      await session.start();
      expect((await session.row()).endedAt).toBe(endedAt);
      clock.now += 60_000;
      await session.prompt("One more thing.");
      expect((await session.row()).endedAt).toBeNull();
    }));
});

describe("a start that could not be answered", () => {
  test("is delivered at the next prompt, once", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      await killedSession(ctx, clock);
      const next = new AgentSession(ctx, clock);
      next.awaited = false;
      expect(await next.start()).toEqual({});
      next.awaited = true;
      expect((await next.prompt("Where were we?")).context).toContain(RULE);
      expect(await next.prompt("And now?")).toEqual({});
      const deliveries = await ctx.store.listDeliveries((await next.row()).id);
      expect(deliveries.map(({ channel }) => channel)).toEqual(["user_prompt_submit"]);
    }));
});

describe("a session that begins twice in a row", () => {
  test("Codex 5: a resume that compacts immediately is delivered once", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const session = await killedSession(ctx, clock);
      await session.start("compact");
      await session.prompt("Quote the fields too.");
      expect((await session.start("resume")).context).toContain(RULE);
      expect(await session.start("compact")).toEqual({});
      await session.prompt("Go on.");
      expect((await session.start("compact")).context).toContain(RULE);
    }));
});

describe("a conversation that is resumed by its client", () => {
  test("receives nothing that it still holds", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const session = await killedSession(ctx, clock);
      await session.end();
      expect(await session.start("resume")).toEqual({});
      expect((await session.start("compact")).context).toContain(RULE);
    }));

  test("receives what it was given again, where the client keeps nothing that we add to a prompt", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      await killedSession(ctx, clock);
      for (const [agent, again] of [["openclaw", RULE] as const, ["pi", undefined] as const]) {
        const given = new AgentSession(ctx, clock, { agent });
        expect((await given.start()).context).toContain(RULE);
        await given.prompt("Go on.");
        await given.stop();
        await given.end();
        const { context } = await given.start("resume");
        if (again) expect(context).toContain(again);
        else expect(context).toBeUndefined();
        await given.end();
      }
    }));

  test("receives its record when someone else worked there meanwhile, as old as the work is", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const session = await killedSession(ctx, clock);
      await new AgentSession(ctx, clock, DEAD).prompt("Draw the chart.");
      clock.now += 20 * 60_000;
      await session.end();
      const { context } = await session.start("resume");
      expect(context).toContain("last active 20 min ago");
      expect(context).toContain(RULE);
    }));
});

describe("a client that starts no session anew after a compaction", () => {
  test("S4: is delivered at the first prompt after it", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const [adapter] = ctx.agents;
      if (!adapter) throw new Error("no adapter");
      const capabilities = { ...adapter.capabilities, startsAfterCompaction: false };
      const session = await killedSession({ ...ctx, agents: [{ ...adapter, capabilities }] }, clock);
      await session.compact();
      await session.compacted();
      const { context } = await session.prompt("Now write the rows.");
      expect(context).toContain("same session, compacted");
      expect(context).toContain(RULE);
      expect(context).not.toContain("Now write the rows.");
      expect(await session.prompt("And the footer.")).toEqual({});
    }));
});
