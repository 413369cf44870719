import { createHash } from "node:crypto";
import { deriveId } from "../kernel/ids.ts";
import type { BundledSession, BundleLine } from "./bundle/bundle-line.ts";

/** The session in which the work of another machine goes on, beside the one here. */
export interface Fork {
  id: string;
  /** The session here with which it has its beginning in common. */
  parentId: string;
}

/** The same session of the same machine gets the same id each time. */
export function forkId(session: string, machine: string): string {
  return deriveId("ses", session, machine);
}

/** The agent's id of a fork. Its own one belongs to the session here. */
export function forkNativeId(id: string): string {
  const digits = createHash("sha256").update(id).digest("hex");
  const parts = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20)];
  return [...parts, digits.slice(20, 32)].join("-");
}

/**
 * Sessions that were continued here and there, as forks of those here; `forks` by the id that they have there. Their
 * conversations stay behind: the agent here has its own one under that id.
 */
export async function* forkLines(
  lines: AsyncIterable<BundleLine>,
  forks: ReadonlyMap<string, Fork>,
): AsyncGenerator<BundleLine> {
  let fork: Fork | undefined;
  for await (const line of lines) {
    if (line.type === "session") fork = forks.get(line.session.id);
    if (!fork) yield line;
    else if (line.type === "session") yield { ...line, session: forkOf(line.session, fork) };
    else if (line.type === "checkpoint")
      yield { ...line, checkpoint: { ...line.checkpoint, sessionId: fork.id } };
    else if (line.type !== "conversation") yield line;
  }
}

function forkOf(session: BundledSession, { id, parentId }: Fork): BundledSession {
  return { ...session, id, nativeId: forkNativeId(id), parentId, parentReason: "fork" };
}
