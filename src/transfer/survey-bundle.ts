import { nodeKey } from "../checkpoints/state/node/node-key.ts";
import { parseCapture } from "../kernel/capture.ts";
import { workTitle } from "../recovery/record/work-title.ts";
import type { BundledSession, BundleLine, ProjectOrigin } from "./bundle/bundle-line.ts";
import { damaged } from "./bundle/read-lines.ts";

/** What is in a bundle. */
export interface Survey {
  machine: string;
  createdAt: number;
  project: ProjectOrigin;
  sessions: { session: Pick<BundledSession, "id" | "agent" | "nativeId" | "lastSeenAt">; title: string }[];
  checkpoints: number;
  conversations: number;
  notes: number;
}

const NOTHING = { machine: "", createdAt: 0, checkpoints: 0, notes: 0 };

/**
 * Reads a whole bundle and verifies it: every line, the hash of every node, and the hash of everything. Throws before
 * anything was written.
 */
export async function surveyBundle(lines: AsyncIterable<BundleLine>): Promise<Survey> {
  const survey = { ...NOTHING, sessions: [] as Survey["sessions"] };
  const paths = new Set<string>();
  let project: ProjectOrigin | undefined;
  for await (const line of lines) {
    if (line.type === "holdfast") Object.assign(survey, { machine: line.machine, createdAt: line.createdAt });
    else if (line.type === "project") project = line;
    else if (line.type === "session") survey.sessions.push(describe(line.session));
    else if (line.type === "node") verifyNode(line);
    else if (line.type === "checkpoint") survey.checkpoints += 1;
    else if (line.type === "conversation") paths.add(line.path);
    else if (line.type === "note") survey.notes += 1;
  }
  if (!project) throw damaged("it names no project");
  return { ...survey, project, conversations: paths.size };
}

export function nodeBytes({ data, encoding }: { data: string; encoding: "utf8" | "base64" }): Buffer {
  return Buffer.from(data, encoding);
}

function verifyNode(line: Extract<BundleLine, { type: "node" }>): void {
  if (nodeKey(nodeBytes(line)) !== line.key) throw damaged(`the node ${line.key} does not match its hash`);
}

function describe({ id, agent, nativeId, lastSeenAt, capture }: BundledSession): Survey["sessions"][number] {
  const title = workTitle(parseCapture(JSON.stringify(capture)));
  return { session: { id, agent, nativeId, lastSeenAt }, title };
}
