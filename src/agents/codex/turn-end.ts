import { stat } from "node:fs/promises";
import type { TurnEnd } from "../../kernel/agent/agent.ts";
import { readTail } from "../files/tail.ts";
import { type RolloutLine, readLines } from "./transcript/lines.ts";
import { isRollout } from "./transcript.ts";

/** Enough for the last answer, which the client writes twice at the end of the file. */
const TAIL_BYTES = 512 * 1024;

/** The turn at the end of a thread's file. Undefined for a turn without an answer, such as a compaction. */
export async function lastTurnEnd(path: string, since: number): Promise<TurnEnd | undefined> {
  if (!isRollout(path) || (await writtenAt(path)) <= since) return undefined;
  const tail = await readTail(path, TAIL_BYTES);
  if (!tail) return undefined;
  const events = readLines(tail.bytes).lines.filter((line) => line.type === "event_msg");
  const last = events.findLast(({ payload }) => TURN_EVENTS.has(payload.type));
  const answered = events.findLast(({ payload }) => isAnswer(payload));
  if (last?.payload.type !== "task_complete" || !last.payload.last_agent_message || !answered)
    return undefined;
  const { turn_id: id, last_agent_message: answer } = last.payload;
  return { id, at: timeOf(last), answeredAt: timeOf(answered), answer };
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

function timeOf({ timestamp }: RolloutLine): number {
  return Date.parse(timestamp ?? "") || 0;
}
