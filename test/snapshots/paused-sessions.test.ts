import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { capture } from "../../src/snapshots/operations/capture.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

interface PausedPlace extends SnapshotPlace {
  session: AgentSession;
  /** The files of all events so far are captured. */
  captured(): Promise<void>;
  change(action: "pause" | "resume"): Promise<unknown>;
  read(path: string): string;
}

/** A session in its first turn, in a directory with the files `agent` and `person`. */
function withSession(work: (place: PausedPlace) => Promise<void>): Promise<void> {
  return withSnapshots(async (place) => {
    const { ctx, clock, project, put } = place;
    for (const name of ["agent", "person"]) put(name, "before\n");
    const session = new AgentSession(ctx, clock, { pid: process.pid });
    const captured = () => runSnapshotRequests(ctx);
    await session.start();
    await session.prompt("Change the file.");
    await captured();
    const key = (await session.row()).nativeId;
    await work({
      ...place,
      session,
      captured,
      change: (action) => capture.call(ctx, { action, session: key }),
      read: (path) => readFileSync(join(project, path), "utf8"),
    });
  });
}

/** What happens between the pause and the restore, besides what the person changes. */
const afterwards: Record<string, (place: PausedPlace) => Promise<unknown>> = {
  nothing: async () => {},
  "the turn goes on": ({ session }) => session.use("Bash", { command: "make" }),
  async "another turn begins"({ session }) {
    await session.stop();
    await session.prompt("Go on.");
  },
};

test.each(Object.keys(afterwards))(
  "what is changed while capture is paused is no work of the turn: %s",
  (name) =>
    withSession(async (place) => {
      const { session, captured, change, put, restore, read } = place;
      put("agent", "by the agent\n");
      await change("pause");
      await session.stop();
      put("person", "by hand\n");
      await change("resume");
      await afterwards[name]?.(place);
      await captured();
      const { files, conflicts } = await restore("1");
      expect(files).toMatchObject([{ path: "agent" }]);
      expect(conflicts).toMatchObject([{ path: "person" }]);
      expect([read("agent"), read("person")]).toEqual(["before\n", "by hand\n"]);
    }),
);

test("what was changed between two turns is no work of the first one when capture is paused then", () =>
  withSession(async ({ session, captured, change, put, restore, read }) => {
    put("agent", "by the agent\n");
    await session.stop();
    await captured();
    put("person", "by hand\n");
    await change("pause");
    await restore("1");
    expect([read("agent"), read("person")]).toEqual(["before\n", "by hand\n"]);
  }));

test("the files of a turn that is paused have been captured when the command ends", () =>
  withSession(async ({ change, put, restore, undo, read }) => {
    put("agent", "by the agent\n");
    await change("pause");
    put("agent", "by hand\n");
    const { conflicts } = await restore("1");
    expect(conflicts).toMatchObject([{ path: "agent" }]);
    await restore("1", { overwrite: true });
    expect(read("agent")).toBe("before\n");
    await undo();
    expect(read("agent")).toBe("by hand\n");
  }));
