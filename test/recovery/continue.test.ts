import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { dismiss } from "../../src/recovery/operations/dismiss.ts";
import type { Choice } from "../../src/surfaces/cli/ask/prompts.ts";
import { continueOperation } from "../../src/transfer/operations/continue.ts";
import { AgentSession } from "../support/agent-session.ts";
import { runCommand } from "../support/run-cli.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const DEAD = { pid: 4_194_305 };
const RULE = "Never write to the production bucket.";

async function killedSession(ctx: OpenContext, clock: { now: number }, base = {}) {
  const session = new AgentSession(ctx, clock, { ...DEAD, ...base });
  await session.prompt(`Build the importer. ${RULE}`);
  await session.stop("- [ ] parse the header\n- [x] open the file");
  return session;
}

/** A transcript as Claude Code keeps it, for a session that began in `directory`. */
function transcript({ root }: TestPlace, directory: string): string {
  const folder = join(root, "projects", directory.replaceAll(/[^A-Za-z0-9]/g, "-"));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "one.jsonl"), "{}\n");
  return join(folder, "one.jsonl");
}

/** A person at a terminal, who chooses one of the lines. */
function choosing(choose: (choices: readonly Choice<string>[]) => Choice<string> | undefined) {
  const never = async () => {
    throw new Error("nothing else is asked");
  };
  const chooseOne = async (_question: string, choices: readonly Choice<string>[]) => choose(choices)?.value;
  return async () => ({ chooseOne, confirm: never, askSecret: never, chooseSeveral: never });
}

describe("which sessions can be continued", () => {
  test("those of this project, newest first, without what was dismissed", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const killed = await killedSession(ctx, clock);
      const dismissed = new AgentSession(ctx, clock, DEAD);
      await dismissed.prompt("Paint the barn.");
      await ctx.store.replaceSession({ ...(await dismissed.row()), dismissedAt: 1 });
      const running = new AgentSession(ctx, clock, { agent: "codex", pid: process.pid });
      await running.prompt("Draw the chart.");
      const { choices, chosen } = await continueOperation.call(ctx, {});
      expect(chosen).toBeNull();
      expect(choices).toMatchObject([
        { title: "Draw the chart.", agent: "codex", state: "running", openTodos: 0 },
        {
          id: (await killed.row()).nativeId,
          title: "Build the importer. Never write to the …",
          agent: "claude-code",
          state: "cut off",
          openTodos: 1,
        },
      ]);
    }));
});

describe("how a session is continued", () => {
  test("with the record, if its id could be taken for an option of the agent", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      const transcriptPath = transcript(place, place.project);
      for (const nativeSession of ["--dangerously-skip-permissions", "../evil"]) {
        const session = await killedSession(ctx, place.clock, { nativeSession, transcriptPath });
        const { id } = await session.row();
        const { chosen } = await continueOperation.call(ctx, { id });
        expect(chosen?.mode).toBe("record");
        expect(chosen?.command).not.toContain(nativeSession);
      }
    }));

  test("by a client that keeps it in a database, while that is there", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      const database = join(place.root, "opencode.db");
      const session = await killedSession(ctx, place.clock, {
        agent: "opencode",
        nativeSession: "ses_one",
        transcriptPath: join(database, "ses_one"),
      });
      const { id } = await session.row();
      const mode = async () => (await continueOperation.call(ctx, { id })).chosen?.mode;
      expect(await mode()).toBe("record");
      writeFileSync(database, "SQLite format 3");
      expect(await mode()).toBe("conversation");
    }));

  test("by its client where the conversation still exists, in the directory where it began", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      const below = join(place.project, "src");
      mkdirSync(below);
      const transcriptPath = transcript(place, place.project);
      const session = await killedSession(ctx, place.clock, { transcriptPath });
      await session.prompt("Look into src.", { cwd: below });
      const { nativeId } = await session.row();
      const { chosen } = await continueOperation.call(ctx, { id: nativeId.slice(0, 8) });
      expect(chosen).toEqual({
        title: "Build the importer. Never write to the …",
        agent: "claude-code",
        mode: "conversation",
        command: ["claude", "--resume", nativeId],
        directory: place.project,
        environment: {},
        files: null,
      });
    }));

  test("with the record where the conversation is gone, or the user wants a new one or another agent", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      const gone = join(place.root, "gone.jsonl");
      const lost = await killedSession(ctx, place.clock, { transcriptPath: gone });
      const transcriptPath = transcript(place, place.project);
      const kept = await killedSession(ctx, place.clock, { transcriptPath });
      const [one, two] = [await lost.row(), await kept.row()];
      for (const [id, input] of [
        [one.id, { id: one.nativeId }],
        [two.id, { id: two.nativeId, fresh: true }],
        [two.id, { id: two.nativeId, in: "codex" }],
      ] as const) {
        const { chosen } = await continueOperation.call(ctx, input);
        expect(chosen).toMatchObject({
          mode: "record",
          directory: place.project,
          environment: { HOLDFAST_CONTINUE: id },
        });
        expect(chosen?.command[0]).toBe("in" in input ? "codex" : "claude");
      }
    }));

  test("S38: by a turn where the agent's screen would receive no record", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      const killed = await killedSession(ctx, place.clock, {
        transcriptPath: transcript(place, place.project),
      });
      const id = (await killed.row()).nativeId;
      const { chosen } = await continueOperation.call(ctx, { id, in: "openclaw" });
      const own = expect.stringMatching(/^[\w-]{36}$/);
      const turn = ["openclaw", "agent", "--local", "--session-id", own, "--message", "Go on."];
      expect(chosen?.command).toEqual(turn);
    }));

  test("not while it is still running", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const session = await killedSession(ctx, clock, { pid: process.pid });
      const id = (await session.row()).nativeId;
      await expect(continueOperation.call(ctx, { id })).rejects.toThrow(
        `is still running in process ${process.pid}`,
      );
    }));
});

describe("a client that was started to continue something", () => {
  test("receives that session's record, whichever is newer, or whether it was dismissed", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const wanted = await killedSession(ctx, clock);
      const other = new AgentSession(ctx, clock, { pid: process.pid });
      await other.start();
      await other.prompt("Draw the chart.");
      await dismiss.call(ctx, {});
      await other.end();
      const { id } = await wanted.row();
      const next = new AgentSession(ctx, clock, { ...DEAD, continues: id });
      const { context, notice } = await next.start();
      expect(context).toContain(RULE);
      expect(context).toContain("chosen by the user");
      expect(notice).toContain('continuing "Build the importer.');
      expect(await next.row()).toMatchObject({ parentId: id, parentReason: "handoff" });
    }));

  test("receives one checkpoint as it was then", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const session = await killedSession(ctx, clock);
      await session.compact();
      const [then] = await ctx.store.listCheckpoints({ limit: 1 });
      await session.prompt("Draw the chart.");
      const { chosen } = await continueOperation.call(ctx, { id: then?.id });
      expect(chosen).toMatchObject({ mode: "record", environment: { HOLDFAST_CONTINUE: then?.id } });
      const { context } = await new AgentSession(ctx, clock, { continues: then?.id ?? "" }).start();
      expect(context).toContain(RULE);
      expect(context).not.toContain("Draw the chart.");
    }));

  test("a client inside of it is another one, and /clear there means forget", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const wanted = await killedSession(ctx, clock);
      const continues = (await wanted.row()).id;
      const pid = process.pid;
      const next = new AgentSession(ctx, clock, { pid, continues });
      await next.start();
      await next.prompt("Go on.");
      expect(await new AgentSession(ctx, clock, { pid: process.ppid, continues }).start()).toEqual({});
      const cleared = await new AgentSession(ctx, clock, { pid, continues }).start("clear");
      expect(cleared.context).toBeUndefined();
    }));
});

describe("holdfast continue", () => {
  test("lets a person choose, and hands the terminal to the client", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      const transcriptPath = transcript(place, place.project);
      const session = await killedSession(ctx, place.clock, { transcriptPath });
      const { nativeId } = await session.row();
      const seen: unknown[] = [];
      const { code, out } = await runCommand(place, ["continue"], {
        prompts: choosing((choices) => {
          seen.push(...choices.map(({ label }) => label));
          return choices[0];
        }),
        takeOver: async ({ command, directory }) => {
          seen.push(command, directory);
          return 7;
        },
      });
      const label = `${nativeId.slice(0, 8)} Build the importer. Never write to the … (claude-code, cut off, just now, 1 open)`;
      expect(seen).toEqual([label, ["claude", "--resume", nativeId], place.project]);
      expect({ code, out }).toEqual({ code: 7, out: "" });
    }));

  test("a session takes one line of a terminal with 80 columns, of which the list leaves 65", () =>
    withPlace(async (place) => {
      const session = await killedSession(await place.open(), place.clock);
      const seen: string[] = [];
      await runCommand(place, ["continue"], {
        columns: () => 80,
        prompts: choosing((choices) => {
          seen.push(...choices.map(({ label }) => label));
          return undefined;
        }),
      });
      const { nativeId } = await session.row();
      const about = "(claude-code, cut off, just now, 1 open)";
      expect(seen).toEqual([`${nativeId.slice(0, 8)} Build the impo… ${about}`]);
      expect(seen[0]).toHaveLength(65);
    }));

  test("starts nothing when nothing was chosen", () =>
    withPlace(async (place) => {
      await killedSession(await place.open(), place.clock);
      const takeOver = async (): Promise<number> => {
        throw new Error("nothing may be started");
      };
      const { code, out } = await runCommand(place, ["continue"], {
        prompts: choosing(() => undefined),
        takeOver,
      });
      expect({ code, out }).toEqual({ code: 130, out: "Nothing was changed.\n" });
    }));

  test("work is not handed over to an agent that would not receive the record", () =>
    withPlace(async (place) => {
      const killed = await killedSession(await place.open(), place.clock);
      const { nativeId } = await killed.row();
      const refused = await runCommand(place, ["continue", nativeId, "--in", "codex"]);
      expect(refused.code).toBe(69);
      expect(refused.err).toContain("codex is not connected, so it would not receive the record.");
      expect(refused.err).toContain("holdfast connect codex");
      expect((await runCommand(place, ["continue", nativeId])).code).toBe(0);
    }));

  test("without a terminal it lists them, and prints the command", () =>
    withPlace(async (place) => {
      const session = await killedSession(await place.open(), place.clock);
      const { id, nativeId } = await session.row();
      const short = nativeId.slice(0, 8);
      const listed = await runCommand(place, ["continue"]);
      expect(listed.out).not.toMatch(/DIRECTORY|FILES/);
      expect(listed.out).toMatch(
        new RegExp(`^SESSION +TITLE.*\n${short} +Build the importer.* claude-code +cut off +1 +just now\n`),
      );
      const { out } = await runCommand(place, ["continue", short]);
      expect(out).toContain(`cd '${place.project}' && HOLDFAST_CONTINUE=${id} claude --session-id `);
    }));

  test("resume asks in the same way when several sessions are plausible", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      const one = await killedSession(ctx, place.clock);
      await new AgentSession(ctx, place.clock, DEAD).prompt("Draw the chart.");
      await one.prompt("Quote the fields.");
      const prompts = choosing((choices) => choices.find(({ label }) => label.includes("Draw the chart.")));
      const { code, out } = await runCommand(place, ["resume"], { prompts });
      expect(code).toBe(0);
      expect(out).toContain("Draw the chart.");
      expect(out).not.toContain(RULE);
    }));
});
