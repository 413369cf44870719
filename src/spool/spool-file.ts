import { readFileSync, readSync, type Stats } from "node:fs";
import { join } from "node:path";
import { isMissing } from "../files/file-errors.ts";
import { withOwnFile } from "../files/own-file.ts";
import type { HookEnvelope } from "../kernel/agent/agent.ts";
import type { AgentName } from "../kernel/agent/agent-event.ts";

/** An event as the hook entry wrote it: the client's payload and what else the entry knew. */
export interface SpooledEvent extends HookEnvelope {
  agent: AgentName;
  payload: unknown;
  /** What the client was started to continue (`holdfast continue`): a session's or a checkpoint's id. */
  continues?: string;
}

/** `torn` can mean that the writer has not finished; the age of the file decides. */
export type SpoolRead =
  | { type: "event"; event: SpooledEvent }
  | { type: "torn" }
  | { type: "gone" }
  | { type: "unusable"; reason: string };

const MAX_BYTES = 64 * 1024 * 1024;
const HEADER =
  /^holdfast-spool 1 ([\w-]{1,64}) ([\w-]{1,64}) (\d{1,10})(?: ((?:ses|chk)_[0-9a-z]{16}))?(?: (\d{1,10}))?$/;
const HEADER_BYTES = 256;
const EVENT_ID = /^[0-9a-z-]{8,64}$/;

export function isEventId(text: string): boolean {
  return EVENT_ID.test(text);
}

/** The file of an event while its hook waits for a reply (`part`) and once it is left to be drained (`json`). */
export function spoolPath(spool: string, id: string, kind: "part" | "json"): string {
  return join(spool, `${id}.${kind}`);
}

export function readSpoolFile(path: string, id: string): SpoolRead {
  try {
    return withOwnFile(path, (fd, stat) => readEvent(fd, stat, id));
  } catch (error) {
    if (isMissing(error)) return { type: "gone" };
    return { type: "unusable", reason: error instanceof Error ? error.message : String(error) };
  }
}

/** The process id of the hook that waits for the reply to an event; undefined if there is none. */
export function readHookPid(spool: string, id: string): number | undefined {
  try {
    return withOwnFile(spoolPath(spool, id, "part"), (fd) => {
      const start = Buffer.alloc(HEADER_BYTES);
      readSync(fd, start);
      const pid = HEADER.exec(start.toString("latin1").split("\n", 1)[0] ?? "")?.[5];
      return pid === undefined ? undefined : Number(pid);
    });
  } catch {
    return undefined; // It is gone, or nothing that a hook wrote.
  }
}

function readEvent(fd: number, { size, mtimeMs }: Stats, id: string): SpoolRead {
  if (size > MAX_BYTES) return { type: "unusable", reason: `larger than ${MAX_BYTES} bytes` };
  return parseSpoolFile(readFileSync(fd), { id, at: Math.round(mtimeMs) });
}

function parseSpoolFile(content: Buffer, file: { id: string; at: number }): SpoolRead {
  const end = content.subarray(0, HEADER_BYTES).indexOf(10);
  if (end < 0)
    return content.length < HEADER_BYTES ? { type: "torn" } : { type: "unusable", reason: "no header line" };
  const header = HEADER.exec(content.toString("latin1", 0, end));
  const [, agent, event, , continues] = header ?? [];
  if (!header || !agent || !event) return { type: "unusable", reason: "the header line is not one of ours" };
  const pid = Number(header[3]);
  try {
    const payload: unknown = JSON.parse(content.toString("utf8", end + 1));
    return {
      type: "event",
      event: {
        ...file,
        agent,
        event,
        payload,
        ...(pid > 0 ? { pid } : {}),
        ...(continues === undefined ? {} : { continues }),
      },
    };
  } catch {
    // A prefix of a JSON object never parses, so this covers both a torn file and one that is not JSON.
    return { type: "torn" };
  }
}
