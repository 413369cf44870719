import { describe, expect, test } from "vitest";
import { readLabelled } from "../../bench/fidelity/labelled/read-labelled.mjs";
import { scoreLabelled } from "../../bench/fidelity/labelled/score-labelled.mjs";
import { sessionTurns } from "../../bench/fidelity/labelled/session-turns.mjs";
import type { OpenContext } from "../../src/app.ts";
import { AgentSession } from "../support/agent-session.ts";
import { captureOfLines } from "../support/capture-of-lines.ts";
import { runCommand } from "../support/run-cli.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const DEAD = { pid: 4_194_305 };

interface Chain {
  ctx: OpenContext;
  clock: { now: number };
  first: AgentSession;
  /** What each of the agents is asked. */
  prompts?: readonly string[];
}

/** The records that these agents receive, when each goes on with the work of the one before. */
async function handOver({ ctx, clock, first, prompts = [] }: Chain, agents: readonly string[]) {
  const records: string[] = [];
  let continues = (await first.row()).id;
  for (const [i, agent] of agents.entries()) {
    const next = new AgentSession(ctx, clock, { ...DEAD, agent, continues });
    const begun = await next.start();
    const prompted = await next.prompt(prompts[i] ?? "Go on.");
    records.push(begun.context ?? prompted.context ?? "");
    continues = (await next.row()).id;
  }
  return records;
}

async function openWork({ open, clock }: TestPlace): Promise<Chain> {
  const ctx = await open();
  const first = new AgentSession(ctx, clock, DEAD);
  await first.prompt("Build the importer. Never write to the production bucket.");
  await first.stop("- [ ] parse the header\n- [x] open the file");
  return { ctx, clock, first };
}

describe("a hand-over to another agent", () => {
  test("S38: names the tool by which that agent keeps its todos, which the same agent is not reminded of", () =>
    withPlace(async (place) => {
      const chain = await openWork(place);
      const [same, codex, gemini, pi, ohMyPi, claude] = await handOver(chain, [
        "claude-code",
        "codex",
        "gemini",
        "pi",
        "oh-my-pi",
        "claude-code",
      ]);
      expect(same).toContain("Open todos: parse the header");
      expect(codex).toContain(
        "Open todos (keep them with update_plan if you have it, one step each): parse the header",
      );
      expect(gemini).toContain(
        "Open todos (keep them with write_todos if you have it, one todo each): parse the header",
      );
      expect(pi).toContain("Open todos: parse the header");
      expect(ohMyPi).toContain("Open todos (keep them with todo if you have it, one task each)");
      expect(claude).toContain("Open todos: parse the header");
    }));

  test("S38: is in the lineage that list and inspect show", () =>
    withPlace(async (place) => {
      const chain = await openWork(place);
      const { id: session, nativeId } = await chain.first.row();
      await handOver(chain, ["codex", "gemini"]);
      const { checkpoints } = JSON.parse((await runCommand(place, ["list", "--json"])).out);
      const [ofCodex, ofClaude] = checkpoints;
      expect(ofClaude).toMatchObject({ agent: "claude-code", continues: null });
      const continues = { session, nativeSession: nativeId, agent: "claude-code", reason: "handoff" };
      expect(ofCodex).toMatchObject({ agent: "codex", continues });
      const { out } = await runCommand(place, ["inspect", ofCodex.id]);
      expect(out).toMatch(new RegExp(`^Continues: claude-code, ${nativeId} \\(handed over\\)$`, "m"));
    }));

  test("S38: leaves the latest request to the session before while an agent is only asked to continue", () =>
    withPlace(async (place) => {
      const chain = await openWork(place);
      await chain.first.stop("Shall I split the reader into two modules?");
      await chain.first.prompt("Yes, please.");
      const [, second = "", third = ""] = await handOver(
        { ...chain, prompts: ["Go on.", "Rename the parser to reader."] },
        ["codex", "gemini", "codex"],
      );
      expect(second).toContain("Latest request: Yes, please. ← ");
      expect(second).toContain("split the reader into two modules");
      expect(second).not.toContain("Go on.");
      expect(third).toContain("Latest request: Rename the parser to reader.");
    }));
});

interface Labelled {
  name: string;
  turns: unknown[];
  facts: unknown[];
  labels: unknown;
}

async function plantWork(ctx: OpenContext, { clock, project }: TestPlace, labelled: Labelled) {
  // The transcript ends now.
  clock.now = Math.max(clock.now, Date.now());
  const first = new AgentSession(ctx, clock, DEAD);
  await first.prompt("Hello.");
  const capture = await captureOfLines(sessionTurns(labelled, project).flat());
  await ctx.store.replaceSession({ ...(await first.row()), capture, promptCount: capture.prompts.length });
  return first;
}

/** The facts that the record says, by their number. */
function factsIn(labelled: Labelled, record: string): Map<number, string> {
  const facts: { kind: string; delivered: boolean }[] = scoreLabelled(labelled, record).facts;
  return new Map(facts.flatMap(({ kind, delivered }, i) => (delivered ? [[i, kind]] : [])));
}

/** The kinds of the facts that a later record of the chain lacks and the first has. The facts are sealed: none is shown. */
async function lostOnTheWay(name: string, agents: readonly string[]): Promise<string[]> {
  const gone: string[] = [];
  for (const [i, labelled] of readLabelled(`corpus/sessions/${name}.jsonl.gz`).entries())
    await withPlace(async (place) => {
      const ctx = await place.open();
      const first = await plantWork(ctx, place, labelled);
      const [one = "", ...later] = await handOver({ ctx, clock: place.clock, first }, agents);
      const before = factsIn(labelled, one);
      expect(before.size).toBeGreaterThan(0);
      for (const [hop, record] of later.entries()) {
        const after = factsIn(labelled, record);
        for (const [fact, kind] of before)
          if (!after.has(fact)) gone.push(`session ${i}, ${agents[hop + 1]}: ${kind}`);
      }
    });
  return gone;
}

describe("three hand-overs deliver what one does", () => {
  test.each([
    ["given", ["codex", "claude-code", "codex"]],
    ["learning", ["gemini", "codex"]],
    ["sealed", ["gemini", "codex", "opencode"]],
    ["sealed-2", ["gemini", "claude-code", "codex"]],
  ])("S38: of the sessions %s: %j", { timeout: 180_000 }, async (name, agents) => {
    expect(await lostOnTheWay(name, agents)).toEqual([]);
  });

  test("S38: where the work stopped is passed on by an agent that has not answered", () =>
    withPlace(async (place) => {
      const chain = await openWork(place);
      await chain.first.stop("The header is read. Next are the rows.");
      const records = await handOver(chain, ["gemini", "codex"]);
      for (const record of records)
        expect(record).toContain("Last answer: The header is read. Next are the rows.");
    }));
});
