import * as z from "zod";
import { Blocks } from "../../blocks.ts";
import { liveBranch } from "../../live-branch.ts";
import { answeredCall, type ChainLine, toolUse, UserLine } from "./line.ts";

const Message = z.object({ message: z.object({ id: z.string(), content: Blocks }) });

/** A line and its ancestors, back to the last compaction: after one, the conversation begins again with the summary. */
export function lineageOf(chain: readonly ChainLine[], line: ChainLine): ChainLine[] {
  const { live } = liveBranch({
    lines: chain,
    idOf: ({ uuid }) => uuid,
    parentOf: ({ parentUuid }) => parentUuid || undefined,
    leaf: line.uuid,
    cut: false,
    damaged: 0,
  });
  const parents = chain.filter((_, index) => live.has(index));
  const messages = new Set(parents.map(messageId));
  // Parallel calls fork the chain. If a message is kept, all of its calls and their results are kept.
  const siblings = chain.filter((one) => {
    const id = messageId(one);
    return id !== undefined && messages.has(id) && messageId(line) !== id;
  });
  return [...parents, ...siblings, ...resultsOf(chain, siblings)];
}

/** The lines of one message of the agent, without calls that have no result, and the lines of the results. */
export function messageLines(chain: readonly ChainLine[], line: ChainLine): ChainLine[] {
  const id = messageId(line);
  if (id === undefined) return [line];
  const own = chain.filter((one) => messageId(one) === id);
  const results = resultsOf(chain, own);
  const answered = new Set(results.flatMap(resultIds));
  return [...own.filter((one) => callIds(one).every((call) => answered.has(call))), ...results];
}

function resultsOf(chain: readonly ChainLine[], lines: readonly ChainLine[]): ChainLine[] {
  const calls = new Set(lines.flatMap(callIds));
  return chain.filter((one) => resultIds(one).some((call) => calls.has(call)));
}

function messageId(line: ChainLine): string | undefined {
  return line.type === "assistant" ? Message.safeParse(line).data?.message.id : undefined;
}

function callIds(line: ChainLine): string[] {
  if (line.type !== "assistant") return [];
  const content = Message.safeParse(line).data?.message.content ?? [];
  return content.flatMap((block) => toolUse(block)?.id ?? []);
}

function resultIds(line: ChainLine): string[] {
  if (line.type !== "user") return [];
  const { content = "" } = UserLine.safeParse(line).data?.message ?? {};
  return typeof content === "string" ? [] : content.flatMap((block) => answeredCall(block) ?? []);
}
