import { cpSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { undo as undoOperation } from "../../src/restore/operations/undo.ts";
import type { RestoreView } from "../../src/snapshots/restore/restore-view.ts";
import { styleFor } from "../../src/surfaces/cli/layout/style.ts";
import { renderRestore } from "../../src/surfaces/cli/render/restore.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const CHANGES = expect.stringMatching(/^Only the last 20 restores can be taken back. Run `holdfast changes`/);

test("an undo after the last restore was taken back names no other restore", () =>
  withSnapshots(async (place) => {
    await restoreOne(place);
    await place.undo();
    await expect(place.undo()).rejects.toMatchObject({ code: "not_found", next: CHANGES });
  }));

test("an undo in a copy of the directory names the snapshot from before the restore in the original", () =>
  withSnapshots(async (place) => {
    const { root, project, undo } = place;
    const { safety } = await restoreOne(place);
    const original = join(root, "original");
    renameSync(project, original);
    cpSync(original, project, { recursive: true });
    const named = `\`holdfast restore ${safety} --overwrite\``;
    await expect(undo()).rejects.toMatchObject({ code: "not_found", next: expect.stringContaining(named) });
    await restoreOne(place);
    await undo();
    await expect(undo()).rejects.toMatchObject({ next: CHANGES });
  }));

test("a restore whose files were all changed since is passed over by the next undo", () =>
  withSnapshots(async ({ ctx, at, put, project, restore, undo }) => {
    const both = () => ["a", "b"].map((name) => readFileSync(join(project, name), "utf8"));
    for (const name of ["a", "b"]) put(name, "before\n");
    await at("prompt", 1);
    for (const name of ["a", "b"]) put(name, "agent\n");
    await at("turn_end", 1);
    await restore("1", { paths: ["b"] });
    await restore("1", { paths: ["a"] });
    put("a", "by hand\n");
    const note = expect.stringContaining("The next `holdfast undo` takes back the restore before");
    const kept = { error: "conflict", conflicts: [{ path: "a" }] };
    expect(await undoOperation.call(ctx, { dryRun: true })).toMatchObject(kept);
    expect(await undo()).toMatchObject({ ...kept, note });
    expect(await undo()).toMatchObject({ ok: true, counts: { changed: 1 } });
    expect(both()).toEqual(["by hand\n", "agent\n"]);
    await expect(undo()).rejects.toMatchObject({ code: "not_found", next: CHANGES });
  }));

async function restoreOne({ at, put, restore }: SnapshotPlace) {
  put("a.txt", "before\n");
  await at("prompt", 1);
  put("a.txt", "after\n");
  await at("turn_end", 1);
  return await restore("1");
}

test("a plan names the command that carries it out", () =>
  withSnapshots(async (place) => {
    const shown = async (view: Promise<RestoreView>) =>
      renderRestore(await view, { style: styleFor(false), now: 0, columns: 80 }).at(-1);
    await place.at("prompt", 1);
    place.put("a", "agent's\n");
    await place.at("turn_end", 1);
    expect(await shown(place.restore("1", { dryRun: true }))).toBe(
      "To restore, add --yes. Nothing was changed.",
    );
    await place.restore("1");
    expect(await shown(undoOperation.call(place.ctx, { dryRun: true }))).toBe(
      "To take it back, run `holdfast undo` without --dry-run. Nothing was changed.",
    );
  }));
