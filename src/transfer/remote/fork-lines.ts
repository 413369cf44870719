import { createHash } from "node:crypto";
import { deriveId } from "../../kernel/ids.ts";
import type { BundledSession, BundleLine } from "../bundle/bundle-line.ts";

/** The id of the session in which the work of another machine goes on, beside the one here. */
export function forkId(session: string, machine: string): string {
  return deriveId("ses", session, machine);
}

/**
 * A session that was continued here and there, as a fork of the one here. The same session of the same machine gets the
 * same id each time. Its conversation stays behind: the agent here has its own one under that id.
 */
export async function* forkLines(
  lines: AsyncIterable<BundleLine>,
  machine: string,
): AsyncGenerator<BundleLine> {
  let forked: BundledSession | undefined;
  for await (const line of lines) {
    if (line.type === "conversation") continue;
    if (line.type === "session") {
      forked = forkOf(line.session, machine);
      yield { ...line, session: forked };
    } else if (line.type === "checkpoint" && forked)
      yield { ...line, checkpoint: { ...line.checkpoint, sessionId: forked.id } };
    else yield line;
  }
}

function forkOf(session: BundledSession, machine: string): BundledSession {
  const id = forkId(session.id, machine);
  const digits = createHash("sha256").update(id).digest("hex");
  const parts = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20)];
  const nativeId = [...parts, digits.slice(20, 32)].join("-");
  return { ...session, id, nativeId, parentId: session.id, parentReason: "fork" };
}
