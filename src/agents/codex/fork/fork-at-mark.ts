import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { replaceFile } from "../../../files/replace-file.ts";
import type { Fork, ForkRequest } from "../../../kernel/agent/agent.ts";
import { HoldfastError } from "../../../kernel/errors.ts";
import { FORK_ADVICE } from "../../files/tail.ts";
import { type CopiedLine, isMeta, readCopiedLines } from "../transcript/copied-lines.ts";
import { cutAtMark, withoutUnanswered } from "./cut-at-mark.ts";

const TURN_EVENTS: ReadonlySet<string> = new Set(["task_started", "task_complete", "turn_aborted"]);
const MOVED = "the checkpoint is not in the transcript; the fork ends after the last line before it";

/**
 * Writes the thread up to a mark as a new thread, which `codex resume` opens, followed by the report. The client's own
 * forks only point into the file of their parent, where the mark would still ask for its rewind.
 */
export async function forkAtMark(request: ForkRequest): Promise<Fork> {
  const { transcriptPath, report, newId, at } = request;
  const lines = await readCopiedLines(transcriptPath);
  const cut = cutAtMark(lines, request);
  const kept = cut ?? linesBefore(lines, request.mark.at);
  const nativeSession = threadId(at, newId());
  const message = { type: "message", role: "user", content: [{ type: "input_text", text: report }] };
  const timestamp = new Date(at).toISOString();
  const said = { timestamp, ordinal: 0, type: "response_item", payload: message };
  const ended = endedTurn(kept).map((payload) => ({ timestamp, ordinal: 0, type: "event_msg", payload }));
  const written = [...kept, ...ended, said].map((line, ordinal) =>
    JSON.stringify({ ...ofThread(line, nativeSession), ordinal }),
  );
  const path = pathOf(transcriptPath, nativeSession, at);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  replaceFile(path, `${written.join("\n")}\n`, { durable: true });
  return { nativeSession, transcriptPath: path, warning: cut ? null : MOVED };
}

/** If the mark is not in the thread, the lines that were written before it was set. */
function linesBefore(lines: readonly CopiedLine[], at: number): CopiedLine[] {
  const last = lines.findLastIndex(
    (line) => line.type === "response_item" && Date.parse(line.timestamp) < at,
  );
  if (last >= 0) return withoutUnanswered(lines.slice(0, last + 1));
  throw new HoldfastError("not_found", "The transcript has neither the mark nor anything from before it.", {
    next: FORK_ADVICE,
  });
}

/** A turn that was cut in the middle would be shown as failed. */
function endedTurn(lines: readonly CopiedLine[]): CopiedLine["payload"][] {
  const last = lines.findLast(({ payload: { type } }) => type !== undefined && TURN_EVENTS.has(type));
  if (last?.payload.type !== "task_started") return [];
  return [{ type: "task_complete", turn_id: last.payload["turn_id"], last_agent_message: null }];
}

/** Rewrites a line for the fork. Many lines name their thread, and its metadata must not point into another file. */
function ofThread(line: CopiedLine, id: string): CopiedLine {
  const { history_base: _base, forked_from_ordinal_exclusive: _until, ...payload } = line.payload;
  const named = ["thread_id", "session_id"].filter((name) => name in payload);
  const own = Object.fromEntries(named.map((name) => [name, id]));
  const described = isMeta(line) ? { id, session_id: id, forked_from_id: payload["id"] } : {};
  return { ...line, payload: { ...payload, ...own, ...described } };
}

/** An id as the client creates it: the time in milliseconds, then random bits (UUID version 7). */
function threadId(at: number, uuid: string): string {
  const time = at.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${uuid.slice(15)}`;
}

/** Where the client looks for the thread: in the directory of the day, by local time. */
function pathOf(transcriptPath: string, thread: string, at: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const now = new Date(at);
  const day = [String(now.getFullYear()), two(now.getMonth() + 1), two(now.getDate())];
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join("-");
  const sessions = dirname(dirname(dirname(dirname(transcriptPath))));
  return join(sessions, ...day, `rollout-${day.join("-")}T${time}-${thread}.jsonl`);
}
