import { answerCheckpoint, answerRewind } from "../messages/answer-tools.ts";
import { applyRewinds } from "../messages/apply-rewinds.ts";
import { type AiSdkMessage, aiSdkMessages } from "../messages/shapes/ai-sdk.ts";
import type { ClassifyCall } from "../messages/span-facts.ts";
import { TOOL_TEXTS } from "../messages/tool-texts.ts";

interface Options<Schema> {
  /** `jsonSchema` of the AI SDK. */
  jsonSchema: (schema: object) => Schema;
  /** Allows a mark to be set while another is open. */
  nested?: boolean;
  /** The number of agents above this one. Subagents get the tools only with `grantSubagents`. */
  depth?: number;
  grantSubagents?: boolean;
  /** Describes what the host's tools do. By default guessed from names and inputs. */
  classify?: ClassifyCall;
}

interface Call {
  messages: readonly AiSdkMessage[];
}

/**
 * Rewind for `generateText`, `streamText` and agents of the AI SDK: two tools, and a `prepareStep` that removes an
 * exploration from what the model reads. It is stateless, so it also works with messages that were stored and loaded.
 */
export function aiSdkRewind<Schema>(options: Options<Schema>) {
  const { jsonSchema, nested = false, depth = 0, grantSubagents = false, classify } = options;
  const shape = aiSdkMessages();
  const tools = {
    checkpoint: {
      description: TOOL_TEXTS.checkpoint,
      inputSchema: jsonSchema(withText("goal", TOOL_TEXTS.goal)),
      execute: async (input: { goal: string }, { messages }: Call) =>
        textOrThrow(answerCheckpoint(shape, messages, { ...input, nested })),
    },
    rewind: {
      description: TOOL_TEXTS.rewind,
      inputSchema: jsonSchema(withText("report", TOOL_TEXTS.report)),
      execute: async (input: { report: string }, { messages }: Call) =>
        textOrThrow(answerRewind(shape, messages, input)),
    },
  };
  const prepareStep = <M extends AiSdkMessage>({ messages }: { messages: M[] }): { messages: M[] } => ({
    messages: applyRewinds(aiSdkMessages<M>(), messages, { classify }).messages,
  });
  const offered: Partial<typeof tools> = depth === 0 || grantSubagents ? tools : {};
  return { tools: offered, prepareStep };
}

function withText(name: string, description: string): object {
  const properties = { [name]: { type: "string", description } };
  return { type: "object", properties, required: [name], additionalProperties: false };
}

/** Throws if the answer is a refusal. The SDK shows thrown errors to the model as errors of the tool. */
function textOrThrow({ ok, text }: { ok: boolean; text: string }): string {
  if (ok) return text;
  throw new Error(text);
}
