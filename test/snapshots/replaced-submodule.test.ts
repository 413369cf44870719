import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runGitIn, withSnapshots } from "../support/snapshot-place.ts";

test("files in the place of a submodule do not hold up a restore", () =>
  withSnapshots(async ({ root, project, git, put, at, restore, undo }) => {
    const library = join(root, "library");
    mkdirSync(library);
    runGitIn(library, ["init", "-q"]);
    runGitIn(library, ["commit", "-q", "--allow-empty", "-m", "first"]);
    git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library, "lib");
    put("a", "a\n");
    put("ignored.log", "tracked\n");
    put(".gitignore", "*.log\n");
    git("add", "--force", "ignored.log");
    await at("prompt", 1);
    rmSync(join(project, "lib"), { recursive: true });
    put("lib/file", "agent\n");
    put("a", "agent\n");
    put("ignored.log", "agent\n");
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({ ok: true, counts: { changed: 2 } });
    expect(readFileSync(join(project, "a"), "utf8")).toBe("a\n");
    expect(readFileSync(join(project, "ignored.log"), "utf8")).toBe("tracked\n");
    await undo();
    expect(existsSync(join(project, "lib/file"))).toBe(true);
    expect(readFileSync(join(project, "a"), "utf8")).toBe("agent\n");
  }));
