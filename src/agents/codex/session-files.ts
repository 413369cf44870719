import { stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { AgentSessions, TurnEnd } from "../../kernel/agent/agent.ts";
import type { TokenUsage } from "../../kernel/agent/token-usage.ts";
import { timeOf } from "../blocks.ts";
import { findJsonlSessions } from "../files/find-session-files.ts";
import { readHead, readUsageOf } from "../files/read-lines.ts";
import { readTail } from "../files/tail.ts";
import { mayRead } from "../files/transcript-file.ts";
import { type RolloutLine, readLines } from "./transcript/lines.ts";

/** The first line. `source` is an object if another thread started this one. */
const Header = z.object({
  type: z.literal("session_meta"),
  payload: z.object({ id: z.string().min(1), cwd: z.string(), source: z.string().optional() }),
});

/** `sessions/<year>/<month>/<day>/rollout-….jsonl` */
export const findSessionFiles: AgentSessions["find"] = (configDir, wants) =>
  findJsonlSessions({ root: join(configDir, "sessions"), depth: 3, wants, describe });

function describe(_path: string, [first]: readonly unknown[]) {
  const { data } = Header.safeParse(first);
  return data && { nativeSession: data.payload.id, cwd: data.payload.cwd };
}

const id = z.string().regex(/^[\w-]{1,128}$/);
const Meta = z.object({
  type: z.literal("session_meta"),
  payload: z.object({
    forked_from_id: id.nullish(),
    history_base: z.object({ thread_id: id }).nullish(),
  }),
});

/** A fork's file begins with the thread that it continues from. */
export async function forkedFrom(path: string): Promise<string | undefined> {
  if (!path.endsWith(".jsonl")) return undefined;
  const [meta] = (await readHead(path)).flatMap((line) => Meta.safeParse(line).data?.payload ?? []);
  return meta?.forked_from_id ?? meta?.history_base?.thread_id;
}

const Model = z.object({ type: z.literal("turn_context"), payload: z.object({ model: z.string() }) });
const Counted = z.object({
  type: z.literal("event_msg"),
  timestamp: z.string().optional().catch(undefined),
  payload: z.object({
    type: z.literal("token_count"),
    info: z.object({
      last_token_usage: z.object({
        input_tokens: z.number(),
        cached_input_tokens: z.number().default(0),
        cache_write_input_tokens: z.number().default(0),
        output_tokens: z.number(),
      }),
      total_token_usage: z.object({ total_tokens: z.number() }),
    }),
  }),
});

/**
 * The token usage of each answer, with the model of its turn. The client may repeat a count; then the total is
 * unchanged.
 */
export async function readUsage(path: string): Promise<TokenUsage[] | undefined> {
  let model = "";
  let total = -1;
  return await readUsageOf(path, '"payload"', (line) => {
    model = Model.safeParse(line).data?.payload.model ?? model;
    const { timestamp, payload } = Counted.safeParse(line).data ?? {};
    if (!payload || payload.info.total_token_usage.total_tokens === total) return [];
    total = payload.info.total_token_usage.total_tokens;
    return [{ ...originOf(timestamp, total), model, ...tokensOf(payload.info.last_token_usage) }];
  });
}

/** Counts have no id, but a copy has the time and the total of the original. */
function originOf(timestamp: string | undefined, total: number): Pick<TokenUsage, "id" | "at"> {
  return timestamp === undefined ? {} : { id: `${timestamp} ${total}`, at: timeOf(timestamp) };
}

/** The client's count of input tokens includes the cached ones. */
function tokensOf(last: z.infer<typeof Counted>["payload"]["info"]["last_token_usage"]) {
  const { cached_input_tokens: cacheRead, cache_write_input_tokens: cacheWrite } = last;
  const input = Math.max(0, last.input_tokens - cacheRead - cacheWrite);
  return { input, cacheRead, cacheWrite, output: last.output_tokens };
}

/** Enough for the last answer, which the client writes twice at the end of the file. */
const TAIL_BYTES = 512 * 1024;

/** The turn at the end of a thread's file. Undefined for a turn without an answer, such as a compaction. */
export async function lastTurnEnd(path: string, since: number): Promise<TurnEnd | undefined> {
  if (!mayRead(path) || (await writtenAt(path)) <= since) return undefined;
  const tail = await readTail(path, TAIL_BYTES);
  if (!tail) return undefined;
  const events = readLines(tail.bytes).lines.filter((line) => line.type === "event_msg");
  const last = events.findLast(({ payload }) => TURN_EVENTS.has(payload.type));
  const answered = events.findLast(({ payload }) => isAnswer(payload));
  if (last?.payload.type !== "task_complete" || !last.payload.last_agent_message || !answered)
    return undefined;
  const { turn_id: id, last_agent_message: answer } = last.payload;
  return { id, at: timeOf(last.timestamp) ?? 0, answeredAt: timeOf(answered.timestamp) ?? 0, answer };
}

async function writtenAt(path: string): Promise<number> {
  return await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

type Payload = Extract<RolloutLine, { type: "event_msg" }>["payload"];

const TURN_EVENTS: ReadonlySet<Payload["type"]> = new Set([
  "task_started",
  "task_complete",
  "turn_aborted",
] as const);

function isAnswer(payload: Payload): boolean {
  return (
    payload.type === "agent_message" ||
    (payload.type === "item_completed" && payload.item.type === "AgentMessage")
  );
}
