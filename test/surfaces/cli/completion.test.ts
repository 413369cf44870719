import { execFileSync } from "node:child_process";
import { Command } from "commander";
import { expect, test } from "vitest";
import { completionScript } from "../../../src/surfaces/cli/completion.ts";

function program(): Command {
  const holdfast = new Command("holdfast");
  holdfast.command("save").option("--name <text>", "a name").option("--state <json>", "any JSON");
  holdfast.command("status");
  const daemon = holdfast.command("daemon");
  daemon.command("start");
  daemon.command("stop");
  daemon.command("run", { hidden: true });
  return holdfast;
}

/** What bash itself offers after these words. */
function offered(...words: string[]): string[] {
  const script = `${completionScript("bash", program())}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}
_holdfast; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync("bash", ["--norc", "-c", script]).toString();
  return out.split("\n").filter(Boolean);
}

test("bash completes commands, then what the command takes, and nothing that is hidden", () => {
  expect(offered("holdfast", "")).toEqual(["save", "status", "daemon"]);
  expect(offered("holdfast", "sa")).toEqual(["save"]);
  expect(offered("holdfast", "save", "--n")).toEqual(["--name"]);
  expect(offered("holdfast", "save", "--name", "x", "--s")).toEqual(["--state"]);
  expect(offered("holdfast", "daemon", "st")).toEqual(["start", "stop"]);
  expect(offered("holdfast", "daemon", "ru")).toEqual([]);
  expect(offered("holdfast", "unknown", "sa")).toEqual(["save"]);
});

test("zsh and fish complete the same words; other shells are rejected with a list of supported ones", () => {
  for (const shell of ["zsh", "fish"]) {
    const script = completionScript(shell, program());
    for (const word of ["save", "--name", "--state", "start"]) expect(script).toContain(word);
    expect(script).not.toContain("run");
  }
  expect(() => completionScript("tcsh", program())).toThrow(/bash, zsh or fish/);
});
