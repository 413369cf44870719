import { createReadStream } from "node:fs";
import { relative, sep } from "node:path";
import { hasSessionFile } from "../files/has-session-file.ts";
import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import { isInside } from "../text/shown-path.ts";
import { MAX_PART } from "./bundle/bundle-line.ts";
import { redactLine } from "./conversation-lines.ts";
import { splitLines } from "./split-lines.ts";

/** A longer line is left out: no client writes one, and it would have to be redacted as a whole. */
const MAX_LINE = 64 * 2 ** 20;

/**
 * Reads the agent's own file of a session in parts that end where a line ends, without secrets. Empty if there is no
 * file, or if the agent would not find it on another machine.
 */
export async function* readConversation(
  ctx: Pick<Context, "agents" | "redactor" | "home" | "configDirs">,
  { agent, transcriptPath }: Pick<Session, "agent" | "transcriptPath">,
): AsyncGenerator<{ path: string; part: string }> {
  const files = ctx.agents.find(({ name }) => name === agent)?.conversationFiles;
  if (!files || transcriptPath === null || !hasSessionFile(transcriptPath)) return;
  const root = files.root(ctx);
  if (!isInside(root, transcriptPath)) return;
  const path = relative(root, transcriptPath).split(sep).join("/");
  let part = "";
  for await (const line of linesOf(transcriptPath)) {
    part += `${redactLine(line, ctx.redactor)}\n`;
    if (part.length < MAX_PART) continue;
    yield { path, part };
    part = "";
  }
  if (part !== "") yield { path, part };
}

/** The whole lines of a file. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  for await (const line of splitLines(createReadStream(path), MAX_LINE)) if (line) yield line.toString();
}
