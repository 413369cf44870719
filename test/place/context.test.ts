import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { renderReply as renderClaude } from "../../src/agents/claude-code/replies.ts";
import { codex } from "../../src/agents/codex/adapter.ts";
import type { OpenContext } from "../../src/app.ts";
import type { AgentEvent } from "../../src/kernel/agent/agent-event.ts";
import { isExempt } from "../../src/place/held/hold-prompt.ts";
import { resume } from "../../src/place/operations/resume.ts";
import { save } from "../../src/place/operations/save.ts";
import { parsePlace } from "../../src/place/workflow-artifacts/parse-place.ts";
import { AgentSession } from "../support/agent-session.ts";
import { sharedFolder } from "../support/shared-folder.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const MODEL = "claude-haiku-4-5-20251001";
const DEAD = { pid: 4_194_305 };

interface Filling {
  ctx: OpenContext;
  session: AgentSession;
  /** Submits a prompt while the context is this full, in percent of 200,000 tokens. */
  promptAt(percent: number, prompt?: string): ReturnType<AgentSession["prompt"]>;
  compactNow(): void;
  place: TestPlace;
}

/** A session whose transcript contains the token usage. */
function withFilling(work: (filling: Filling) => Promise<void>, settings?: object) {
  return withPlace(async (place) => {
    const ctx = await place.open();
    const transcriptPath = join(place.root, "one.jsonl");
    let lines = "";
    let parent: string | null = null;
    const add = (line: object) => {
      const uuid = `line-${lines.length}`;
      const timestamp = new Date(place.clock.now).toISOString();
      lines += `${JSON.stringify({ uuid, parentUuid: parent, timestamp, ...line })}\n`;
      parent = uuid;
      writeFileSync(transcriptPath, lines);
    };
    const session = new AgentSession(ctx, place.clock, { ...DEAD, nativeSession: "mine", transcriptPath });
    await session.prompt("Build the importer.");
    const promptAt = async (percent: number, prompt = "Go on with the header.") => {
      const usage = { input_tokens: 10, cache_read_input_tokens: percent * 2_000 - 10 };
      add({
        type: "assistant",
        message: { role: "assistant", model: MODEL, usage, content: [{ type: "text", text: "ok" }] },
      });
      await session.stop("ok");
      return await session.prompt(prompt);
    };
    const compactNow = () =>
      add({ type: "system", subtype: "compact_boundary", compactMetadata: { trigger: "auto" } });
    await work({ ctx, session, promptAt, compactNow, place });
  }, settings);
}

function noted({ notice = "" }: { notice?: string }): boolean {
  return notice.includes("context is");
}

/** The directory of places without a shared directory. */
function memoryOf({ root }: TestPlace): string {
  const places = join(root, "state/places");
  return join(places, readdirSync(places)[0] ?? "");
}

describe("how full the context is", () => {
  test("P43: the user is notified at 70, 85, 95 and 100 %, once each", () =>
    withFilling(async ({ promptAt }) => {
      const notified: number[] = [];
      for (const percent of [40, 69, 70, 72, 84, 85, 94, 95, 99, 100, 120])
        if (noted(await promptAt(percent))) notified.push(percent);
      expect(notified).toEqual([70, 85, 95, 100]);
    }));

  test("P43: a tier that was skipped is not reported later", () =>
    withFilling(async ({ promptAt }) => {
      expect(noted(await promptAt(97))).toBe(true);
      expect(noted(await promptAt(86))).toBe(false);
    }));

  test("P43: no notice with `place.advise: false`, or for an unknown model, whose window is not guessed", async () => {
    await withFilling(async ({ promptAt }) => expect(noted(await promptAt(96))).toBe(false), {
      place: { advise: false },
    });
    await withFilling(async ({ session, place }) => {
      const usage = { input_tokens: 5_000_000 };
      const message = {
        role: "assistant",
        model: "unheard-of",
        usage,
        content: [{ type: "text", text: "ok" }],
      };
      const line = {
        type: "assistant",
        uuid: "x",
        parentUuid: null,
        timestamp: new Date(place.clock.now).toISOString(),
        message,
      };
      writeFileSync(join(place.root, "one.jsonl"), `${JSON.stringify(line)}\n`);
      await session.stop("ok");
      expect(noted(await session.prompt("go"))).toBe(false);
    });
  });

  test("P43: after a compaction the percentage drops, whatever the size of the transcript", () =>
    withFilling(
      async ({ promptAt, compactNow, session }) => {
        expect((await promptAt(96)).block).toBeDefined();
        compactNow();
        await session.stop("ok");
        expect((await session.row()).capture.contextUse).toBeNull();
        expect((await session.prompt("go on")).block).toBeUndefined();
        expect((await promptAt(12)).block).toBeUndefined();
      },
      { place: { blockAt: 95 } },
    ));
});

describe("the automatic place", () => {
  test("P44: is saved once at 95 %, and the prompt passes", () =>
    withFilling(async ({ ctx, promptAt, place }) => {
      const shared = sharedFolder(place.project);
      for (const percent of [90, 96, 97]) expect((await promptAt(percent)).block).toBeUndefined();
      const name = "memory/checkpoints/2026-11-21-Build-the-importer-precompact.md";
      // No one asked for it, so the cost ledger gets no row (P24).
      const files = shared.files();
      expect(files).toEqual([expect.stringMatching(/-precompact\.md$/), "memory/pending-restore-mine.txt"]);
      expect(files[0]?.toLowerCase()).toBe(name.toLowerCase());
      expect(parsePlace(shared.read(files[0] ?? ""))?.voluntary).toBe(false);
      const saved = await ctx.store.listCheckpoints({ limit: 10 });
      expect(saved.map(({ trigger }) => trigger)).toEqual(["pre_compact"]);
    }));

  test("P44: is also saved before a compaction if the use of the context is unknown", () =>
    withPlace(async ({ open, clock, project }) => {
      const shared = sharedFolder(project);
      const ctx = await open();
      const session = new AgentSession(ctx, clock, { ...DEAD, nativeSession: "mine" });
      await session.prompt("Build the importer.");
      expect((await session.compact()).block).toBeUndefined();
      const sentinel = shared.read("memory/pending-restore-mine.txt").trim();
      expect(sentinel).toMatch(/build-the-importer-precompact\.md$/);
      const { place } = await resume.call(
        { ...ctx, caller: { ...ctx.caller, agent: "claude-code", nativeSession: "mine" } },
        {},
      );
      expect(place).toMatchObject({ voluntary: false, intent: "Build the importer." });
    }));

  test("P44: does not replace a pending place that someone saved", () =>
    withPlace(async ({ open, clock, project }) => {
      const shared = sharedFolder(project);
      const ctx = await open();
      const session = new AgentSession(ctx, clock, { ...DEAD, nativeSession: "mine" });
      await session.prompt("Build the importer.");
      const { place } = await save.call(
        { ...ctx, caller: { ...ctx.caller, agent: "claude-code", nativeSession: "mine" } },
        { note: "mine" },
      );
      await session.compact();
      expect(shared.read("memory/pending-restore-mine.txt")).toBe(`${place?.file}\n`);
    }));

  test("P10: is not saved at a compaction while someone is saving a place", () =>
    withPlace(async ({ open, clock, project }) => {
      const shared = sharedFolder(project);
      const ctx = await open();
      const session = new AgentSession(ctx, clock, { ...DEAD, nativeSession: "mine" });
      await session.prompt("Build the importer.");
      const started = ctx.processes.startTime(process.ppid);
      const lock = shared.write(`memory/checkpoint-${process.ppid}.pid`, `${started}\n`);
      await session.compact();
      expect(existsSync(shared.path("memory/pending-restore-mine.txt"))).toBe(false);
      writeFileSync(lock, "another process had that number\n");
      await session.compact();
      expect(existsSync(shared.path("memory/pending-restore-mine.txt"))).toBe(true);
    }));
});

describe("prompts while the context is full", () => {
  const AT_95 = { place: { blockAt: 95 } };

  test("are neither rejected nor held by default", () =>
    withFilling(async ({ promptAt, place }) => {
      expect((await promptAt(130)).block).toBeUndefined();
      expect(readdirSync(memoryOf(place)).some((name) => name.includes("prompt"))).toBe(false);
    }));

  test("P43: with `place.blockAt`, are held and then rejected; the reason does not repeat the prompt", () =>
    withFilling(async ({ ctx, promptAt, place, session }) => {
      const token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
      const { block } = await promptAt(96, `Deploy with ${token}`);
      expect(block?.reason).toContain("96 %");
      expect(block?.reason).not.toContain("Deploy");
      const kept = readFileSync(join(memoryOf(place), "pending-prompt-mine.txt"), "utf8");
      expect(kept).toMatch(/^=== BLOCKED PROMPT \[2026-11-21T.*\] ===\nDeploy with /);
      expect(kept).not.toContain(token);
      expect((await session.prompts()).join("\n")).not.toContain("Deploy with");
      const mine = { ...ctx, caller: { ...ctx.caller, agent: "claude-code", nativeSession: "mine" } };
      expect((await resume.call(mine, { held: "all" })).held?.run).toMatch(/^Deploy with /);
    }, AT_95));

  test("R-H9: are not held any more if no hook printed the refusal, so that the agent ran them", () =>
    withFilling(async ({ promptAt, place, session }) => {
      session.confirms = true;
      expect((await promptAt(96, "Deploy it.")).block).toBeDefined();
      session.confirms = false;
      const path = join(memoryOf(place), "pending-prompt-mine.txt");
      expect(readFileSync(path, "utf8")).toContain("Deploy it.");
      expect((await promptAt(97, "Publish it.")).block).toBeDefined();
      expect(readFileSync(path, "utf8")).not.toContain("Deploy it.");
      expect(readFileSync(path, "utf8")).toContain("Publish it.");
      session.confirms = true;
      expect((await promptAt(98, "Announce it.")).block).toBeDefined();
      expect((await promptAt(98, "/compact")).block).toBeUndefined();
      expect(readFileSync(path, "utf8")).not.toContain("Announce it.");
    }, AT_95));

  test("are rejected in the format of each client", () => {
    const event = { kind: "user_prompt_submit", prompt: "x" } as AgentEvent;
    const reply = { block: { reason: "kept" } };
    expect(JSON.parse(renderClaude(event, reply))).toEqual({ decision: "block", reason: "kept" });
    expect(JSON.parse(codex.renderReply(event, reply))).toEqual({ decision: "block", reason: "kept" });
  });

  test.each(["/compact", "  \n/clear", "/help", "/checkpoint --restore", "/checkpoint"])(
    "P43: %j passes",
    (prompt) =>
      withFilling(async ({ promptAt }) => expect((await promptAt(97, prompt)).block).toBeUndefined(), AT_95),
  );

  test("the client's own command for the skill passes", () => {
    expect(isExempt("$checkpoint --restore", "$checkpoint")).toBe(true);
    expect(isExempt("$checkpoint --purge", "$checkpoint")).toBe(false);
    expect(isExempt("$checkpoint --restore", "/checkpoint")).toBe(false);
  });

  test.each(["/compactor", "/checkpoint --purge", "please /compact"])("P43: %j does not pass", (prompt) =>
    withFilling(async ({ promptAt }) => expect((await promptAt(97, prompt)).block).toBeDefined(), AT_95),
  );

  test("pass if they cannot be held", () =>
    withFilling(async ({ promptAt, place }) => {
      const shared = sharedFolder(place.project);
      shared.write("memory/pending-prompt-mine.txt/x", "a directory stands in the way");
      expect((await promptAt(97)).block).toBeUndefined();
    }, AT_95));

  test("with `place.holdPrompts`, are held from 95 % on, and not rejected", () =>
    withFilling(
      async ({ promptAt, place }) => {
        await promptAt(94, "not this one");
        expect((await promptAt(96, "but this one")).block).toBeUndefined();
        await promptAt(97, "<task-notification>done</task-notification>");
        const kept = readFileSync(join(memoryOf(place), "pending-prompt-mine.txt"), "utf8");
        expect(kept).not.toContain("not this one");
        expect(kept).toContain("but this one");
        expect(kept).toMatch(/\(not replayable\) ===\n<task-notification>/);
      },
      { place: { holdPrompts: true } },
    ));
});

describe("when a session starts", () => {
  const start = async (place: TestPlace, nativeSession: string) =>
    (await new AgentSession(await place.open(), place.clock, { ...DEAD, nativeSession }).start()).notice ??
    "";

  function pending(place: TestPlace, session: string, ageMs: number) {
    const shared = sharedFolder(place.project);
    const path = shared.write(`memory/pending-restore-${session}.txt`, "chk_0000000000000000\n");
    const at = (place.clock.now + 1_000 - ageMs) / 1_000;
    utimesSync(path, at, at);
    return path;
  }

  test("P23 P45: the person is notified of one pending place, preferably their own, in one line", () =>
    withPlace(async (place) => {
      expect(await start(place, "none")).toBe("");
      pending(place, "other-session", 60_000);
      expect(await start(place, "mine")).toMatch(/An earlier session \(other-se\) saved its place/);
      pending(place, "mine", 3_600_000);
      const notice = await start(place, "mine");
      expect(notice).toMatch(/^Holdfast: Your place was saved 60 min ago\. .*holdfast resume --yes$/);
    }));

  test("after /clear, the hint of the saved place is the only one", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      const before = new AgentSession(ctx, place.clock, { ...DEAD, nativeSession: "before" });
      await before.start();
      await before.prompt("Build the importer of the shop.");
      await before.stop();
      pending(place, "before", 1_000);
      const cleared = new AgentSession(ctx, place.clock, { ...DEAD, nativeSession: "after" });
      const { notice = "" } = await cleared.start("clear");
      expect(notice).toContain("saved its place");
      expect(notice.split("\n")).toHaveLength(1);
    }));

  test("P45: what has been pending for more than exactly seven days is moved to the trash, except its own", () =>
    withPlace(async (place) => {
      const week = 7 * 86_400_000;
      const paths = [
        pending(place, "old", week + 10_000),
        pending(place, "young", week - 10_000),
        pending(place, "mine", week * 3),
      ];
      await start(place, "mine");
      expect(paths.map((path) => existsSync(path))).toEqual([false, true, true]);
      const shared = sharedFolder(place.project);
      expect(shared.files()).toContain("memory/trash/2026-11-21/pending-restore-old.txt");
    }));
});
