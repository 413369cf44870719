import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareCodeCache } from "../../support/share-code-cache.ts";

const MAIN = resolve(import.meta.dirname, "../../../dist/main.cjs");
let home: string;
let env: Record<string, string>;
let id: string;

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-complete-")));
  env = { PATH: `${home}:${process.env["PATH"]}`, HOME: home, HOLDFAST_NO_DAEMON: "1", LANG: "C.UTF-8" };
  writeFileSync(join(home, "holdfast"), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`, {
    mode: 0o755,
  });
  shareCodeCache(join(home, ".local", "state", "holdfast"));
  id = JSON.parse(run("holdfast", "save", "--name", "before the fix", "--json")).id.slice(0, 12);
  run("holdfast", "save", "--name", "$(touch owned)`touch owned`;x");
  for (const shell of Object.keys(SHELLS)) {
    const { error } = spawnSync(shell, ["--version"], { env });
    if (error) throw new Error(`This test needs ${shell}: apt-get install ${shell}`, { cause: error });
    writeFileSync(join(home, `.completion.${shell}`), run("holdfast", "completion", shell));
  }
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function run(command: string, ...words: string[]): string {
  return execFileSync(command, words, { cwd: home, env, encoding: "utf8" });
}

/** What each shell itself offers after these words, by the script that it is given. */
const SHELLS: Record<string, (words: string[]) => string> = {
  bash: (words) =>
    run(
      "bash",
      "--norc",
      "-c",
      `source .completion.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _holdfast; printf '%s\n' "\${COMPREPLY[@]}"`,
      "bash",
      ...words,
    ),
  // Outside of its editor zsh has no place for what it found: this one prints it.
  zsh: (words) =>
    run(
      "zsh",
      "-f",
      "-c",
      `compdef() { :; }; _files() { :; }
compadd() { shift; local one; for one in "$@"; do [[ $one == "$words[CURRENT]"* ]] && print -r -- "\${(q)one}"; done; }
source ./.completion.zsh; words=("$@"); CURRENT=$#; _holdfast; true`,
      "zsh",
      ...words,
    ),
  fish: (words) =>
    run(
      "fish",
      "--no-config",
      "-c",
      'source .completion.fish; complete -C "$argv"',
      words.join(" "),
    ).replaceAll(/\t.*$/gm, ""),
};

describe.each(Object.keys(SHELLS))("%s completes", (shell) => {
  const offered = (...words: string[]) => (SHELLS[shell]?.(words) ?? "").split("\n").filter(Boolean);

  test("commands and options", () => {
    expect(offered("holdfast", "insp")).toEqual(["inspect"]);
    expect(offered("holdfast", "list", "--wor")).toEqual(["--workflow"]);
  });

  test("ids and names, quoted", () => {
    expect(offered("holdfast", "inspect", "chk_")).toContain(id);
    expect(offered("holdfast", "diff", id, "before").map((word) => word.replaceAll("\\", ""))).toEqual([
      "before the fix",
    ]);
  });

  test("agents, also several, and the words that a command takes", () => {
    expect(offered("holdfast", "connect", "c")).toEqual(["claude-code", "codex"]);
    expect(offered("holdfast", "connect", "codex", "g")).toEqual(["gemini"]);
    expect(offered("holdfast", "capture", "")).toEqual(expect.arrayContaining(["pause", "resume", "status"]));
    expect(offered("holdfast", "daemon", "sta")).toEqual(expect.arrayContaining(["start", "status"]));
  });

  test("names that would be commands, without running them", () => {
    offered("holdfast", "inspect", "");
    offered("holdfast", "inspect", "$");
    expect(existsSync(join(home, "owned"))).toBe(false);
  });
});

test("a key that is pressed by chance leaves nothing behind", () => {
  const elsewhere = mkdtempSync(join(tmpdir(), "holdfast-fresh-"));
  try {
    const words = ["complete", "--", "inspect", ""];
    const { stdout, status } = spawnSync(process.execPath, [MAIN, ...words], {
      cwd: elsewhere,
      env: { ...env, HOME: elsewhere },
    });
    expect([stdout.toString(), status]).toEqual(["", 0]);
    expect(existsSync(join(elsewhere, ".local"))).toBe(false);
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
});
