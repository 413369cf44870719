import type { Transcript } from "../../kernel/agent/transcript.ts";
import { readTree } from "../session-tree/read-tree.ts";
import { withExplorations } from "./explorations.ts";
import { client } from "./tools.ts";

/** The live branch of a session's file, including rewound explorations. Undefined for a path that may not be read. */
export function readTranscript(path: string, maxBytes?: number): Promise<Transcript | undefined> {
  return readTree(path, client, maxBytes, withExplorations);
}
