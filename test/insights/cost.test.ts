import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readUsage as readClaude } from "../../src/agents/claude-code/usage.ts";
import { readUsage as readCodex } from "../../src/agents/codex/usage.ts";
import { priceUsage } from "../../src/insights/cost/price-usage.ts";
import { cost } from "../../src/insights/operations/cost.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

const ROLLOUT = fileURLToPath(new URL("../fixtures/codex/rollout-exec.jsonl", import.meta.url));
const HAIKU = "claude-haiku-4-5-20251001";

const answer = (id: string, model: string, output_tokens: number) =>
  `${JSON.stringify({
    type: "assistant",
    message: {
      id,
      model,
      content: [],
      usage: {
        input_tokens: 1_000,
        cache_read_input_tokens: 400_000,
        cache_creation_input_tokens: 100_000,
        output_tokens,
      },
    },
  })}\n`;

test("an answer counts once, however many lines its blocks have, with the last count", () =>
  withPlace(async ({ root }) => {
    const path = join(root, "one.jsonl");
    writeFileSync(
      path,
      `${answer("a", HAIKU, 5)}${answer("a", HAIKU, 50)}{"usage": damaged\n${answer("b", HAIKU, 1)}`,
    );
    const both = { model: HAIKU, input: 1_000, cacheRead: 400_000, cacheWrite: 100_000 };
    expect(await readClaude(path)).toEqual([
      { ...both, output: 50 },
      { ...both, output: 1 },
    ]);
    symlinkSync(path, join(root, "link.jsonl"));
    expect(await readClaude(join(root, "link.jsonl"))).toBeUndefined();
  }));

test("a recorded thread of Codex: what its own total says", async () => {
  const counts = readFileSync(ROLLOUT, "utf8")
    .split("\n")
    .filter((line) => line.includes('"token_count"'));
  const { input_tokens, output_tokens } = JSON.parse(counts.at(-1) ?? "").payload.info.total_token_usage;
  const usage = (await readCodex(ROLLOUT)) ?? [];
  const sum = (tokens: (each: (typeof usage)[number]) => number) =>
    usage.reduce((all, each) => all + tokens(each), 0);
  expect(sum(({ input, cacheRead, cacheWrite }) => input + cacheRead + cacheWrite)).toBe(input_tokens);
  expect(sum(({ output }) => output)).toBe(output_tokens);
  expect(new Set(usage.map(({ model }) => model)).has("")).toBe(false);
});

test("the price is that of the day: none before it began, and none is guessed", () => {
  const usage = {
    model: HAIKU,
    input: 1_000_000,
    cacheRead: 1_000_000,
    cacheWrite: 1_000_000,
    output: 1_000_000,
  };
  expect(priceUsage(usage, Date.UTC(2026, 0, 1))).toBeCloseTo(1 + 0.1 + 1.25 + 5);
  expect(priceUsage(usage, Date.UTC(2025, 0, 1))).toBeNull();
  for (const model of ["claude-haiku-4-5-fast", "unheard-of", ""])
    expect(priceUsage({ ...usage, model }, Date.UTC(2026, 0, 1))).toBeNull();
});

test("P24: `holdfast cost` adds up the sessions of the project, and says which models have no price", () =>
  withPlace(async ({ open, clock, root }) => {
    const ctx = await open();
    const transcriptPath = join(root, "one.jsonl");
    writeFileSync(
      transcriptPath,
      answer("a", HAIKU, 500) + answer("b", "unheard-of", 7) + answer("c", HAIKU, 500),
    );
    const session = new AgentSession(ctx, clock, { nativeSession: "one", transcriptPath });
    await session.prompt("Build it.");
    await new AgentSession(ctx, clock, { nativeSession: "two" }).prompt("Paint it.");
    const elsewhere = new AgentSession(ctx, clock, { nativeSession: "three", cwd: root, transcriptPath });
    await elsewhere.prompt("Build it.");
    const output = await cost.call(ctx, {});
    expect(output).toMatchObject({
      sessions: [
        {
          id: "one",
          models: [
            { model: HAIKU, input: 2_000, cacheRead: 800_000, cacheWrite: 200_000, output: 1_000 },
            { model: "unheard-of", cost: null },
          ],
        },
      ],
      unpriced: ["unheard-of"],
      unread: 1,
    });
    expect(output.cost).toBeCloseTo(0.002 + 0.08 + 0.25 + 0.005);
    expect((await cost.call(ctx, { all: true })).sessions).toHaveLength(2);
  }));
