import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { list } from "../../src/capture/operations/list.ts";
import { diff } from "../../src/checkpoints/operations/diff.ts";
import { log } from "../../src/log/operations/log.ts";
import { save } from "../../src/place/operations/save.ts";
import { changes } from "../../src/snapshots/operations/changes.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { styleFor } from "../../src/surfaces/cli/layout/style.ts";
import { render } from "../../src/surfaces/cli/render/render.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const text = (name: Parameters<typeof render>[0], output: unknown) =>
  render(name, output, { style: styleFor(false), now: 0, columns: 200 }).join("\n");

const ONLY_PERMISSIONS = { change: "permissions", added: null, removed: null };

const modeIn =
  ({ project }: SnapshotPlace) =>
  (name: string, mode: number) =>
    chmodSync(join(project, name), mode);

test("changes shows files of which a turn changed only the permissions, unless it gave them back", () =>
  withSnapshots(async (place) => {
    const { ctx, at, put } = place;
    const chmod = modeIn(place);
    for (const name of ["closed", "edited", "again", "same"]) put(name, "1\n");
    chmod("same", 0o600);
    await at("prompt", 1);
    for (const name of ["closed", "edited", "again"]) chmod(name, 0o600);
    await at("during_turn", 1);
    put("made", "1\n");
    put("edited", "2\n");
    for (const [name, mode] of [["again", 0o644] as const, ["made", 0o600] as const]) chmod(name, mode);
    await at("during_turn", 1);
    put("edited", "1\n");
    await at("turn_end", 1);
    const found = await changes.call(ctx, {});
    expect(found.turns).toMatchObject([
      {
        fileCount: 3,
        files: [
          { path: "closed", ...ONLY_PERMISSIONS },
          { path: "edited", ...ONLY_PERMISSIONS },
          { path: "made", change: "created", added: 1 },
        ],
      },
    ]);
    expect(text("changes", found)).toContain("\n  ~ closed  (permissions)\n");
  }));

test("changes shows permissions that were changed since the last snapshot, restore those that it would change", () =>
  withSnapshots(async (place) => {
    const { ctx, at, put, restore } = place;
    put("a.txt", "1\n");
    await at("prompt", 1);
    modeIn(place)("a.txt", 0o600);
    const files = [{ path: "a.txt", ...ONLY_PERMISSIONS }];
    expect((await changes.call(ctx, {})).turns).toMatchObject([{ turn: 1, fileCount: 1, files }]);
    expect(await restore("1", { yes: false })).toMatchObject({ files, counts: { changed: 1 } });
  }));

test("checkpoints, their differences and the log count files of which only permissions changed", () =>
  withSnapshots(async (place) => {
    const { ctx, clock, put } = place;
    put("a.txt", "1\n");
    await save.call(ctx, { name: "before" });
    const session = new AgentSession(ctx, clock, { pid: process.pid });
    await session.start();
    await session.prompt("Close the file.");
    await runSnapshotRequests(ctx);
    modeIn(place)("a.txt", 0o600);
    await session.use("Bash", { command: "chmod 600 a.txt" });
    await session.stop();
    await session.end();
    await runSnapshotRequests(ctx);
    const { checkpoints } = await list.call(ctx, {});
    expect(checkpoints[0]?.files).toMatchObject({ turn: 1, files: 1, added: 0, removed: 0 });
    await save.call(ctx, { name: "after" });
    const files = [{ path: "a.txt", ...ONLY_PERMISSIONS }];
    const difference = await diff.call(ctx, { from: "before", to: "after", files: true });
    expect(difference).toMatchObject({ equal: false, captured: { fileCount: 1, files } });
    expect(await log.call(ctx, {})).toMatchObject({ sessions: [{ fileCount: 1, files }] });
    expect(JSON.stringify(await log.call(ctx, { format: "md" }))).toContain("`a.txt` (permissions)");
  }));
