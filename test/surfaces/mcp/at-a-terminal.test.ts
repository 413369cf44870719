import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { expect, test } from "vitest";
import { eventually } from "../../support/hook-bench.ts";
import { openTmuxLab } from "../../support/tmux-lab.ts";

const MAIN = resolve(import.meta.dirname, "../../../dist/main.cjs");

test("mcp at a terminal explains its purpose", { timeout: 60_000 }, async () => {
  await using lab = await openTmuxLab();
  mkdirSync(dirname(lab.socket), { mode: 0o700 });
  lab.tmux("new-session", "-d", "-s", "shell", "-x", "120", `${process.execPath} ${MAIN} mcp; sleep 60`);
  const screen = () => lab.tmux("capture-pane", "-p", "-t", "shell");
  await eventually(async () => screen().includes("Ctrl-C"));
  expect(screen()).toContain("This serves MCP to an agent");
  expect(screen()).toContain("holdfast connect");
});
