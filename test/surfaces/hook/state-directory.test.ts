import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bundle } from "../../support/bundle.ts";

const SCRIPT = resolve(import.meta.dirname, "../../../scripts/hook.sh");
const SOURCES = resolve(import.meta.dirname, "../../../src");
/** Node's half of the entry, as far as it decides where to write. */
const NODE_ENTRY = join(mkdtempSync(join(tmpdir(), "holdfast-node-entry-")), "entry.cjs");
let home: string;
beforeAll(async () => {
  const contents = `
    import { homeDirectory } from "./files/home-directory.ts";
    import { pathsFrom } from "./kernel/paths.ts";
    import { spoolInput } from "./surfaces/hook/spool-input.ts";
    const { env } = process;
    spoolInput(pathsFrom(env, homeDirectory(env)), { agent: "claude-code", event: "PostToolUse" });`;
  await bundle({ stdin: { contents, resolveDir: SOURCES } }, NODE_ENTRY);
});
afterAll(() => rmSync(dirname(NODE_ENTRY), { recursive: true }));
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "holdfast-entry-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe("location of the state", () => {
  // A user database of its own, so that the real home stays as it is: the entry and Node ask the same.
  const inOwnNamespace = (directory: string, command: string, env: Record<string, string>) =>
    spawnSync(
      "unshare",
      ["-m", "sh", "-c", `mount --bind "$0/passwd" /etc/passwd && cd "$0/repo" && ${command}`, directory],
      {
        env: { PATH: process.env["PATH"] ?? "", ...env },
        input: "{}",
        encoding: "utf8",
      },
    );

  test.each<[string, (home: string) => Record<string, string>]>([
    ["HOME is set", (home) => ({ HOME: home })],
    ["HOME is empty", () => ({ HOME: "" })],
    ["HOME is not set", () => ({})],
    ["HOME is relative", () => ({ HOME: "here" })],
    ["a comma and a slash are in it", (home) => ({ HOME: `${home}/a,/b` })],
    ["XDG_STATE_HOME is set", (home) => ({ HOME: home, XDG_STATE_HOME: `${home}/xdg` })],
    ["XDG_STATE_HOME is relative", (home) => ({ HOME: home, XDG_STATE_HOME: "xdg" })],
    ["XDG_STATE_HOME is relative and HOME empty", () => ({ HOME: "", XDG_STATE_HOME: "./xdg" })],
    ["HOLDFAST_HOME is set", (home) => ({ HOME: "", HOLDFAST_HOME: `${home}/own` })],
    ["HOLDFAST_HOME is relative", (home) => ({ HOME: home, HOLDFAST_HOME: "a,/b" })],
  ])("is the same for the shell entry and for Node when %s, and never the repository", (_, envOf) => {
    const places = [SCRIPT, NODE_ENTRY].map((entry) => {
      const place = mkdtempSync(join(home, "place-"));
      for (const name of ["repo", "registered", "chosen/a,/b"])
        mkdirSync(join(place, name), { recursive: true });
      const uid = process.getuid?.();
      writeFileSync(join(place, "passwd"), `root:x:${uid}:0::${place}/registered:/bin/sh\n`);
      const command =
        entry === SCRIPT ? `"${SCRIPT}" claude-code PostToolUse "" none` : `"${process.execPath}" "${entry}"`;
      const run = inOwnNamespace(place, command, envOf(join(place, "chosen")));
      expect(run.stderr + run.stdout).toBe("");
      return readdirSync(place, { recursive: true })
        .map(String)
        .filter((name) => name.endsWith("/spool"));
    });
    expect(places[0]).toHaveLength(1);
    expect(places[1]).toEqual(places[0]);
    expect(places[0]?.[0]).not.toMatch(/^repo/);
  });
});
