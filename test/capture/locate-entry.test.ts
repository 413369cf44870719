import { describe, expect, test } from "vitest";
import { entriesOf } from "../../src/agents/claude-code/transcript/entries.ts";
import { foldEntry } from "../../src/capture/fold-entry.ts";
import { locateEntry } from "../../src/capture/locate-entry.ts";
import type { TranscriptEntry } from "../../src/kernel/agent/transcript.ts";
import { EMPTY_CAPTURE } from "../../src/kernel/capture.ts";

const changed = (path: string): TranscriptEntry => ({ type: "file_changed", call: "c", at: 1, path });
const run = (command: string, cwd?: string): TranscriptEntry => ({
  type: "command_run",
  call: "d",
  at: 2,
  command,
  ...(cwd === undefined ? {} : { cwd }),
});
const pathsOf = (...entries: TranscriptEntry[]) =>
  entries
    .map((entry) => locateEntry(entry, "/shop/a"))
    .reduce(foldEntry, EMPTY_CAPTURE)
    .files.map(({ path }) => path);

describe("a file is listed once", () => {
  test("whether a tool names it or a command", () => {
    expect(pathsOf(changed("/shop/a/round.js"), changed("cart.js"), run("touch round.js"))).toEqual([
      "/shop/a/cart.js",
      "/shop/a/round.js",
    ]);
  });

  test("wherever the command ran, according to the client", () => {
    expect(pathsOf(run("touch round.js", "/shop/b"))).toEqual(["/shop/b/round.js"]);
    const line = {
      type: "assistant",
      uuid: "u",
      cwd: "/shop/b",
      message: {
        content: [{ type: "tool_use", id: "t", name: "Bash", input: { command: "cd c && touch round.js" } }],
      },
    };
    expect(pathsOf(...entriesOf(line, { at: 1, calls: new Map() }))).toEqual(["/shop/b/c/round.js"]);
  });

  test("wherever the call wanted the command to run, or the line went", () => {
    expect(pathsOf(run("touch round.js", "../b"))).toEqual(["/shop/b/round.js"]);
    expect(pathsOf(run("cd c && touch round.js", "b"))).toEqual(["/shop/a/b/c/round.js"]);
    expect(pathsOf(run("(cd c; touch x.js); touch y.js", ""))).toEqual(["/shop/a/c/x.js", "/shop/a/y.js"]);
    expect(pathsOf(run("touch round.js", "~/b"))).toEqual(["round.js"]);
    expect(pathsOf(run("cd c && touch round.js", "$DIR"))).toEqual(["c/round.js"]);
  });

  test("and as it was named, if only a shell knows where it is or the directory is not known", () => {
    expect(pathsOf(changed("~/round.js"))).toEqual(["~/round.js"]);
    expect(locateEntry(changed("round.js"), "")).toEqual(changed("round.js"));
  });
});
