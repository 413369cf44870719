import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withOthersProject } from "../support/other-user.ts";

const NAMES = ["closed/changed", "closed/deleted", "open/deleted"];

test("a read-only directory keeps its files and does not hold up the others", () => {
  const files = Object.fromEntries(NAMES.map((name) => [name, `${name}\n`]));
  withOthersProject(files, ({ project, closed, run }) => {
    const text = (name: string) => readFileSync(join(project, name), "utf8");
    expect(run("save", "--name", "before").status).toBe(0);
    writeFileSync(join(closed, "changed"), "agent\n");
    for (const name of ["closed/deleted", "open/deleted"]) rmSync(join(project, name));
    chmodSync(closed, 0o500);
    const refused = run("restore", "before", "--yes", "--overwrite");
    expect([refused.status, refused.stdout]).toEqual([
      1,
      expect.stringContaining("its directory is read-only"),
    ]);
    expect([text("open/deleted"), text("closed/changed")]).toEqual(["open/deleted\n", "agent\n"]);
    expect(existsSync(join(closed, "deleted"))).toBe(false);
    chmodSync(closed, 0o700);
    expect(run("restore", "before", "--yes", "--overwrite").status).toBe(0);
    expect([text("closed/changed"), text("closed/deleted")]).toEqual([
      "closed/changed\n",
      "closed/deleted\n",
    ]);
  });
});
