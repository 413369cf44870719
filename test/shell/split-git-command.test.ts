import { expect, test } from "vitest";
import { findDestructive } from "../../src/shell/find-destructive.ts";
import { splitGitCommand } from "../../src/shell/split-git-command.ts";
import { writtenByGit } from "../../src/shell/written/written-by-git.ts";

test.each([
  "",
  "--no-pager",
  "-c user.name=a",
  "--git-dir .git",
  "--work-tree .",
  "--namespace a",
  "--git-dir=.git",
])("the flags of git before a command are not the command: %s", (flags) => {
  const args = `${flags} rm -r old.ts`.trim().split(" ");
  expect(splitGitCommand(args)).toEqual({ directory: undefined, command: "rm", rest: ["-r", "old.ts"] });
  expect(writtenByGit(args, "")).toEqual(["old.ts"]);
  expect(findDestructive(`git ${args.join(" ")}`)).toBe(`git ${args.join(" ")}`);
});

test("the directory of a git command comes from its flag", () => {
  expect(splitGitCommand(["-C", "app", "status"])).toEqual({ directory: "app", command: "status", rest: [] });
  expect(splitGitCommand(["-C"])).toEqual({ directory: undefined, command: "", rest: [] });
});
