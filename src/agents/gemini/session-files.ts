import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import * as z from "zod";
import type { AgentSessions } from "../../kernel/agent/agent.ts";
import type { TokenUsage } from "../../kernel/agent/token-usage.ts";
import { Blocks, fieldOf, hasType, timeOf } from "../blocks.ts";
import { findJsonlSessions } from "../files/find-session-files.ts";
import { readUsageOf } from "../files/read-lines.ts";

/** The first line. The files of subagents have another `kind`. */
const Header = z.object({ sessionId: z.string().min(1), kind: z.literal("main").default("main") });
const Prompt = z.object({ type: z.literal("user") });

/** `tmp/<project>/chats/session-….jsonl`; a file beside `chats` names the directory of the project. */
export const findSessionFiles: AgentSessions["find"] = (configDir, wants) =>
  findJsonlSessions({ root: join(configDir, "tmp"), depth: 2, wants, describe });

function describe(path: string, lines: readonly unknown[]) {
  const { data } = Header.safeParse(lines[0]);
  if (!data || basename(dirname(path)) !== "chats") return undefined;
  // A resume leaves a second file with the session's id, in which nothing was said.
  if (!lines.some((line) => Prompt.safeParse(line).success)) return undefined;
  const cwd = readProject(dirname(dirname(path)));
  return cwd === undefined ? undefined : { nativeSession: data.sessionId, cwd };
}

function readProject(directory: string): string | undefined {
  try {
    return readFileSync(join(directory, ".project_root"), "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}

const count = z.number().nonnegative().nullish().catch(0);

/** The token counts from the API's response, under the client's own names. */
const Answer = z.object({
  id: z.string(),
  timestamp: z.string().optional().catch(undefined),
  type: z.literal("gemini"),
  model: z.string().nullish(),
  tokens: z.object({
    input: z.number().nonnegative(),
    output: count,
    cached: count,
    thoughts: count,
    tool: count,
  }),
});
const Patch = z.object({ $set: z.object({ messages: Blocks }) });

/**
 * The token usage of each answer. A message is written again when it grows and in copies of the history; it counts
 * once.
 */
export function readUsage(path: string): Promise<TokenUsage[] | undefined> {
  return readUsageOf(path, '"tokens"', (line) => {
    const copies = fieldOf(line, "$set") ? Patch.safeParse(line).data?.$set.messages : undefined;
    return (copies ?? [line]).flatMap((message) => {
      const answer = hasType(message, "gemini") ? Answer.safeParse(message).data : undefined;
      return answer ? [usageOf(answer)] : [];
    });
  });
}

/**
 * The client's input includes cached tokens, but not those that tools put into a prompt. Thoughts are billed as output.
 */
function usageOf({ id, timestamp, model, tokens }: z.infer<typeof Answer>): TokenUsage {
  const cacheRead = Math.min(tokens.cached ?? 0, tokens.input);
  return {
    id,
    at: timeOf(timestamp),
    model: model ?? "",
    input: tokens.input - cacheRead + (tokens.tool ?? 0),
    cacheRead,
    cacheWrite: 0,
    output: (tokens.output ?? 0) + (tokens.thoughts ?? 0),
  };
}
