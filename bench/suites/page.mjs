import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ENDED_SESSION } from "../lib/ended-session.mjs";
import { fillStore } from "../lib/filled-store.mjs";
import { withSandbox } from "../lib/sandbox.mjs";
import { median, short } from "../lib/statistics.mjs";

const SESSIONS = 10_000;
/** Each has a prompt, a command with its result, and an answer: 30,000 events in one conversation. */
const TURNS = 7_500;
const RECONNECTIONS = 100;
const LONG_ID = "ses_longest000000000";
/** For a busy machine. */
const PATIENCE_MS = 300_000;
const CLOSING_MS = 2_000;
const SIZE = { width: 1400, height: 900 };

/**
 * The page in a browser without a window, over 10,000 sessions of which one has 30,000 events (quality budgets, section 8).
 * The browser is Debian's, driven by the package that `e2e` installs.
 */
export function run({ runs }) {
  return withSandbox(async (sandbox) => {
    await fill(sandbox);
    sandbox.holdfast("daemon", "start");
    const { pid } = JSON.parse(sandbox.holdfast("daemon", "status", "--json"));
    // The daemon listens for browsers from now on, which is no connection.
    sandbox.holdfast("ui", "--no-open");
    const before = socketsOf(pid);
    const { openBrowser } = await import("../../e2e/page/browser.mjs");
    const browser = await openBrowser();
    try {
      const tab = await openPage(browser, sandbox);
      const turns = Math.max(3, Math.round(runs / 8));
      const origin = new URL(tab.url()).origin;
      const today = await measureView(tab, { origin, hash: "#/", row: ".session-row", turns });
      const long = await measureView(tab, { origin, hash: `#/session/${LONG_ID}`, row: ".turn", turns });
      await reconnect(tab, RECONNECTIONS);
      await tab.context().close();
      await sleep(CLOSING_MS);
      const left = socketsOf(pid) - before;
      return report({ today, long, left, memory: residentMiB(pid) });
    } finally {
      await browser.close();
    }
  });
}

function report({ today, long, left, memory }) {
  const rows = (name, { first, rowCount, longest }) => [
    [`${name}: first view (ms)`, short(median(first)), 1000],
    [`${name}: most rows in the document`, rowCount, 200],
    [`${name}: longest task while scrolling (ms)`, short(longest), 50],
  ];
  return {
    title: `Page over ${SESSIONS} sessions, one of them with ${4 * TURNS} events`,
    columns: ["what", "value", "budget"],
    rows: [
      ...rows("today", today),
      ...rows("session", long),
      [`connections left after ${RECONNECTIONS} reconnections`, left, 0],
      ["RSS of the daemon (MiB)", short(memory), 90],
    ],
  };
}

async function fill(sandbox) {
  const now = Date.now();
  await fillStore(sandbox, { sessions: SESSIONS, now }, async (store, projectId) =>
    addLongSession(store, { ...sandbox, projectId, now }),
  );
}

async function addLongSession(store, { env, project, projectId, now }) {
  const [sample] = await store.listSessions({ limit: 1 });
  const { capture } = await store.getSession(sample.id);
  const nativeId = "3d6c1f6e-0d2a-4f0e-9b52-1d8f6f0f4c11";
  const transcriptPath = writeTranscript({ home: env.HOME, project, nativeId, now });
  const place = { projectId, worktree: project, cwd: project, startedIn: project };
  const times = { startedAt: now - TURNS * 60_000, lastSeenAt: now, endedAt: now };
  const own = { id: LONG_ID, agent: "claude-code", nativeId, transcriptPath, promptCount: TURNS };
  await store.replaceSession({
    ...ENDED_SESSION,
    revision: 0,
    machine: null,
    ...place,
    ...times,
    ...own,
    // As hooks leave it: what the transcript contains was captured.
    capture: { ...capture, transcriptPath, transcriptBytes: statSync(transcriptPath).size },
  });
}

function writeTranscript({ home, project, nativeId, now }) {
  const key = project.replaceAll(/[^A-Za-z0-9]/g, "-");
  const path = join(home, ".claude/projects", key, `${nativeId}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  const lines = Array.from({ length: TURNS }, (_, i) => turnLines(i, { project, nativeId, now }));
  writeFileSync(path, `${lines.flat().join("\n")}\n`);
  return path;
}

function turnLines(i, { project, nativeId, now }) {
  const timestamp = new Date(now - (TURNS - i) * 60_000).toISOString();
  const entry = (part, type, message) =>
    JSON.stringify({
      parentUuid: part > 0 ? `${i}-${part - 1}` : i > 0 ? `${i - 1}-3` : null,
      uuid: `${i}-${part}`,
      timestamp,
      cwd: project,
      sessionId: nativeId,
      version: "2.1.329",
      gitBranch: "main",
      isSidechain: false,
      type,
      ...(part === 0 ? { promptSource: "sdk", turnOrigin: "sdk" } : {}),
      message,
    });
  const assistant = (content) => ({
    id: `m${i}`,
    type: "message",
    role: "assistant",
    model: "claude-opus-4-5",
    content,
  });
  const use = { type: "tool_use", id: `t${i}`, name: "Bash", input: { command: `npm test -- test/${i}` } };
  const result = { tool_use_id: `t${i}`, type: "tool_result", content: `${i} tests passed`, is_error: false };
  return [
    entry(0, "user", { role: "user", content: `Make step ${i} of the importer handle an empty file.` }),
    entry(1, "assistant", assistant([use])),
    entry(2, "user", { role: "user", content: [result] }),
    entry(3, "assistant", assistant([{ type: "text", text: `Step ${i} handles an empty file.` }])),
  ];
}

async function openPage(browser, { holdfast }) {
  const context = await browser.newContext({ viewport: SIZE });
  const tab = await context.newPage();
  await tab.goto(JSON.parse(holdfast("ui", "--no-open", "--json")).address);
  await tab.waitForSelector(".session-row", { timeout: PATIENCE_MS });
  return tab;
}

/** Loads a view several times, then scrolls through the last one. Runs in the page where `document` is named. */
async function measureView(tab, { origin, hash, row, turns }) {
  const first = [];
  for (let turn = 0; turn < turns; turn++) {
    await tab.goto("about:blank");
    const started = performance.now();
    await tab.goto(`${origin}/${hash}`);
    await tab.waitForSelector(row, { timeout: PATIENCE_MS });
    first.push(performance.now() - started);
  }
  await tab.evaluate(() => {
    globalThis.longest = 0;
    const note = (list) => {
      for (const { duration } of list.getEntries())
        globalThis.longest = Math.max(globalThis.longest, duration);
    };
    new PerformanceObserver(note).observe({ type: "longtask" });
  });
  let rowCount = 0;
  for (let step = 0; step < 120; step++) {
    await tab.mouse.wheel(0, 600);
    await sleep(30);
    if (step % 10 === 0) rowCount = Math.max(rowCount, await tab.locator(`[data-row], ${row}`).count());
  }
  return { first, rowCount, longest: await tab.evaluate(() => globalThis.longest) };
}

/** Opens the stream of events and drops it, as a laptop that sleeps and wakes does. */
async function reconnect(tab, times) {
  await tab.evaluate(async (count) => {
    for (let i = 0; i < count; i++) {
      const stop = new AbortController();
      const headers = { "x-holdfast-page": localStorage.getItem("holdfast.key") };
      await fetch("/events", { headers, signal: stop.signal });
      stop.abort();
    }
  }, times);
}

function socketsOf(pid) {
  const folder = `/proc/${pid}/fd`;
  const target = (name) => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      // Closed meanwhile.
      return "";
    }
  };
  return readdirSync(folder).filter((name) => target(name).startsWith("socket:")).length;
}

function residentMiB(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}
