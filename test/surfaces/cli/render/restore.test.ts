import { expect, test } from "vitest";
import { runCommand } from "../../../support/run-cli.ts";
import { withSnapshots } from "../../../support/snapshot-place.ts";

test("issue 30, item 6: a restore names the command that takes it back; that one names none", () =>
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
