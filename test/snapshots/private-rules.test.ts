import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { storedSnapshot, withSnapshots } from "../support/snapshot-place.ts";

/** Rules of `d [1]/.gitignore`, and the ignored file. A file `d [1]/x` is captured. */
const privateRules: Record<string, { rules: string; file: string; elsewhere?: string }> = {
  "a name": { rules: "sec\n", file: "d [1]/sec" },
  "a name further below": { rules: "sec\n", file: "d [1]/e/sec", elsewhere: "sec" },
  "an anchored name": { rules: "# private\n\n/sec\r\n", file: "d [1]/sec", elsewhere: "d [1]/e/sec" },
  "a path": { rules: "e/s*\n", file: "d [1]/e/sec", elsewhere: "d [1]/e/e/sec" },
  "a directory": { rules: "e/\n", file: "d [1]/e/sec", elsewhere: "d [1]/f/e" },
  "a name that another rule takes back": { rules: "*ec\n!rec\n", file: "d [1]/sec", elsewhere: "d [1]/rec" },
};

test.each(
  Object.keys(privateRules).flatMap((name) =>
    [".git/info/exclude", ".gitignore"].map((by) => ({ name, by })),
  ),
)("a file that $name in a .gitignore ignored by $by excluded is kept when that is gone", ({ name, by }) =>
  withSnapshots(async ({ project, at, put, restore }) => {
    const { rules, file, elsewhere = "made" } = privateRules[name] ?? { rules: "", file: "" };
    put(by, ".git*gnore\n");
    put("d [1]/x", "x\n");
    put("d [1]/.gitignore", rules);
    put(file, "the person's\n");
    await at("prompt", 1);
    put("d [1]/.gitignore", null);
    put(file, null);
    put(file, "a new file\n");
    put(elsewhere, "by the agent\n");
    await at("turn_end", 1);
    await restore("1");
    expect(readFileSync(join(project, file), "utf8")).toBe("a new file\n");
    expect(existsSync(join(project, elsewhere))).toBe(false);
  }),
);

test("no snapshot keeps what a .gitignore that is a link to a file elsewhere has", () =>
  withSnapshots(async (place) => {
    const { root, project, at, put } = place;
    writeFileSync(join(root, "home/private"), "a private line\n");
    rmSync(join(project, ".git/info/exclude"), { force: true });
    for (const path of [".gitignore", ".git/info/exclude"])
      symlinkSync(join(root, "home/private"), join(project, path));
    put("a.txt", "one\n");
    await at("prompt", 1);
    expect(await storedSnapshot(place)).not.toContain("a private line");
  }));
