import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { contextPercent, readReportedWindow } from "../../src/place/context/context-percent.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

const SCRIPT = fileURLToPath(new URL("../../scripts/statusline.sh", import.meta.url));
const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

function stateFolder(): string {
  const root = mkdtempSync(join(tmpdir(), "holdfast-status-"));
  roots.push(root);
  return root;
}

function show(state: string, payload: string): string {
  const env = { PATH: process.env["PATH"], HOLDFAST_HOME: state };
  const { stdout, stderr, status } = spawnSync("sh", [SCRIPT], { input: payload, env, encoding: "utf8" });
  expect([stderr, status]).toEqual(["", 0]);
  return stdout;
}

const sent = (session_id: string, used_percentage?: number) =>
  JSON.stringify({
    session_id,
    model: { id: "m" },
    context_window: { context_window_size: 1_000_000, used_percentage },
  });

test("the line shows the use of the context, open todos and the last checkpoint", () => {
  const state = stateFolder();
  expect(show(state, sent("abc-1", 50))).toBe("context 50%\n");
  expect(existsSync(join(state, "status"))).toBe(true);
  const now = Math.floor(Date.now() / 1_000);
  writeFileSync(join(state, "status/abc-1"), `3 ${now - 305}\n`);
  expect(show(state, sent("abc-1", 50))).toBe("context 50% | 3 todos open | saved 5 min ago\n");
  writeFileSync(join(state, "status/abc-1"), `1 ${now - 7_300}\n`);
  expect(show(state, JSON.stringify(JSON.parse(sent("abc-1", 7.9)), null, 2))).toBe(
    "context 7% | 1 todo open | saved 2 h ago\n",
  );
});

test("the line shows the use of the context, not of an account limit, wherever it is; the window size is stored for the hooks", () => {
  const state = stateFolder();
  const limits = { five_hour: { used_percentage: 12 } };
  const context = { context_window_size: 500_000, current_usage: { input_tokens: 1 }, used_percentage: 42 };
  const sent = [
    { session_id: "abc-1", rate_limits: limits, context_window: context },
    { session_id: "abc-1", context_window: context, rate_limits: limits },
  ];
  for (const payload of sent) expect(show(state, JSON.stringify(payload))).toBe("context 42%\n");
  expect(show(state, JSON.stringify({ session_id: "abc-1", context_window: {}, rate_limits: limits }))).toBe(
    "",
  );
  expect(readReportedWindow({ state }, "abc-1")).toBe(500_000);
  expect(readReportedWindow({ state }, "abc-2")).toBeUndefined();
  expect(readReportedWindow({ state }, "../abc-1")).toBeUndefined();
});

test("P43: the window size that the client's status line reported counts, even for an unknown model", () => {
  const contextUse = { tokens: 100_000, model: "unheard-of" };
  expect(contextPercent({ contextUse }, () => undefined)).toBeUndefined();
  expect(contextPercent({ contextUse }, () => 500_000)).toBe(20);
  const known = { tokens: 100_000, model: "claude-haiku-4-5-20251001" };
  expect(contextPercent({ contextUse: known }, () => 1_000_000)).toBe(10);
  expect(contextPercent({ contextUse: known }, () => undefined)).toBe(50);
});

test.each([
  ["no JSON", ""],
  ["an id that leads elsewhere", sent("../secret")],
  ["figures that are commands", '{"session_id":"$(touch x)","used_percentage":"`id`"}'],
])("%s shows nothing and has no effect", (_what, payload) => {
  const state = stateFolder();
  writeFileSync(join(state, "secret"), "3 1\n");
  expect(show(state, payload)).toBe("");
});

test("a link instead of the file is not read", () => {
  const state = stateFolder();
  mkdirSync(join(state, "status"));
  writeFileSync(join(state, "other"), "9 1\n");
  symlinkSync(join(state, "other"), join(state, "status/abc-1"));
  expect(show(state, sent("abc-1", 50))).toBe("context 50%\n");
});

test("hooks write the file only after the script has run", () =>
  withPlace(async ({ open, clock, root }) => {
    const ctx = await open();
    const session = new AgentSession(ctx, clock, { nativeSession: "abc-1" });
    await session.prompt("Build it.");
    await session.stop("- [ ] parse the header\n- [ ] quote the fields");
    const state = join(root, "state");
    expect(existsSync(join(state, "status"))).toBe(false);
    show(state, sent("abc-1"));
    await session.compact();
    await session.stop("More.");
    expect(show(state, sent("abc-1", 12))).toMatch(
      /^context 12% \| 2 todos open \| saved \d+ (?:min|h) ago\n$/,
    );
  }));

test("the line of a new session shows no checkpoint that is of the session before", () =>
  withPlace(async ({ open, clock, root }) => {
    const ctx = await open();
    const state = join(root, "state");
    mkdirSync(join(state, "status"), { recursive: true });
    await new AgentSession(ctx, clock, { nativeSession: "before", pid: 4_194_305 }).prompt("Build it.");
    clock.now += 3_600_000;
    await new AgentSession(ctx, clock, { nativeSession: "abc-1", pid: 4_194_305 }).start();
    expect(await ctx.store.listCheckpoints({ limit: 5 })).toMatchObject([{ trigger: "recovered" }]);
    expect(readFileSync(join(state, "status/abc-1"), "utf8")).toBe("0 0\n");
  }));
