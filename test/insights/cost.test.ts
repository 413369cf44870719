import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readUsage as readClaude } from "../../src/agents/claude-code/session-files.ts";
import { readUsage as readCodex } from "../../src/agents/codex/session-files.ts";
import { readUsage as readGemini } from "../../src/agents/gemini/session-files.ts";
import { priceUsage } from "../../src/insights/cost/price-usage.ts";
import prices from "../../src/insights/cost/prices.json" with { type: "json" };
import { cost } from "../../src/insights/operations/cost.ts";
import { normalizeModelName } from "../../src/kernel/agent/token-usage.ts";
import modelWindows from "../../src/place/context/model-windows.json" with { type: "json" };
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
const ROLLOUT = fixture("codex/rollout-exec.jsonl");
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
        cache_creation: { ephemeral_5m_input_tokens: 60_000, ephemeral_1h_input_tokens: 40_000 },
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
    const cache = { cacheRead: 400_000, cacheWrite: 100_000, cacheWriteHour: 40_000 };
    const both = { model: HAIKU, input: 1_000, ...cache };
    expect(await readClaude(path)).toEqual([
      { id: "a", ...both, output: 50 },
      { id: "b", ...both, output: 1 },
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
  expect(usage[0]).toMatchObject({ id: "2026-11-21T00:49:18.976Z 5303", at: 1795222158976 });
  expect(new Set(usage.map(({ id }) => id)).size).toBe(usage.length);
});

test("a recorded session of Gemini: each request once, what the cache had and thoughts apart", async () => {
  const usage = await readGemini(fixture("gemini/headless-tools-retry.jsonl"));
  const model = "gemini-3.8-flash";
  const none = { cacheRead: 0, cacheWrite: 0 };
  expect(usage).toEqual([
    { id: "191aa336-4aab-4dff-a077-e1123cb0228f", at: 1795221978082, model, input: 182, output: 64, ...none },
    { id: "e445ad87-b925-4c99-bdc4-cf7414b383f7", at: 1795221978380, model, input: 343, output: 7, ...none },
    { id: "a4753e80-b44f-4707-b456-877e08fdb14f", at: 1795221978640, model, input: 372, output: 7, ...none },
  ]);
  await withPlace(async ({ root }) => {
    const path = join(root, "s.jsonl");
    const tokens = { input: 1_000, output: 20, cached: 600, thoughts: 30, tool: 5, total: 1_055 };
    const said = { id: "1", type: "gemini", content: "", model, tokens };
    const damaged = { ...said, id: "2", tokens: null };
    writeFileSync(
      path,
      [said, { $set: { messages: [said, damaged] } }].map((line) => JSON.stringify(line)).join("\n"),
    );
    expect(await readGemini(path)).toEqual([
      { id: "1", model, input: 405, output: 50, ...none, cacheRead: 600 },
    ]);
  });
});

describe("the price of an answer", () => {
  const MILLION = {
    model: HAIKU,
    input: 1_000_000,
    cacheRead: 1_000_000,
    cacheWrite: 1_000_000,
    output: 1_000_000,
  };

  test("is that of the day: none before it began or after it ended, and none is guessed", () => {
    expect(priceUsage(MILLION, Date.UTC(2026, 0, 1))).toBeCloseTo(1 + 0.1 + 1.25 + 5);
    expect(priceUsage({ ...MILLION, cacheWriteHour: 400_000 }, Date.UTC(2026, 0, 1))).toBeCloseTo(
      1 + 0.1 + 0.6 * 1.25 + 0.4 * 2 + 5,
    );
    expect(priceUsage(MILLION, Date.UTC(2025, 0, 1))).toBeNull();
    for (const model of ["claude-haiku-4-5-fast", "unheard-of", ""])
      expect(priceUsage({ ...MILLION, model }, Date.UTC(2026, 0, 1))).toBeNull();
    const sonnet = { ...MILLION, model: "claude-sonnet-5-5", input: 0, cacheWrite: 0, output: 0 };
    expect(priceUsage(sonnet, Date.UTC(2026, 9, 6))).toBeCloseTo(0.2);
    expect(priceUsage(sonnet, Date.UTC(2026, 9, 7))).toBeCloseTo(0.1);
    const flash = { ...MILLION, model: "gemini-3.8-flash" };
    expect(priceUsage(flash, Date.UTC(2026, 11, 31))).toBeCloseTo(0.75 + 0.075 + 3.75);
    expect(priceUsage(flash, Date.UTC(2027, 0, 1))).toBeNull();
  });

  test("of a long request is that of long ones, for all of it", () => {
    const at = Date.UTC(2026, 10, 23);
    const short = { ...MILLION, model: "claude-haiku-5-5", cacheRead: 0, cacheWrite: 0, output: 100_000 };
    expect(priceUsage({ ...short, input: 100_000 }, at)).toBeCloseTo(0.01 + 0.05);
    expect(priceUsage({ ...short, input: 0, cacheRead: 100_001 }, at)).toBeCloseTo(0.005 + 0.25);
  });

  test("and the size of a window have a source and a day in each row, and one row for a model and day", () => {
    for (const { source, checked } of [...prices.prices, ...modelWindows.windows]) {
      expect(source).toMatch(/^https:\/\/[\w.-]+\/\S/);
      expect(checked).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
    const rows = prices.prices.map(({ model, from }) => `${model} ${from}`);
    expect(new Set(rows).size).toBe(rows.length);
    const models = modelWindows.windows.map(({ model }) => model);
    expect(new Set(models).size).toBe(models.length);
  });

  test.each([
    ["claude-haiku-4-5-20251001", "claude-haiku-4-5"],
    ["claude-opus-5-5[1m]", "claude-opus-5-5"],
    ["claude-sonnet-4-5@20250929", "claude-sonnet-4-5"],
    ["gpt-6.1-sol-2026-09-29", "gpt-6.1-sol"],
    ["gpt-6-astra-fast", "gpt-6-astra-fast"],
  ])("%s is looked up as %s", (model, name) => expect(normalizeModelName(model)).toBe(name));
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
    expect(output.cost).toBeCloseTo(0.002 + 0.08 + 0.15 + 0.16 + 0.005);
    expect((await cost.call(ctx, { all: true })).sessions).toHaveLength(2);
  }));

test("P24: an answer that a fork copied counts once, for the session that gave it", () =>
  withPlace(async ({ open, clock, root }) => {
    const ctx = await open();
    const use = async (nativeSession: string, text: string) => {
      const transcriptPath = join(root, `${nativeSession}.jsonl`);
      writeFileSync(transcriptPath, text);
      await new AgentSession(ctx, clock, { nativeSession, transcriptPath }).prompt("Build it.");
    };
    await use("original", answer("a", HAIKU, 500));
    const before = await cost.call(ctx, {});
    await use("fork", answer("a", HAIKU, 500));
    expect((await cost.call(ctx, {})).cost).toBe(before.cost);
    await use("fork", answer("a", HAIKU, 500) + answer("b", HAIKU, 7));
    const { sessions } = await cost.call(ctx, {});
    expect(sessions.map(({ id, models }) => [id, models.map(({ output }) => output)])).toEqual([
      ["fork", [7]],
      ["original", [500]],
    ]);
  }));

test("P24: an answer is priced by its own day, not by that of the session's last event", () =>
  withPlace(async ({ open, clock, root }) => {
    const ctx = await open();
    const transcriptPath = join(root, "long.jsonl");
    const model = "claude-sonnet-5-5";
    const usage = { input_tokens: 0, cache_read_input_tokens: 1_000_000, output_tokens: 0 };
    const days = ["2026-10-06T12:00:00.000Z", "2026-10-07T12:00:00.000Z", "damaged"];
    const lines = days.map((timestamp) => ({
      type: "assistant",
      timestamp,
      message: { id: timestamp, model, usage },
    }));
    writeFileSync(transcriptPath, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    await new AgentSession(ctx, clock, { nativeSession: "long", transcriptPath }).prompt("Build it.");
    expect((await cost.call(ctx, {})).cost).toBeCloseTo(0.2 + 0.1 + 0.1);
  }));
