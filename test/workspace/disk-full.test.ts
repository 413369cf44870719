import { expect, test } from "vitest";
import { HoldfastError } from "../../src/kernel/errors.ts";
import { explainFullDisk } from "../../src/workspace/snapshots/disk-full.ts";

const saidByGit = (text: string) =>
  explainFullDisk("/state", () => Promise.reject(new HoldfastError("snapshot_failed", text)));

test.each([
  "git update-index failed: fatal: sha1 file '/state/index.lock' write error. Out of diskspace",
  "git update-ref failed: fatal: cannot update ref 'refs/snapshots/snp_1': couldn't write '/state/refs/snapshots/snp_1.lock'",
  "git write-tree failed: error: unable to write file /state/objects/1a: No space left on device",
])("a full disk is named whatever git says of it: %s", async (text) => {
  await expect(saidByGit(text)).rejects.toMatchObject({
    code: "disk_full",
    message: expect.stringContaining("/state"),
  });
});

test("other failures of git are no full disk", async () => {
  const text =
    "git update-ref failed: fatal: cannot lock ref: Unable to create '/state/x.lock': File exists.";
  await expect(saidByGit(text)).rejects.toMatchObject({ code: "snapshot_failed" });
});
