import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import {
  END,
  getCurrentTaskInput,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { expect, test } from "vitest";
import * as z from "zod";
import { langGraphRewind } from "../../../src/rewind/libraries/langgraph.ts";

type State = typeof MessagesAnnotation.State;

/** A graph of the real library with rewind, a scripted model and tools. */
function graphOf(replies: BaseMessage[], read: BaseMessage[][]) {
  const rewind = langGraphRewind<BaseMessage>({ human: (text) => new HumanMessage(text) });
  const messages = () => getCurrentTaskInput<State>().messages;
  const tools = [
    tool((input) => rewind.checkpoint(input, messages()), {
      name: "checkpoint",
      description: rewind.descriptions.checkpoint,
      schema: z.object({ goal: z.string() }),
    }),
    tool((input) => rewind.rewind(input, messages()), {
      name: "rewind",
      description: rewind.descriptions.rewind,
      schema: z.object({ report: z.string() }),
    }),
    tool(({ path }) => `content of ${path}`, {
      name: "read_file",
      description: "Read a file",
      schema: z.object({ path: z.string() }),
    }),
  ];
  const ask = (state: State) => {
    read.push(state.messages);
    return { messages: [replies.shift() ?? new AIMessage("Done.")] };
  };
  const next = ({ messages: all }: State) => ((all.at(-1) as AIMessage).tool_calls?.length ? "tools" : END);
  return new StateGraph(MessagesAnnotation)
    .addNode("rewind", (state: State) => rewind.node(state) as Partial<State>)
    .addNode("model", ask)
    .addNode("tools", new ToolNode(tools))
    .addEdge(START, "rewind")
    .addEdge("rewind", "model")
    .addConditionalEdges("model", next)
    .addEdge("tools", "rewind")
    .compile({ checkpointer: new MemorySaver() });
}

const asks = (...calls: [id: string, name: string, args: object][]) =>
  new AIMessage({
    content: "Thinking aloud.",
    tool_calls: calls.map(([id, name, args]) => ({ id, name, args })),
  });

test("W19: a LangGraph state contains the report once and no orphans, even after it is loaded again", async () => {
  const read: BaseMessage[][] = [];
  const graph = graphOf(
    [
      asks(["m", "checkpoint", { goal: "find it" }], ["b", "read_file", { path: "beside.ts" }]),
      asks(["again", "checkpoint", { goal: "more" }]),
      asks(["s", "read_file", { path: "span.ts" }]),
      asks(["r", "rewind", { report: "It is in parse.ts." }], ["t", "read_file", { path: "with.ts" }]),
      asks(["r2", "rewind", { report: "It is in parse.ts." }]),
      new AIMessage("It is in parse.ts, line 40."),
    ],
    read,
  );
  const thread = { configurable: { thread_id: "1" } };
  await graph.invoke({ messages: [new HumanMessage("Find the bug.")] }, thread);
  const textsOf = (messages: readonly BaseMessage[]) => messages.map(({ text }) => text).join("\n");
  expect(textsOf(read[2] ?? [])).toContain("Checkpoint already active.");
  expect(textsOf(read[5] ?? [])).toContain("Checkpoint already completed");
  await graph.invoke({ messages: [new HumanMessage("And now?")] }, thread);
  const { messages } = (await graph.getState(thread)).values as State;
  for (const seen of [read[4] ?? [], messages]) {
    const text = textsOf(seen);
    expect(text.split("It is in parse.ts.")).toHaveLength(2);
    for (const kept of [
      "content of beside.ts",
      "content of with.ts",
      "Read 1 file: span.ts",
      "Checkpoint: find it",
    ])
      expect(text).toContain(kept);
    expect(text).not.toContain("content of span.ts");
    const calls = seen.flatMap((message) => (message as AIMessage).tool_calls ?? []).map(({ id }) => id);
    const results = seen.flatMap((message) => (message as { tool_call_id?: string }).tool_call_id ?? []);
    expect(results).toEqual(calls);
  }
  expect(textsOf(messages)).toContain("And now?");
});
