import * as z from "zod";
import type { TokenUsage } from "../../kernel/agent/token-usage.ts";
import type { Transcript } from "../../kernel/agent/transcript.ts";
import { tryParseJson } from "../../text/json-text.ts";
import { toTranscript } from "../files/transcript-file.ts";
import { entriesOf } from "../session-tree/entries.ts";
import { liveLines, readLines, type TreeLine } from "../session-tree/lines.ts";
import { contextUse, usageOf } from "../session-tree/usage.ts";
import { client } from "./tools.ts";
import { readSession } from "./transcript/database.ts";

/** The live branch of a session, from the client's database. Undefined for a path that may not be read. */
export async function readTranscript(path: string): Promise<Transcript | undefined> {
  const session = readSession(path);
  if (!session) return undefined;
  const lines = readLines(Buffer.from(session.entries.join("\n")));
  const { branch, isWhole } = liveLines(lines, session.cut);
  const read = {
    entries: entriesOf(branch.filter(isSaid).flatMap(withNestedCall), client),
    contextUse: contextUse(branch),
    isWhole: isWhole && !session.damaged && lines.damaged === 0,
  };
  return toTranscript(read, { size: session.entries.length, cut: session.cut });
}

/** The token usage of each answer of a session. */
export async function readUsage(path: string): Promise<TokenUsage[] | undefined> {
  return readSession(path)?.entries.flatMap((entry) => usageOf(tryParseJson(entry)));
}

/** A prompt that nobody typed, such as one with which the client continues an interrupted turn. */
const FromClient = z.object({ message: z.object({ provenance: z.object({ kind: z.string() }) }) });

function isSaid(line: TreeLine): boolean {
  const { provenance } = FromClient.safeParse(line).data?.message ?? {};
  return provenance === undefined || provenance.kind === "external_user";
}

/**
 * A call that the model made through the client's tool search, with its result. It has its own entry beside the
 * search's.
 */
const Nested = z.object({
  message: z.object({
    role: z.literal("custom"),
    customType: z.literal("openclaw.nested-tool.v1"),
    details: z.object({
      toolCallId: z.string(),
      toolName: z.string(),
      input: z.unknown().optional(),
      result: z.object({ content: z.unknown().optional(), details: z.unknown().optional() }).catch({}),
      isError: z.boolean().nullish().catch(undefined),
    }),
  }),
});

/** Replaces a nested call by the lines of a direct call, with the id under which our plugin reports it. */
export function withNestedCall(line: TreeLine): TreeLine[] {
  const nested = Nested.safeParse(line).data?.message.details;
  if (!nested) return [line];
  const { toolCallId, toolName, input, result, isError } = nested;
  const call = { type: "toolCall", id: toolCallId, name: toolName, arguments: input };
  const ended = {
    role: "toolResult",
    toolCallId,
    content: result.content ?? [],
    details: result.details,
    isError,
  };
  return [
    { ...line, message: { role: "assistant", content: [call] } },
    { ...line, message: ended },
  ];
}
