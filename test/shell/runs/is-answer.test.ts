import { describe, expect, test } from "vitest";
import { parseCommands } from "../../../src/shell/parse-commands.ts";
import { isAnswer } from "../../../src/shell/runs/is-answer.ts";

const answers = (line: string, code: number, output = "") => {
  const [command] = parseCommands(line);
  return command !== undefined && isAnswer(command, code, output);
};

describe("D44: a code is an answer", () => {
  test.each<[string, number]>([
    ["grep -rn foo src", 1],
    ["/usr/bin/grep foo src", 1],
    ["rg foo", 123],
    ["diff a b", 1],
    ["test -f a", 1],
    ["[ -f a ]", 1],
    ["which jq", 2],
    ["command -v jq", 127],
    ["getent passwd bob", 2],
    ["git grep foo", 1],
    ["git diff --exit-code", 1],
    ["git merge-base x --is-ancestor a b", 1],
    ["git config --global --get user.name", 1],
    ["git config user.name", 1],
    ["git diff", 1],
    ["git -C app diff --stat", 1],
    ["git ls-remote origin --exit-code", 2],
    ["gh pr checks", 8],
    ["systemctl --user is-active x", 3],
    ["service nginx status", 4],
    ["launchctl list x", 113],
    ["jq . -e a.json", 4],
    ["npm outdated", 1],
    ["pip3 show x", 1],
    ["brew list x", 1],
    ["apt-cache show x", 100],
    ["terraform plan -detailed-exitcode", 2],
    ["kubectl -n a auth can-i get pods", 1],
    ["docker image inspect x", 1],
    ["tmux has-session -t x", 1],
    ["ss -ltn", 2],
    ["id bob", 1],
    ["sort -c a", 1],
    ["aws s3 ls s3://x", 1],
    ["pgrep -f x", 1],
  ])("%s: %i", (line, code) => {
    expect(answers(line, code)).toBe(true);
  });

  test.each<[string, number]>([
    ["grep -rn foo src", 2],
    ["npm test", 1],
    ["diff a b", 2],
    ["which jq", 5],
    ["git push", 1],
    ["git diff", 128],
    ["gh pr create", 1],
    ["systemctl start x", 3],
    ["npm install", 1],
    ["docker build .", 1],
    ["constructor", 1],
  ])("but not %s: %i", (line, code) => {
    expect(answers(line, code)).toBe(false);
  });

  test("unless the search itself could not be done", () => {
    expect(answers("grep foo a.txt", 1, "grep: a.txt: No such file or directory")).toBe(false);
    expect(answers("rg foo", 1, "error: unclosed group")).toBe(false);
    // Lines of a diff are contents of files.
    expect(answers("diff a b", 1, "< error: No such file\n> error: invalid\n")).toBe(true);
  });

  test("if the question says that it may be missing", () => {
    expect(answers("cat .npmrc 2>/dev/null", 1)).toBe(true);
    expect(answers("cat .npmrc", 1)).toBe(false);
    expect(answers("make 2>/dev/null", 1)).toBe(false);
    expect(answers("mkdir build", 1, "mkdir: cannot create directory 'build': File exists")).toBe(true);
    expect(answers("mkdir a b", 1, "mkdir: a: File exists\nmkdir: b: Permission denied")).toBe(false);
    expect(answers("mkdir a", 1, "mkdir: a: Permission denied")).toBe(false);
  });

  test("if what was asked for is not there", () => {
    expect(answers("gh release view v9", 1, "release not found")).toBe(true);
    expect(answers("docker inspect x", 9, "Error: No such object: x")).toBe(true);
    expect(answers("git rev-parse --verify x", 128, "fatal: Needed a single revision")).toBe(true);
    expect(answers("git remote get-url x", 2, "error: No such remote 'x'")).toBe(true);
    expect(answers("gh release create v9", 1, "release not found")).toBe(false);
    expect(answers("gh release view v9", 1, "timeout")).toBe(false);
    expect(answers("git commit -m x", 1, "nothing to commit, working tree clean")).toBe(true);
    expect(answers("git -C app commit -m x", 1, "nothing added to commit but untracked files")).toBe(true);
    expect(answers("git commit -m x", 1, "hook failed")).toBe(false);
    expect(answers("git push", 1, "nothing to commit")).toBe(false);
  });

  test("after a long line of options in no time", () => {
    const line = `git ${"-a ".repeat(5_000)}x`;
    expect(answers(line, 1, "nothing to commit")).toBe(false);
    expect(answers(`${line} y commit`, 1, "nothing to commit")).toBe(false);
    expect(answers("git -c a=b -C app --no-pager commit", 1, "nothing to commit")).toBe(true);
  });

  test("after a negation", () => {
    expect(answers("! npm test", 1)).toBe(true);
    expect(answers("! npm test", 2)).toBe(false);
  });
});
