import * as z from "zod";
import type { TokenUsage } from "../../kernel/agent/token-usage.ts";
import type { Transcript } from "../../kernel/agent/transcript.ts";
import { tryParseJson } from "../../text/json-text.ts";
import { entriesOf } from "../session-tree/entries.ts";
import { liveBranch, readLines, type TreeLine } from "../session-tree/lines.ts";
import { contextUse, usageOf } from "../session-tree/usage.ts";
import { client } from "./tools.ts";
import { readSession } from "./transcript/database.ts";
import { withNestedCall } from "./transcript/nested-call.ts";

/** The live branch of a session, from the client's database. Undefined for a path that may not be read. */
export async function readTranscript(path: string): Promise<Transcript | undefined> {
  const session = readSession(path);
  if (!session) return undefined;
  const lines = readLines(Buffer.from(session.entries.join("\n")));
  const { branch, whole } = liveBranch(lines, session.cut);
  const use = contextUse(branch);
  return {
    entries: entriesOf(branch.filter(isSaid).flatMap(withNestedCall), client),
    ...(use ? { contextUse: use } : {}),
    size: session.entries.length,
    partial: session.cut || session.damaged || lines.damaged > 0 || !whole,
  };
}

/** The token usage of each answer of a session. */
export async function readUsage(path: string): Promise<TokenUsage[] | undefined> {
  return readSession(path)?.entries.flatMap((entry) => usageOf(tryParseJson(entry)) ?? []);
}

/** A prompt that nobody typed, such as one with which the client continues an interrupted turn. */
const FromClient = z.object({ message: z.object({ provenance: z.object({ kind: z.string() }) }) });

function isSaid(line: TreeLine): boolean {
  const { provenance } = FromClient.safeParse(line).data?.message ?? {};
  return provenance === undefined || provenance.kind === "external_user";
}
