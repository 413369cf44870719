import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { claudeCode } from "../../src/agents/claude-code/adapter.ts";
import { codex } from "../../src/agents/codex/adapter.ts";
import { gemini } from "../../src/agents/gemini/adapter.ts";
import { ohMyPi } from "../../src/agents/oh-my-pi/adapter.ts";
import { opencode } from "../../src/agents/opencode/adapter.ts";
import { pi } from "../../src/agents/pi/adapter.ts";
import type { OpenContext } from "../../src/app.ts";
import { createFollower } from "../../src/events/follow-sessions.ts";
import type { AgentAdapter } from "../../src/kernel/agent/agent.ts";
import { resume } from "../../src/place/operations/resume.ts";
import { findProcess } from "../../src/processes/find-process.ts";
import { connect } from "../../src/setup/operations/connect.ts";
import { doctor } from "../../src/setup/operations/doctor.ts";
import { findFollowedAgents } from "../../src/setup/survey-agents.ts";
import { continueOperation } from "../../src/transfer/operations/continue.ts";
import { recordedDatabase, SESSION } from "../agents/opencode/fixtures.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const SECOND = 1_000;
const THREAD = "01a1fb94-3b8f-77e3-99f3-e95a95f6454b";
const RULE = "Never write to the production bucket.";
const TOKEN = "ghp_9vX2mQ7Lk4Rt8Yw1Zp3Nc6Bd5Hf0Js2Ua4Ge";

interface Bench {
  place: TestPlace;
  ctx: OpenContext;
  path: string;
  /** Writes a line to the file of the thread, with the time of the clock. */
  write(type: string, payload: object): void;
  ask(text: string): void;
  /** Follows sessions as a daemon that starts ten seconds later does. */
  follow(pid?: number | null): Promise<void>;
}

/** A Codex thread in the project that no hook reports. */
async function withThread(work: (bench: Bench) => Promise<void>, settings: object = {}): Promise<void> {
  await withPlace(async (place) => {
    const ctx = await place.open();
    const configDir = join(place.root, "home/.codex");
    const path = join(configDir, `sessions/2026/11/21/rollout-2026-11-21T12-00-00-${THREAD}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    const write = (type: string, payload: object) => {
      const timestamp = new Date(place.clock.now).toISOString();
      appendFileSync(path, `${JSON.stringify({ timestamp, type, payload })}\n`);
      utimesSync(path, place.clock.now / SECOND, place.clock.now / SECOND);
    };
    const ask = (text: string) => {
      place.clock.now += SECOND;
      const item = { type: "UserMessage", id: `m-${place.clock.now}`, content: [{ type: "text", text }] };
      write("event_msg", { type: "item_completed", item });
    };
    const findAgents = async () => [{ adapter: codex, configDir }];
    const follow = async (pid?: number | null) => {
      place.clock.now += 10 * SECOND;
      await createFollower({ findAgents, findProcess: () => pid })(ctx);
    };
    write("session_meta", { id: THREAD, timestamp: "", cwd: place.project, source: "cli" });
    await work({ place, ctx, path, write, ask, follow });
  }, settings);
}

describe("a session that no hook reports", () => {
  test("S38: is captured from its file, redacted, and its record can be read", () =>
    withThread(async ({ ctx, ask, follow }) => {
      ask(`Build the importer. ${RULE} The token is ${TOKEN}.`);
      await follow();
      const session = await ctx.store.findSession("codex", THREAD);
      expect(session).toMatchObject({ promptCount: 1, cwd: ctx.caller.cwd, incarnation: 1 });
      expect(JSON.stringify(session)).not.toContain(TOKEN);
      expect(JSON.stringify(await resume.call(ctx, { id: THREAD }))).toContain(RULE);
    }));

  test("is not counted again by a second daemon", () =>
    withThread(async ({ ctx, ask, follow }) => {
      ask("Build the importer.");
      await follow();
      const { revision } = (await ctx.store.findSession("codex", THREAD)) ?? {};
      await follow();
      expect((await ctx.store.findSession("codex", THREAD))?.revision).toBe(revision);
      ask("Cover empty input.");
      await follow();
      expect(await ctx.store.findSession("codex", THREAD)).toMatchObject({ promptCount: 2, incarnation: 1 });
    }));

  test("can be continued immediately if no process runs it, and counts as running again when its file grows", () =>
    withThread(async ({ ctx, ask, follow }) => {
      const state = async () => (await continueOperation.call(ctx, {})).choices[0]?.state;
      ask("Build the importer.");
      await follow(null);
      expect(await state()).toBe("cut off");
      ask("Cover empty input.");
      await follow(process.pid);
      expect(await state()).toBe("running");
    }));

  test("counts a prompt once if a hook also reports it, before or after", () =>
    withThread(async ({ place, ctx, path, ask, follow }) => {
      const hooks = new AgentSession(ctx, place.clock, {
        agent: "codex",
        nativeSession: THREAD,
        transcriptPath: path,
      });
      await hooks.start();
      await hooks.prompt("Build the importer.");
      ask("Build the importer.");
      await follow();
      expect((await hooks.row()).promptCount).toBe(1);
      ask("Cover empty input.");
      place.clock.now += 60 * SECOND;
      await follow();
      await hooks.stop("Done.");
      await follow();
      expect((await hooks.row()).promptCount).toBe(2);
    }));

  test("is left to its hooks while its process runs, and does not begin before the first prompt", () =>
    withThread(async ({ place, ctx, path, ask, follow }) => {
      await follow();
      expect(await ctx.store.findSession("codex", THREAD)).toBeUndefined();
      const hooks = new AgentSession(ctx, place.clock, {
        agent: "codex",
        nativeSession: THREAD,
        transcriptPath: path,
        pid: process.pid,
      });
      await hooks.start();
      place.clock.now += 60 * SECOND;
      ask("Build the importer.");
      await follow();
      expect((await hooks.row()).promptCount).toBe(0);
    }));

  test("`holdfast doctor` shows how sessions are captured", () =>
    withThread(async ({ place, ctx, ask, follow }) => {
      ask("Build the importer.");
      await follow();
      const hooks = new AgentSession(ctx, place.clock, { agent: "codex", nativeSession: "0199-other" });
      await hooks.prompt("Hello.");
      const checks = (await doctor.call(ctx, {})).findings.map(({ check }) => check);
      expect(checks).toContainEqual(
        expect.stringMatching(/^codex sessions followed in their files: 01a1fb94/),
      );
      expect(checks).toContainEqual(expect.stringMatching(/^codex sessions reported by its hooks: 0199/));
    }));
});

test("S38: a session in OpenCode's database is captured, and the database is not changed", () =>
  withPlace(async ({ root, project, clock, open }) => {
    const data = join(root, "data", "opencode");
    mkdirSync(data, { recursive: true });
    const database = recordedDatabase(data, { directory: project, at: clock.now });
    const before = readFileSync(database);
    const ctx = await open({}, { env: { XDG_DATA_HOME: join(root, "data") } });
    await connect.call(ctx, { agents: ["opencode"], force: true });
    clock.now += 10 * SECOND;
    await createFollower({ findAgents: findFollowedAgents, findProcess: () => null })(ctx);
    const session = await ctx.store.findSession("opencode", SESSION);
    expect(session).toMatchObject({ promptCount: 2, cwd: project });
    expect(JSON.stringify(await resume.call(ctx, { id: SESSION }))).toContain("Never touch prod.");
    expect(await ctx.store.findSession("opencode", "ses_subagent")).toBeUndefined();
    expect(readFileSync(database).equals(before)).toBe(true);
  }));

test("S38: a database at the path in OPENCODE_DB is followed", () =>
  withPlace(async ({ root, project, clock, open }) => {
    recordedDatabase(root, { directory: project, at: clock.now });
    renameSync(join(root, "opencode.db"), join(root, "work.sqlite"));
    const ctx = await open({}, { env: { OPENCODE_DB: join(root, "work.sqlite") } });
    await connect.call(ctx, { agents: ["opencode"], force: true });
    clock.now += 10 * SECOND;
    await createFollower({ findAgents: findFollowedAgents, findProcess: () => null })(ctx);
    expect(await ctx.store.findSession("opencode", SESSION)).toMatchObject({
      promptCount: 2,
      transcriptPath: join(root, "work.sqlite", SESSION),
    });
  }));

describe("which agents are followed", () => {
  const followed = async (ctx: OpenContext) =>
    (await findFollowedAgents(ctx)).map(({ adapter }) => adapter.name);

  test("the connected ones by default", () =>
    withThread(async ({ ctx }) => {
      expect(await followed(ctx)).toEqual([]);
      await connect.call(ctx, { agents: ["codex"], force: true });
      expect(await followed(ctx)).toEqual(["codex"]);
    }));

  test("the installed ones, if `continuity.follow` is `installed`", () =>
    withThread(async ({ ctx }) => expect(await followed(ctx)).toContain("codex"), {
      continuity: { follow: "installed" },
    }));

  test("none, if `continuity.follow` is `never` or continuity is disabled", async () => {
    for (const continuity of [{ follow: "never" }, { enabled: false }]) {
      await withThread(
        async ({ ctx }) => {
          await connect.call(ctx, { agents: ["codex"], force: true });
          expect(await followed(ctx)).toEqual([]);
        },
        { continuity },
      );
    }
  });
});

test("session files are found where each client writes them, except those of subagents and links", () =>
  withPlace(async ({ root }) => {
    const fixture = (name: string) =>
      readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8").replaceAll("<lab>", root);
    const claude = fixture("claude-code/transcript-sample.jsonl");
    const id = "310c52f3-eb03-40f7-a2a1-56090bdd9808";
    const rollout = fixture("codex/rollout-exec.jsonl");
    const chat = fixture("gemini/headless-tools-retry.jsonl");
    const files = {
      [`.claude/projects/-home-user/${id}.jsonl`]: claude,
      ".claude/projects/-home-user/agent-a1.jsonl": claude,
      ".codex/sessions/2026/11/21/rollout-a.jsonl": rollout,
      ".codex/sessions/2026/11/21/rollout-b.jsonl": rollout.replace('"source": "exec"', '"source": {}'),
      ".pi/sessions/--home-ann-shop--/1_a.jsonl": fixture("pi/compacted.jsonl"),
      ".omp/sessions/-home-ann-shop/1_a.jsonl": fixture("oh-my-pi/rewound.jsonl"),
      ".omp/sessions/-home-ann-shop/1_a/S1.jsonl": fixture("oh-my-pi/compacted.jsonl"),
      ".gemini/tmp/shop/.project_root": "/home/ann/shop",
      ".gemini/tmp/shop/chats/session-1.jsonl": chat,
      ".gemini/tmp/shop/chats/session-2.jsonl": chat.split("\n").slice(0, 2).join("\n"),
      ".gemini/tmp/shop/chats/session-3.jsonl": chat.replace('"kind": "main"', '"kind": "subagent"'),
      ".gemini/tmp/shop/logs/session-4.jsonl": chat,
      ".gemini/tmp/gone/chats/session-5.jsonl": chat,
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      appendFileSync(join(root, name), text);
    }
    const found = async (adapter: AgentAdapter, folder: string) => {
      const all = (await adapter.sessions?.find(join(root, folder), () => true)) ?? [];
      return all.map(({ nativeSession, cwd }) => [nativeSession, cwd]);
    };
    expect(await found(claudeCode, ".claude")).toEqual([[id, "/home/user/project"]]);
    expect(await found(codex, ".codex")).toEqual([[THREAD, join(root, "proj")]]);
    expect(await found(pi, ".pi")).toEqual([["01a205dd-dd62-76c7-8deb-4f719f0229ef", "/home/ann/shop"]]);
    expect(await found(ohMyPi, ".omp")).toEqual([["01a206aa-4f38-776c-89d5-b45ec56eb2e3", "/home/ann/shop"]]);
    expect(await found(gemini, ".gemini")).toEqual([
      ["432fdf44-42c0-4f6b-9099-3641d0ebdafe", "/home/ann/shop"],
    ]);
    expect(await found(codex, ".missing")).toEqual([]);
    recordedDatabase(root);
    expect(await found(opencode, "opencode.db")).toEqual([[SESSION, "/home/ann/shop"]]);
  }));

test.runIf(process.platform === "linux")(
  "a process is found by its program, directory and start",
  async () => {
    const cwd = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-test-")));
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000); console.log(1)"], { cwd });
    try {
      await once(child.stdout, "data");
      const wanted = { program: "node", cwd, startedBefore: Date.now() + 60 * SECOND };
      expect(findProcess(wanted)).toBe(child.pid);
      expect(findProcess({ ...wanted, program: "codex" })).toBe(null);
      expect(findProcess({ ...wanted, cwd: dirname(cwd) })).toBe(null);
      expect(findProcess({ ...wanted, startedBefore: Date.now() - 600 * SECOND })).toBe(null);
    } finally {
      child.kill("SIGKILL");
      rmSync(cwd, { recursive: true });
    }
  },
);
