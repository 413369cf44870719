import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withOthersProject } from "../support/other-user.ts";

const NAMES = ["closed/file", "open/file"];

test("undo takes back what can be read, and the rest once it can be read again", () => {
  const files = Object.fromEntries(NAMES.map((name) => [name, "before\n"]));
  withOthersProject(files, ({ project, closed, run }) => {
    const texts = () => NAMES.map((name) => readFileSync(join(project, name), "utf8"));
    expect(run("save", "--name", "before").status).toBe(0);
    for (const name of NAMES) writeFileSync(join(project, name), "agent\n");
    expect(run("restore", "before", "--yes", "--overwrite").status).toBe(0);
    chmodSync(closed, 0o000);
    const undone = run("undo");
    expect([undone.status, undone.stdout]).toEqual([
      1,
      expect.stringContaining("closed/file: it cannot be read: permission denied"),
    ]);
    chmodSync(closed, 0o700);
    expect(texts()).toEqual(["before\n", "agent\n"]);
    expect(run("undo").status).toBe(0);
    expect(texts()).toEqual(["agent\n", "agent\n"]);
  });
});
