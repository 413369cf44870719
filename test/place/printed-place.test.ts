import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { resume } from "../../src/place/operations/resume.ts";
import { placeMarkdown } from "../../src/place/workflow-artifacts/place-markdown.ts";
import { createMcpServer } from "../../src/surfaces/mcp/create-mcp-server.ts";
import { sharedFolder } from "../support/shared-folder.ts";
import { withPlace } from "../support/test-context.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.cjs");
const PENDING = ["memory/pending-prompt-mine.txt", "memory/pending-restore-mine.txt"];

type Shared = ReturnType<typeof sharedFolder>;

/** A place and a held prompt of the session `mine`. */
function leavePlace(shared: Shared): void {
  const artifacts = { plan: null, architecture: null, critic: null, review: null, sessionState: null };
  const text = { intent: "quote the fields", artifacts, questions: [], decisions: [], unfinished: [] };
  const place = placeMarkdown({ voluntary: true, stage: "implement", task: "t", branch: "main", ...text });
  shared.write(
    "memory/pending-restore-mine.txt",
    `${shared.write("memory/checkpoints/2026-11-21-t.md", place)}\n`,
  );
  shared.write("memory/pending-prompt-mine.txt", "fix the header");
}

const pendingIn = (shared: Shared) => shared.files().filter((name) => name.startsWith("memory/pending-"));

let root: string;
let project: string;
let shared: Shared;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "holdfast-place-"));
  project = join(root, "project");
  spawnSync("git", ["init", "-q", project]);
  shared = sharedFolder(project);
  leavePlace(shared);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Runs the program as an agent's shell does. `shell` says where its output goes. */
function run(shell = 'exec "$0" "$@"'): string {
  const words = [process.execPath, MAIN, "resume", "--yes", "--held", "all"];
  const env = { PATH: process.env["PATH"], HOME: root, CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "mine" };
  const { stdout } = spawnSync("sh", ["-c", shell, ...words], { cwd: project, env, encoding: "utf8" });
  return stdout;
}

/** Kills the program while it writes to a full pipe, which nobody reads. */
const KILLED = [
  'mkfifo "$HOME/pipe"; exec 9<>"$HOME/pipe"',
  'dd if=/dev/zero of="$HOME/pipe" oflag=nonblock bs=4096 count=16 2>/dev/null',
  '"$0" "$@" >&9 & sleep 3; kill -9 $!; wait $! 2>/dev/null; true',
].join("\n");

test.each([
  ["the output is closed", 'exec "$0" "$@" >&-'],
  ["the output is on a full disk", 'exec "$0" "$@" >/dev/full'],
  ["the reader is gone", '{ sleep 0.3; "$0" "$@"; } | { exec <&-; }; sleep 0.1'],
  ["the program is killed before it prints", KILLED],
])("if %s, a resumed place and its prompts are still pending", { timeout: 60_000 }, (_, shell) => {
  expect(run(shell)).not.toContain("quote the fields");
  expect(pendingIn(shared)).toEqual(PENDING);
  expect(shared.files()).not.toContain("t/cost-ledger.md");
  const printed = run();
  expect(printed).toContain("quote the fields");
  expect(printed).toContain("fix the header");
  expect(pendingIn(shared)).toEqual([]);
});

test.each([
  ["stays pending if the answer cannot be sent", true, PENDING],
  ["is not pending once the answer was sent", false, []],
])("a place that an agent resumes by its tool %s", (_, isBroken, pending) =>
  withPlace(async ({ open, project }) => {
    const folder = sharedFolder(project);
    leavePlace(folder);
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const ctx = await open({ agent: "claude-code", nativeSession: "mine" });
    const sent = new Promise<void>((done) => {
      const send = ours.send.bind(ours);
      ours.send = async (answer, options) => {
        const isCall = "id" in answer && answer.id === 2;
        if (isCall) setTimeout(done, 100);
        if (isCall && isBroken) throw new Error("The client is gone.");
        await send(answer, options);
      };
    });
    const server = createMcpServer([resume], ctx);
    await server.connect(ours);
    await theirs.start();
    const clientInfo = { name: "test", version: "0" };
    const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    await theirs.send({ jsonrpc: "2.0", id: 1, method: "initialize", params: hello });
    await theirs.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    const call = { name: "checkpoint_resume", arguments: { yes: true, held: "all" } };
    await theirs.send({ jsonrpc: "2.0", id: 2, method: "tools/call", params: call });
    await sent;
    expect(pendingIn(folder)).toEqual(pending);
    await server.close();
  }),
);
