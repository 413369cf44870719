import { answerCheckpoint, answerRewind } from "../messages/answer-tools.ts";
import { applyRewinds } from "../messages/apply-rewinds.ts";
import { type LangChainMessage, langChainMessages } from "../messages/shapes/langchain.ts";
import type { ClassifyCall } from "../messages/span-facts.ts";
import { TOOL_TEXTS } from "../messages/tool-texts.ts";

interface Options<M> {
  /** `(text) => new HumanMessage(text)` */
  human: (text: string) => M;
  /** Allows a mark to be set while another is open. */
  nested?: boolean;
  /** Describes what the host's tools do. By default guessed from names and inputs. */
  classify?: ClassifyCall;
}

/** A message that makes LangGraph's reducer empty the list. */
const REMOVE_ALL = { type: "remove", id: "__remove_all__" } as const;

/**
 * Rewind for LangGraph: a node to run before the model's node, which removes an exploration from the state, and the
 * answers of the two tools. Messages are removed through the reducer, so that every checkpointer stores the result.
 */
export function langGraphRewind<M extends LangChainMessage>({ human, nested = false, classify }: Options<M>) {
  const shape = langChainMessages(human);
  return {
    /** Changes nothing unless a rewind is pending. */
    node: ({ messages }: { messages: M[] }): { messages?: (M | typeof REMOVE_ALL)[] } => {
      const applied = applyRewinds(shape, messages, { classify });
      return applied.rewinds.length === 0 ? {} : { messages: [REMOVE_ALL, ...applied.messages] };
    },
    /**
     * The answers of the tools `checkpoint` and `rewind`, given the messages of the state. Throws if the tool refuses.
     */
    checkpoint: ({ goal }: { goal: string }, messages: readonly M[]): string =>
      textOrThrow(answerCheckpoint(shape, withoutRunningCalls(messages), { goal, nested })),
    rewind: ({ report }: { report: string }, messages: readonly M[]): string =>
      textOrThrow(answerRewind(shape, withoutRunningCalls(messages), { report })),
    descriptions: { checkpoint: TOOL_TEXTS.checkpoint, rewind: TOOL_TEXTS.rewind },
  };
}

/** Without the last message if it contains tool calls that are still running. */
function withoutRunningCalls<M extends LangChainMessage>(messages: readonly M[]): readonly M[] {
  const isAsking = (messages.at(-1)?.tool_calls?.length ?? 0) > 0;
  return isAsking ? messages.slice(0, -1) : messages;
}

function textOrThrow({ ok, text }: { ok: boolean; text: string }): string {
  if (ok) return text;
  throw new Error(text);
}
