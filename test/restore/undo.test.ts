import { cpSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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

async function restoreOne({ at, put, restore }: SnapshotPlace) {
  put("a.txt", "before\n");
  await at("prompt", 1);
  put("a.txt", "after\n");
  await at("turn_end", 1);
  return await restore("1");
}
