import { expect, test } from "vitest";
import { ERRORS } from "../../../../src/kernel/errors.ts";
import { runCommand } from "../../../support/run-cli.ts";
import { withSnapshots } from "../../../support/snapshot-place.ts";

test("a restore names the command that takes it back; that one names none", () =>
  withSnapshots(async ({ ctx, at, put }) => {
    const run = async (...words: string[]) => (await runCommand({ open: async () => ctx }, words)).out;
    put("a.txt", "before\n");
    await at("prompt", 1);
    put("a.txt", "after\n");
    await at("turn_end", 1);
    expect(await run("restore", "1", "--yes")).toContain("To take it back: holdfast undo");
    const undone = await run("undo");
    expect(undone).toContain("Restored 1 file");
    expect(undone).not.toContain("To take it back");
  }));

test("a restore that had to keep everything exits as a conflict and says what to do", () =>
  withSnapshots(async (place) => {
    const open = () => place.open({}, { env: { PATH: process.env["PATH"] } });
    const run = (...words: string[]) => runCommand({ open }, words);
    place.put("a.txt", "before\n");
    await place.at("prompt", 1);
    await place.at("turn_end", 1);
    place.put("a.txt", "mine\n");
    await place.at("prompt", 2);
    const { code, out } = await run("restore", "1", "--yes");
    expect(code).toBe(ERRORS.conflict.exit);
    expect(out).toContain("No file was restored");
    expect(out).toContain("To restore the kept files too, add --overwrite.");
    expect((await run("restore", "1")).code).toBe(ERRORS.conflict.exit);
  }));

test("the way to overwrite what was kept says what it would delete", () =>
  withSnapshots(async (place) => {
    const open = () => place.open({}, { env: { PATH: process.env["PATH"] } });
    const run = async (...words: string[]) => (await runCommand({ open }, words)).out;
    place.put("a.txt", "before\n");
    await place.at("prompt", 1);
    await place.at("turn_end", 1);
    place.put("own.txt", "mine\n");
    expect(await run("restore", "1")).toContain("To delete the kept files too, add --overwrite.");
    place.put("a.txt", "mine\n");
    const both = await run("restore", "1");
    expect(both).toContain("To restore the kept files too, and delete 1 of them, add --overwrite.");
    expect(both).toMatch(/own\.txt: .*; not in the snapshot/);
    expect(both).not.toMatch(/a\.txt: .*; not in the snapshot/);
  }));
