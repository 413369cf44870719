import { describe, expect, test } from "vitest";
import { EMPTY_CAPTURE } from "../kernel/capture.ts";
import type { Session, SessionSummary } from "../kernel/record.ts";
import type { Store } from "../kernel/storage/store.ts";
import { sampleCheckpoint, sampleProject, sampleSession } from "./sample-records.ts";

export function sessionContract(store: () => Store): void {
  describe("projects and sessions", () => {
    test("a root belongs to one project, whoever stores it first", async () => {
      const first = await store().ensureProject(sampleProject("/home/user/app"));
      expect(await store().ensureProject(sampleProject("/home/user/app"))).toEqual(first);
      expect(await store().getProject(first.id)).toEqual(first);
      expect(await store().findProjectByRoot("/home/user/app")).toEqual(first);
      expect(await store().findProjectByRoot("/other")).toBeUndefined();
    });

    test("a session is found by every native id it ever had", async () => {
      const session = sampleSession({
        dismissedAt: 4,
        pid: 7,
        capture: { ...EMPTY_CAPTURE, goal: "x" },
        launch: "{}",
      });
      await store().replaceSession(session);
      const renamed = { ...session, revision: 1, nativeId: "another", incarnation: 2, dismissedAt: null };
      await store().replaceSession(renamed);
      const written = { ...renamed, revision: 2 };
      expect(await store().getSession(session.id)).toEqual(written);
      expect(await store().findSession("claude-code", session.nativeId)).toEqual(written);
      expect(await store().findSession("claude-code", "another")).toEqual(written);
      expect(await store().findSession("codex", "another")).toBeUndefined();
      expect(await store().nativeIds([session.id, "ses_unknown"])).toEqual(
        new Map([[session.id, "another"]]),
      );
      expect(await store().nativeIds([])).toEqual(new Map());
    });

    test("many sessions are outlined: what a list shows of them, with or without their commands", async () => {
      const command = { id: "c1", command: "npm test", ok: false, output: "1 failed", at: 3 };
      const todo = { content: "Parse", status: "pending" } as const;
      const sentence = { text: "x", at: 1, asked: null, kind: "other", worth: 0.5 } as const;
      const capture = {
        ...EMPTY_CAPTURE,
        goal: "x",
        todos: [todo],
        commands: [command],
        sentences: [sentence],
      };
      const session = sampleSession({ capture });
      await store().replaceSession(session);
      const brief = { ...EMPTY_CAPTURE, goal: "x", todos: [todo] };
      expect(await store().listOutlines([session.id, "ses_unknown"], "brief")).toEqual(
        new Map([[session.id, brief]]),
      );
      expect(await store().listOutlines([session.id], "full")).toEqual(
        new Map([[session.id, { ...brief, commands: [command] }]]),
      );
      expect(await store().listOutlines([], "full")).toEqual(new Map());
    });

    test("which session another one continues, and how", async () => {
      const parent = sampleSession({ agent: "claude-code" });
      const child = sampleSession({ agent: "codex", parentId: parent.id, parentReason: "handoff" });
      const orphan = sampleSession({ parentId: "ses_deleted", parentReason: "fork" });
      for (const session of [parent, child, orphan]) await store().replaceSession(session);
      const { id, agent, nativeId } = parent;
      expect(await store().listParents([parent.id, child.id, orphan.id])).toEqual(
        new Map([[child.id, { id, agent, nativeId, reason: "handoff" }]]),
      );
      expect(await store().listParents([])).toEqual(new Map());
    });

    test("a session that changed since it was read is not replaced, and a native id in use is not taken over", async () => {
      const session = sampleSession({ nativeId: "mine" });
      expect(await store().replaceSession(session)).toBe(true);
      const read = { ...session, revision: 1 };
      await store().replaceSession({ ...read, pid: 8 });
      expect(await store().replaceSession({ ...read, pid: 9 })).toBe(false);
      expect(await store().getSession(session.id)).toMatchObject({ pid: 8, revision: 2 });
      expect(await store().replaceSession({ ...read, revision: 2, pid: 9 })).toBe(true);
      expect(await store().getSession(session.id)).toMatchObject({ pid: 9, revision: 3 });
      expect(await store().sessionRevision(session.id)).toBe(3);
      expect(await store().sessionRevision("ses_unknown")).toBeUndefined();
      expect(await store().replaceSession(sampleSession({ nativeId: "mine" }))).toBe(false);
      expect(await store().findSession("claude-code", "mine")).toMatchObject({ id: session.id });
    });

    test("of many concurrent replacements of a session, one succeeds", async () => {
      const session = sampleSession();
      await store().replaceSession(session);
      const tries = Array.from({ length: 8 }, (_, pid) =>
        store().replaceSession({ ...session, revision: 1, pid }),
      );
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    });

    test("sessions are filtered by their fields and by when they were last seen", async () => {
      const old = sampleSession({ worktree: "/w", lastSeenAt: 10 });
      const recent = sampleSession({ worktree: "/w", lastSeenAt: 20, agent: "codex" });
      const launched = sampleSession({ worktree: "/v", launch: "{}" });
      for (const session of [old, recent, launched, sampleSession()]) await store().replaceSession(session);
      expect(await store().listSessions({ launched: true, limit: 5 })).toEqual([summaryOf(launched)]);
      expect(await store().listSessions({ worktree: "/w", limit: 5 })).toEqual([recent, old].map(summaryOf));
      expect(await store().listSessions({ worktree: "/w", seenSince: 15, limit: 5 })).toEqual([
        summaryOf(recent),
      ]);
      expect(await store().listSessions({ worktree: "/w", agent: "codex", limit: 5 })).toEqual([
        summaryOf(recent),
      ]);
    });

    test("sessions are listed a page at a time; those last seen at the same time are ordered by id", async () => {
      const at = (id: string, lastSeenAt: number) =>
        sampleSession({ id: `ses_${id}`, worktree: "/w", lastSeenAt });
      for (const session of [at("a", 10), at("c", 20), at("b", 20), at("d", 30)])
        await store().replaceSession(session);
      const first = await store().listSessions({ worktree: "/w", limit: 2 });
      expect(first.map(({ id }) => id)).toEqual(["ses_d", "ses_b"]);
      const [, after] = first;
      const rest = await store().listSessions({ worktree: "/w", ...(after ? { after } : {}), limit: 9 });
      expect(rest.map(({ id }) => id)).toEqual(["ses_c", "ses_a"]);
    });

    test("several sessions are read at once, with their captures", async () => {
      const first = sampleSession({ capture: { ...EMPTY_CAPTURE, goal: "x" } });
      const second = sampleSession();
      for (const session of [first, second]) await store().replaceSession(session);
      expect(await store().getSessions([second.id, first.id, "ses_unknown"])).toEqual(
        new Map([first, second].map((session) => [session.id, { ...session, revision: 1 }])),
      );
      expect(await store().getSessions([])).toEqual(new Map());
    });

    test("sessions are filtered by when they started, whether anything was typed, and by words in any language", async () => {
      const saying = (id: string, goal: string, promptCount = 1) =>
        sampleSession({ id: `ses_${id}`, startedAt: 10, promptCount, capture: { ...EMPTY_CAPTURE, goal } });
      const sessions = [
        saying("plain", "List the invoices"),
        saying("german", 'Größe "20" 100%'),
        saying("silent", "", 0),
        { ...saying("late", "List the orders"), startedAt: 20 },
      ];
      for (const session of sessions) await store().replaceSession(session);
      const idsOf = async (filter: object) =>
        (await store().listSessions({ limit: 9, ...filter })).map(({ id }) => id).sort();
      expect(await idsOf({ prompted: true })).toEqual(["ses_german", "ses_late", "ses_plain"]);
      expect(await idsOf({ startedUntil: 15 })).toEqual(["ses_german", "ses_plain", "ses_silent"]);
      expect(await idsOf({ words: ["list", "INVOICES"] })).toEqual(["ses_plain"]);
      expect(await idsOf({ words: ["größe", '"20"', "100%"] })).toEqual(["ses_german"]);
    });

    test("a project is found by its directory, of which the newest note counts", async () => {
      const project = await store().ensureProject({ ...sampleProject("/a"), directory: "first" });
      expect(await store().findProjectByDirectory("first")).toEqual(project);
      await store().ensureProject({ ...sampleProject("/a"), directory: null });
      expect(await store().findProjectByDirectory("first")).toEqual(project);
      const noted = await store().ensureProject({ ...sampleProject("/a"), directory: "second" });
      expect(noted).toEqual({ ...project, directory: "second" });
      expect(await store().findProjectByDirectory("first")).toBeUndefined();
      expect(await store().getProject(project.id)).toEqual(noted);
    });

    test("a project moves with the directories of its sessions and checkpoints that are in it", async () => {
      const { id } = await store().ensureProject(sampleProject("/home/ü/app"));
      const inside = sampleSession({ projectId: id, worktree: "/home/ü/app", cwd: "/home/ü/app/lib" });
      const beside = sampleSession({ projectId: id, worktree: "/home/ü/app-two", startedIn: null });
      const other = sampleSession({ worktree: "/home/ü/app" });
      for (const session of [inside, beside, other]) await store().replaceSession(session);
      const checkpoint = sampleCheckpoint({ projectId: id, worktree: "/home/ü/app/.worktrees/x" });
      await store().saveCheckpoint(checkpoint, new Map());
      const move = { from: "/home/ü/app", to: "/srv/renamed" };
      await store().moveProject(id, move);
      expect(await store().getProject(id)).toMatchObject({ root: move.to, name: "renamed" });
      const moved = { worktree: move.to, cwd: "/srv/renamed/lib", revision: 2 };
      expect(await store().getSession(inside.id)).toMatchObject(moved);
      expect(await store().getSession(beside.id)).toMatchObject({
        worktree: "/home/ü/app-two",
        startedIn: null,
      });
      expect(await store().getSession(other.id)).toMatchObject({ worktree: "/home/ü/app", revision: 1 });
      expect(await store().getCheckpoint(checkpoint.id)).toMatchObject({
        worktree: "/srv/renamed/.worktrees/x",
      });
      await store().moveProject(id, { from: "/home/ü/app", to: "/elsewhere" });
      expect(await store().getProject(id)).toMatchObject({ root: move.to });
    });

    test("all projects are listed, oldest first", async () => {
      const older = { ...sampleProject("/a"), createdAt: 1 };
      const newer = { ...sampleProject("/b"), createdAt: 2 };
      for (const project of [newer, older]) await store().ensureProject(project);
      expect(await store().listProjects(5)).toEqual([older, newer]);
      expect(await store().listProjects(1)).toEqual([older]);
    });

    test("old sessions without checkpoints are deleted with their native ids, a slice at a time", async () => {
      const seen = (id: string, lastSeenAt: number) =>
        sampleSession({ id: `ses_${id}`, nativeId: id, lastSeenAt });
      for (const session of [seen("old", 5), seen("older", 4), seen("kept", 5), seen("new", 10)])
        await store().replaceSession(session);
      await store().saveCheckpoint(sampleCheckpoint({ sessionId: "ses_kept" }), new Map());
      const first = await store().forgetSessions(10, 1);
      const second = await store().forgetSessions(10, 9);
      expect([first.length, second.length]).toEqual([1, 1]);
      expect([...first, ...second].toSorted()).toEqual(["ses_old", "ses_older"]);
      expect(await store().forgetSessions(10, 9)).toEqual([]);
      const left = await store().listSessions({ limit: 9 });
      expect(left.map(({ id }) => id)).toEqual(["ses_new", "ses_kept"]);
      expect(await store().findSession("claude-code", "old")).toBeUndefined();
      expect(await store().findSession("claude-code", "kept")).toMatchObject({ id: "ses_kept" });
    });

    test("deliveries are kept in order", async () => {
      const delivery = {
        sessionId: "ses_a",
        checkpointId: null,
        channel: "session_start",
        chars: 12,
        eventId: null,
        arrivedAt: 1,
        handler: null,
        reply: null,
      } as const;
      await store().putDelivery({ ...delivery, id: "dlv_2", incarnation: 2, at: 9 });
      await store().putDelivery({ ...delivery, id: "dlv_1", incarnation: 1, at: 5 });
      const listed = await store().listDeliveries("ses_a");
      expect(listed.map(({ id }) => id)).toEqual(["dlv_1", "dlv_2"]);
      expect((await store().listDeliveries("ses_a", 9)).map(({ id }) => id)).toEqual(["dlv_2"]);
      await store().putDelivery({ ...delivery, sessionId: "ses_b", id: "dlv_3", incarnation: 1, at: 7 });
      const both = await store().deliveriesOf(["ses_a", "ses_b", "ses_c"]);
      expect(both.map(({ id }) => id)).toEqual(["dlv_1", "dlv_3", "dlv_2"]);
      expect(await store().deliveriesOf([])).toEqual([]);
    });
  });
}

/** The form in which a list returns a session. */
function summaryOf({ capture: _, ...summary }: Session): SessionSummary {
  return { ...summary, revision: 1 };
}
