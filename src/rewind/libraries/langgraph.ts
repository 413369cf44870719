import { answerCheckpoint, answerRewind } from "../messages/answer-tools.ts";
import { applyRewinds } from "../messages/apply-rewinds.ts";
import { type LangChainMessage, langChainMessages } from "../messages/shapes/langchain.ts";
import type { ClassifyCall } from "../messages/span-facts.ts";
import { TOOL_TEXTS } from "../messages/tool-texts.ts";

interface Options<M> {
  /** `(text) => new HumanMessage(text)` */
  human: (text: string) => M;
  /** A mark may be set while another is open. */
  nested?: boolean;
  /** What the host's own tools do; guessed from names and inputs by default. */
  classify?: ClassifyCall;
}

/** LangGraph's reducer of messages empties the list at this one. */
const REMOVE_ALL = { type: "remove", id: "__remove_all__" } as const;

/**
 * Rewind for LangGraph: a node to run before the model's, which takes an exploration out of the state, and the answers of
 * the two tools. What it takes out is removed with the reducer's own means, so every checkpointer keeps the result.
 */
export function langGraphRewind<M extends LangChainMessage>({ human, nested = false, classify }: Options<M>) {
  const shape = langChainMessages(human);
  return {
    /** Changes nothing as long as no rewind is due. */
    node: ({ messages }: { messages: M[] }): { messages?: (M | typeof REMOVE_ALL)[] } => {
      const applied = applyRewinds(shape, messages, { classify });
      return applied.rewinds.length === 0 ? {} : { messages: [REMOVE_ALL, ...applied.messages] };
    },
    /** What the tools `checkpoint` and `rewind` answer, by the messages of the state. A refusal is thrown. */
    checkpoint: ({ goal }: { goal: string }, messages: readonly M[]): string =>
      accepted(answerCheckpoint(shape, answered(messages), { goal, nested })),
    rewind: ({ report }: { report: string }, messages: readonly M[]): string =>
      accepted(answerRewind(shape, answered(messages), { report })),
    descriptions: { checkpoint: TOOL_TEXTS.checkpoint, rewind: TOOL_TEXTS.rewind },
  };
}

/** While tools run, the last message asks for them: it does not count yet. */
function answered<M extends LangChainMessage>(messages: readonly M[]): readonly M[] {
  const isAsking = (messages.at(-1)?.tool_calls?.length ?? 0) > 0;
  return isAsking ? messages.slice(0, -1) : messages;
}

function accepted({ ok, text }: { ok: boolean; text: string }): string {
  if (ok) return text;
  throw new Error(text);
}
