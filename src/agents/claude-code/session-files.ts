import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import * as z from "zod";
import type { AgentSessions } from "../../kernel/agent/agent.ts";
import type { TokenUsage } from "../../kernel/agent/token-usage.ts";
import { timeOf } from "../blocks.ts";
import { findJsonlSessions } from "../files/find-session-files.ts";
import { readHead, readUsageOf } from "../files/read-lines.ts";
import { readTail } from "../files/tail.ts";

const Line = z.object({ sessionId: z.string(), cwd: z.string(), isSidechain: z.boolean().default(false) });

/** `projects/<directory>/<session>.jsonl`; the files of subagents are deeper, or have other names. */
export const findSessionFiles: AgentSessions["find"] = (configDir, wants) =>
  findJsonlSessions({ root: join(configDir, "projects"), depth: 1, wants, describe });

function describe(path: string, lines: readonly unknown[]) {
  const nativeSession = basename(path, ".jsonl");
  for (const line of lines) {
    const { data } = Line.safeParse(line);
    if (data?.sessionId === nativeSession && !data.isSidechain) return { nativeSession, cwd: data.cwd };
  }
  return undefined;
}

/** A line that a fork copied names the session that made the request. */
const Copied = z.object({
  type: z.literal("assistant"),
  sessionId: z.string(),
  requestSessionId: z.string().regex(/^[\w-]{1,128}$/),
});

/**
 * The session that a fork was made from. A fork of a fork names several sessions; the last line names the direct
 * parent.
 */
export async function forkedFrom(path: string): Promise<string | undefined> {
  if (!path.endsWith(".jsonl")) return undefined;
  const lines = (await readHead(path)).flatMap((line) => Copied.safeParse(line).data ?? []);
  return lines.findLast(({ sessionId, requestSessionId }) => sessionId !== requestSessionId)
    ?.requestSessionId;
}

const count = z
  .number()
  .nonnegative()
  .nullish()
  .transform((value) => value ?? 0);

const Answer = z.object({
  type: z.literal("assistant"),
  timestamp: z.string().optional().catch(undefined),
  message: z.object({
    id: z.string(),
    model: z.string(),
    usage: z.object({
      input_tokens: count,
      cache_read_input_tokens: count,
      cache_creation_input_tokens: count,
      cache_creation: z.object({ ephemeral_1h_input_tokens: count }).nullish().catch(undefined),
      output_tokens: count,
    }),
  }),
});

/**
 * The token usage of each answer. Each block of a message has a line with the usage so far, so the last line counts.
 */
export function readUsage(path: string): Promise<TokenUsage[] | undefined> {
  return readUsageOf(path, '"usage"', (line) => {
    const { message, timestamp } = Answer.safeParse(line).data ?? {};
    if (!message) return [];
    const { id, model, usage } = message;
    const counts = {
      input: usage.input_tokens,
      cacheRead: usage.cache_read_input_tokens,
      cacheWrite: usage.cache_creation_input_tokens,
      cacheWriteHour: usage.cache_creation?.ephemeral_1h_input_tokens ?? 0,
      output: usage.output_tokens,
    };
    return [{ id, at: timeOf(timestamp), model, ...counts }];
  });
}

const TAIL_BYTES = 256 * 1024;
const MAX_FILES = 200;
const NAME = /^agent-([\w-]{1,100})\.jsonl$/;

/**
 * Finds the subagent that made a call. Each subagent has its own file beside the session's, and the call is in that
 * file before the tool runs. Undefined for a call of the session itself.
 */
export async function findSubagent(transcriptPath: string, call: string): Promise<string | undefined> {
  const directory = join(transcriptPath.replace(/\.jsonl$/, ""), "subagents");
  const names = await readdir(directory).catch(() => []);
  for (const name of names.slice(-MAX_FILES)) {
    const [, agent] = NAME.exec(name) ?? [];
    const tail = agent === undefined ? undefined : await readTail(join(directory, name), TAIL_BYTES);
    if (tail?.bytes.includes(JSON.stringify(call))) return agent;
  }
  return undefined;
}
