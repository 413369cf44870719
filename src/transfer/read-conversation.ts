import { createReadStream } from "node:fs";
import { basename, relative, sep } from "node:path";
import { hasSessionFile } from "../files/has-session-file.ts";
import type { ConversationStore } from "../kernel/agent/conversation-store.ts";
import type { Context } from "../kernel/context.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { Session } from "../kernel/record.ts";
import { isInside } from "../text/shown-path.ts";
import { MAX_PART } from "./bundle/bundle-line.ts";
import { redactLine } from "./conversation-lines.ts";
import { splitLines } from "./split-lines.ts";
import { withIds } from "./with-ids.ts";

/** A longer line is left out: no client writes one, and it would have to be redacted as a whole. */
const MAX_LINE = 64 * 2 ** 20;

/**
 * Reads the agent's own conversation of a session in parts that end where a line ends, without secrets. Empty if there is
 * none, or if the agent would not find it on another machine.
 */
export async function* readConversation(
  ctx: Pick<Context, "agents" | "redactor" | "home" | "configDirs">,
  { agent, transcriptPath }: Pick<Session, "agent" | "transcriptPath">,
): AsyncGenerator<{ path: string; part: string }> {
  const adapter = ctx.agents.find(({ name }) => name === agent);
  if (!adapter || transcriptPath === null || !hasSessionFile(transcriptPath)) return;
  const { conversationFiles, conversationStore } = adapter;
  if (conversationStore) {
    yield* inParts(basename(transcriptPath), storedLines(conversationStore, transcriptPath, ctx.redactor));
    return;
  }
  const root = conversationFiles?.root(ctx);
  if (root === undefined || !isInside(root, transcriptPath)) return;
  const path = relative(root, transcriptPath).split(sep).join("/");
  yield* inParts(path, redactedLines(transcriptPath, ctx.redactor));
}

async function* inParts(
  path: string,
  lines: AsyncIterable<string>,
): AsyncGenerator<{ path: string; part: string }> {
  let part = "";
  for await (const line of lines) {
    part += `${line}\n`;
    if (part.length < MAX_PART) continue;
    yield { path, part };
    part = "";
  }
  if (part !== "") yield { path, part };
}

async function* redactedLines(path: string, redactor: Redactor): AsyncGenerator<string> {
  for await (const line of linesOf(path)) yield redactLine(line, redactor);
}

async function* storedLines(
  store: ConversationStore,
  path: string,
  redactor: Redactor,
): AsyncGenerator<string> {
  for (const item of (await store.read(path)) ?? [])
    yield JSON.stringify(withIds(redactor.json(item), item, store.ids));
}

/** The whole lines of a file. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  for await (const line of splitLines(createReadStream(path), MAX_LINE)) if (line) yield line.toString();
}
