import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { claudeCode } from "../../src/agents/claude-code/adapter.ts";
import type { OpenContext } from "../../src/app.ts";
import { digest } from "../../src/capture/operations/digest.ts";
import { handleEvent } from "../../src/events/handle-events.ts";
import { log } from "../../src/log/operations/log.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { AgentSession } from "../support/agent-session.ts";
import { runCommand } from "../support/run-cli.ts";
import { withSnapshots } from "../support/snapshot-place.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

/** No process has this id: a session that names it is dead. */
const DEAD = { pid: 4_194_305 };

interface Row {
  hook?: Record<string, unknown> & { hook_event_name: string; tool_calls?: { tool_name: string }[] };
  transcript?: { timestamp?: string };
}

/** Replays the demo's session, which was recorded from the real client, hook by hook. */
async function replayRecorded(ctx: OpenContext, { project, root, clock }: TestPlace) {
  const rows = readFileSync(new URL("../../scripts/demo/session.jsonl", import.meta.url), "utf8")
    .replaceAll("{{PROJECT}}", project)
    .replaceAll(/\{\{(?:HOME|TMP)\}\}/g, root)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
  const path = String(rows.find(({ hook }) => hook)?.hook?.["transcript_path"]);
  mkdirSync(dirname(path), { recursive: true });
  const newest = Math.max(
    ...rows.map(({ transcript }) => Date.parse(transcript?.timestamp ?? "")).filter(Number.isFinite),
  );
  clock.now = newest + 60_000;
  for (const [i, { hook, transcript }] of rows.entries()) {
    if (transcript) appendFileSync(path, `${JSON.stringify(transcript)}\n`);
    if (!hook) continue;
    const envelope = { id: `event-${i}`, event: hook.hook_event_name, at: clock.now++ };
    const event = await claudeCode.parseEvent(hook, envelope);
    if (event) await handleEvent(ctx, { ...event, ...DEAD }, { awaited: true });
  }
}

const Brief = z.object({ log: z.string(), next: z.null() });

/** The turns of the newest session. */
async function turnsOf(ctx: OpenContext, input: object) {
  return (await log.call(ctx, { turns: true, ...input })).sessions[0]?.turns ?? [];
}

/** A killed session with two turns, of which the second changes files by a tool and by the shell. */
async function killedSession(ctx: OpenContext, { project, clock }: TestPlace) {
  const session = new AgentSession(ctx, clock, DEAD);
  await session.start();
  await session.prompt("List the invoices. Never touch docs/.");
  await session.stop("There are three.");
  await session.prompt("Add pagination to the list; page size must stay 20.");
  await runSnapshotRequests(ctx);
  writeFileSync(join(project, "list.js"), "one\ntwo\n");
  await session.use("Write", { file_path: join(project, "list.js"), content: "one\ntwo\n" });
  await runSnapshotRequests(ctx);
  writeFileSync(join(project, "pages.js"), "by the shell\n");
  await session.use("Bash", { command: "npm test" }, { ok: false, text: "AssertionError: 19 == 20" });
  await session.use("Bash", { command: "node make-pages.js" });
  await session.use("mcp__holdfast__session_digest", {
    summary: "x",
    decisions: [{ decision: "Cursor, not offset", rationale: "Rows come in meanwhile" }],
  });
  await session.use("TodoWrite", {
    todos: [
      { content: "Read the list", status: "completed" },
      { content: "Test the last page", status: "in_progress" },
    ],
  });
  await session.stop("Pagination is in; one test fails.");
  await runSnapshotRequests(ctx);
  return session;
}

describe("what agents did", () => {
  test("a session is listed with what was asked, changed, run, decided and left open", () =>
    withSnapshots(async (place) => {
      const { ctx } = place;
      place.put("list.js", "zero\n");
      const session = await killedSession(ctx, place);
      const { id } = await session.row();
      const { sessions, next, markdown } = await log.call(ctx, {});
      expect({ next, markdown }).toEqual({ next: null, markdown: null });
      expect(sessions).toEqual([
        expect.objectContaining({
          id,
          agent: "claude-code",
          title: "List the invoices. Never touch docs/.",
          goal: "List the invoices. Never touch docs/.",
          latestRequest: "Add pagination to the list; page size must stay 20.",
          state: "cut off",
          live: false,
          directory: ".",
          turnCount: 2,
          files: [
            { path: "list.js", change: "changed", added: 2, removed: 1 },
            { path: "pages.js", change: "created", added: 1, removed: 0 },
          ],
          fileCount: 2,
          added: 3,
          removed: 1,
          filesFrom: "snapshots",
          commandCount: 2,
          failing: [{ command: "npm test", output: "AssertionError: 19 == 20" }],
          decisions: [{ decision: "Cursor, not offset", rationale: "Rows come in meanwhile" }],
          todos: [{ content: "Test the last page", status: "in_progress" }],
          usage: null,
          turns: null,
        }),
      ]);
      expect(sessions[0]?.commands.map(({ command, outcome }) => [command, outcome])).toEqual([
        ["npm test", "failed"],
        ["node make-pages.js", "ok"],
      ]);
    }));

  test("decisions that were noted by `digest` are listed once, also those of the command line", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      const session = await killedSession(ctx, place);
      const { nativeId } = await session.row();
      const caller = { ...ctx.caller, agent: "claude-code", nativeSession: nativeId } as const;
      const decisions = ["Cursor, not offset", "Ship behind a flag"];
      await digest.call({ ...ctx, caller }, { decisions });
      const [logged] = (await log.call(ctx, { brief: true })).sessions;
      expect(logged?.decisions).toEqual([
        { decision: "Cursor, not offset", rationale: "Rows come in meanwhile" },
        { decision: "Ship behind a flag", rationale: null },
      ]);
    }));

  test("without snapshots, the files are those that tools named, without numbers", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      await killedSession(ctx, place);
      const { sessions } = await log.call(ctx, { brief: true });
      expect(sessions[0]).toMatchObject({
        files: [{ path: "list.js", change: "changed", added: null, removed: null }],
        added: null,
        filesFrom: "tools",
      });
    }));

  test("the record that a session received names the session that it comes from", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      const earlier = await (await killedSession(ctx, place)).row();
      const next = new AgentSession(ctx, place.clock);
      await next.start();
      await next.prompt("Go on with the failing test of pagination.");
      const [shown] = (await log.call(ctx, {})).sessions;
      expect(shown).toMatchObject({ id: (await next.row()).id, live: true });
      expect(shown?.recovered).toEqual([
        expect.objectContaining({ session: earlier.id, nativeId: earlier.nativeId, arrived: true }),
      ]);
    }));

  test("turns have the prompt, the answer, their own files, commands and checkpoints", () =>
    withSnapshots(async (place) => {
      const { ctx } = place;
      place.put("list.js", "zero\n");
      const { nativeId } = await (await killedSession(ctx, place)).row();
      const shown = await turnsOf(ctx, { session: nativeId.slice(0, 8), diff: true });
      expect(shown.map(({ number, prompt, fileCount }) => [number, prompt, fileCount])).toEqual([
        [1, "List the invoices. Never touch docs/.", 0],
        [2, "Add pagination to the list; page size must stay 20.", 2],
      ]);
      expect(shown[1]).toMatchObject({ answer: "Pagination is in; one test fails.", shared: false });
      expect(shown[1]?.patch).toContain("+by the shell");
      expect(shown[0]?.patch).toBeNull();
      const earlier = await turnsOf(ctx, { session: nativeId, beforeTurn: 2 });
      expect(earlier.map(({ number }) => number)).toEqual([1]);
    }));

  test("a session of the real client, recorded: turns come from its transcript, tokens from it too", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      await replayRecorded(ctx, place);
      const turns = await turnsOf(ctx, {});
      expect(turns.map(({ number, answer }) => [number, answer?.split("\n")[0]])).toEqual([
        [1, "Done with the first step."],
        [2, expect.stringContaining("The edge test fails")],
        [3, expect.stringContaining("Understood.")],
      ]);
      expect(turns[1]?.commands.map(({ command, outcome }) => [command, outcome])).toEqual([
        ["node test/limiter.test.js", "ok"],
        ["node test/edge.test.js", "failed"],
      ]);
      const [shown] = (await log.call(ctx, {})).sessions;
      expect(shown?.failing[0]?.output).toBe("AssertionError [ERR_ASSERTION]: true == false");
      expect(shown?.usage).toMatchObject({ models: [{ model: "claude-opus-5-5" }], unpriced: [] });
      expect(shown?.usage?.cost).toBeGreaterThan(0);
    }));
});

describe("which sessions", () => {
  async function threeSessions(ctx: OpenContext, { clock }: TestPlace) {
    for (const prompt of ["Build the importer.", "Größe der Seite ändern: 20.", "Translate the README."]) {
      const session = new AgentSession(ctx, clock, DEAD);
      await session.start();
      await session.prompt(prompt);
      clock.now += 3_600_000;
    }
    await new AgentSession(ctx, clock, DEAD).start();
  }
  const titles = async (ctx: OpenContext, input: object) =>
    (await log.call(ctx, { brief: true, ...input })).sessions.map(({ title }) => title.split(" ")[0]);

  test("pages continue where the page before ended, without sessions in which nothing was typed", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      await threeSessions(ctx, place);
      const first = await log.call(ctx, { limit: 2 });
      expect(first.sessions.map(({ title }) => title)).toEqual([
        "Translate the README.",
        "Größe der Seite ändern: 20.",
      ]);
      const second = await log.call(ctx, { limit: 2, after: first.next });
      expect(second.sessions.map(({ title }) => title)).toEqual(["Build the importer."]);
      expect(second.next).toBeNull();
      await expect(log.call(ctx, { after: "x" })).rejects.toThrow("after is not a position");
    }));

  test("since, until, agent, project, worktree and words select sessions", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      await threeSessions(ctx, place);
      expect(await titles(ctx, { since: "90m" })).toEqual(["Translate"]);
      expect(await titles(ctx, { until: "2h" })).toEqual(["Größe", "Build"]);
      expect(await titles(ctx, { until: "2026-11-20" })).toEqual([]);
      expect(await titles(ctx, { agent: "codex" })).toEqual([]);
      expect(await titles(ctx, { search: "größe 20" })).toEqual(["Größe"]);
      expect(await titles(ctx, { search: "importer readme" })).toEqual([]);
      expect(await titles(ctx, { worktree: place.project })).toHaveLength(3);
      expect(await titles(ctx, { project: "project" })).toHaveLength(3);
      const elsewhere = await place.open({ cwd: place.root });
      expect(await titles(elsewhere, {})).toEqual([]);
      expect(await titles(elsewhere, { project: "all" })).toHaveLength(3);
      await expect(log.call(ctx, { project: "shop" })).rejects.toThrow("No project shop is known.");
      await expect(log.call(ctx, { since: "soon" })).rejects.toThrow("since is neither an age nor a date.");
    }));

  test("words of the title select a session that only continued the work of another one", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      await threeSessions(ctx, place);
      const next = new AgentSession(ctx, place.clock, DEAD);
      await next.start();
      await next.prompt("Continue.");
      expect(await titles(ctx, {})).toEqual(["Build", "Translate", "Größe", "Build"]);
      expect(await titles(ctx, { search: "build importer" })).toEqual(["Build", "Build"]);
      expect(await titles(ctx, { search: "continue importer" })).toEqual(["Build"]);
      expect(await titles(ctx, { search: "continue größe" })).toEqual([]);
    }));
});

test("the command line shows the log within 80 columns, as Markdown, and turn by turn", () =>
  withSnapshots(async (place) => {
    const { nativeId } = await (await killedSession(place.ctx, place)).row();
    const shell = { open: () => place.open({}, { env: { PATH: process.env["PATH"] } }) };
    const shown = await runCommand(shell, ["log", "--since", "1d"], { columns: () => 80 });
    expect(shown).toMatchObject({ code: 0, err: "" });
    expect(shown.out.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(shown.out).toContain("  + list.js  (+2 -0)");
    expect(shown.out).toContain("  ✗ npm test");
    const markdown = await runCommand(shell, ["log", "--format", "md"]);
    expect(markdown.out).toContain("\n- `list.js` (+2 -0, new)\n");
    const turns = await runCommand(shell, ["log", "--session", nativeId, "--diff"]);
    expect(turns.out).toContain("2. Add pagination to the list; page size must stay 20.");
    expect(turns.out).toContain("+by the shell");
  }));

test("agents get the log as Markdown, by a tool that only reads", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    await killedSession(ctx, place);
    const output = await log.call(ctx, { brief: true });
    expect(log).toMatchObject({ tool: "session_log", readOnly: true });
    const { log: shown } = Brief.parse(log.toolOutput?.from(output));
    expect(shown).toMatch(/^## List the invoices/);
    expect(shown).toContain("**Still failing**\n\n- `npm test`: AssertionError: 19 == 20");
    expect(shown).toContain("- [ ] Test the last page");
  }));
