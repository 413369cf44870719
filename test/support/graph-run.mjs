// Runs or resumes a LangGraph graph: node graph-run.mjs LANGGRAPH_JS DATABASE LOG NODE_TO_DIE_IN. Each node writes a
// line to the log, and NODE_TO_DIE_IN kills the process. Prints the messages at the end.
import { appendFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { AIMessage } from "@langchain/core/messages";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";

const [library, file, log, deadly] = process.argv.slice(2);
const { openSaver } = await import(pathToFileURL(library).href);
const checkpointer = await openSaver({ file });
const names = ["plan", "read", "write", "test", "ship"];
const graph = new StateGraph(MessagesAnnotation);
for (const name of names)
  graph.addNode(name, () => {
    appendFileSync(log, `${name}\n`);
    if (name === deadly) process.kill(process.pid, "SIGKILL");
    return { messages: [new AIMessage(`${name} done`)] };
  });
for (const [i, name] of names.entries()) graph.addEdge(names[i - 1] ?? START, name);
graph.addEdge(names.at(-1), END);
const app = graph.compile({ checkpointer });
const config = { configurable: { thread_id: "release" }, durability: "sync" };
const { next } = await app.getState(config);
const input = next.length > 0 ? null : { messages: [{ role: "user", content: "Release it." }] };
const { messages } = await app.invoke(input, config);
writeSync(1, JSON.stringify(messages.map((message) => `${message.getType()}: ${message.text}`)));
await checkpointer.close();
