import { generateText, jsonSchema, stepCountIs, type ToolSet, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { expect, test } from "vitest";
import * as z from "zod";
import { aiSdkRewind } from "../../../src/rewind/libraries/ai-sdk.ts";

type Reply = { text: string } | { calls: { id: string; name: string; input: object }[] };

/** Runs the real AI SDK with a scripted model. Returns what the model read before each reply. */
async function run(replies: Reply[], { tools, prepareStep }: ReturnType<typeof aiSdkRewind>) {
  const read: string[] = [];
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const model = new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      read.push(JSON.stringify(prompt));
      const reply = replies[read.length - 1] ?? { text: "Done." };
      const isText = "text" in reply;
      const content = isText
        ? [{ type: "text" as const, text: reply.text }]
        : reply.calls.map(({ id, name, input }) => ({
            type: "tool-call" as const,
            toolCallId: id,
            toolName: name,
            input: JSON.stringify(input),
          }));
      const unified = isText ? ("stop" as const) : ("tool-calls" as const);
      return { content, finishReason: { unified, raw: undefined }, usage, warnings: [] };
    },
  });
  const readFile = tool({
    inputSchema: z.object({ path: z.string() }),
    execute: async ({ path }) => `content of ${path}`,
  });
  const result = await generateText({
    model,
    prompt: "Find the bug.",
    tools: { ...(tools as ToolSet), readFile },
    stopWhen: stepCountIs(12),
    prepareStep: prepareStep as never,
  });
  return { read, text: result.text };
}

const call = (id: string, name: string, input: object) => ({ id, name, input });

test("W19: in the AI SDK, the model reads the report once, with the facts and without the exploration; refusals are tool errors", async () => {
  const { read, text } = await run(
    [
      { calls: [call("early", "rewind", { report: "x" })] },
      { calls: [call("m", "checkpoint", { goal: "find it" }), call("b", "readFile", { path: "beside.ts" })] },
      { calls: [call("again", "checkpoint", { goal: "find more" })] },
      {
        calls: [call("s1", "readFile", { path: "span-1.ts" }), call("s2", "readFile", { path: "span-2.ts" })],
      },
      {
        calls: [
          call("r", "rewind", { report: "It is in parse.ts." }),
          call("t", "readFile", { path: "with.ts" }),
        ],
      },
      { calls: [call("r2", "rewind", { report: "It is in parse.ts." })] },
      { text: "It is in parse.ts, line 40." },
    ],
    aiSdkRewind({ jsonSchema }),
  );
  expect(text).toBe("It is in parse.ts, line 40.");
  expect(read[1]).toContain("No active checkpoint. Create a checkpoint before calling rewind.");
  expect(read[2]).toContain("Checkpoint created.");
  expect(read[3]).toContain("Checkpoint already active.");
  const [collapsed = "", refused = ""] = read.slice(5);
  for (const kept of [
    "content of beside.ts",
    "content of with.ts",
    "Checkpoint: find it",
    "Read 2 files: span-1.ts, span-2.ts",
  ])
    expect(collapsed).toContain(kept);
  for (const gone of ["content of span", "find more", '"toolCallId":"r"'])
    expect(collapsed).not.toContain(gone);
  expect(collapsed.split("It is in parse.ts.")).toHaveLength(2);
  expect(refused).toContain("Checkpoint already completed");
});

test("W5: a subagent gets neither tool unless both are granted", () => {
  expect(Object.keys(aiSdkRewind({ jsonSchema, depth: 1 }).tools)).toEqual([]);
  const granted = aiSdkRewind({ jsonSchema, depth: 1, grantSubagents: true });
  expect(Object.keys(granted.tools)).toEqual(["checkpoint", "rewind"]);
});
