import { createReadStream } from "node:fs";
import { relative, sep } from "node:path";
import { hasSessionFile } from "../files/has-session-file.ts";
import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import { MAX_PART } from "./bundle/bundle-line.ts";
import { redactLine } from "./conversation-lines.ts";

/** A longer line is left out: no client writes one, and it could not be redacted in bounded memory. */
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
  const path = relative(files.root(ctx), transcriptPath).split(sep).join("/");
  if (path.startsWith("..")) return;
  let part = "";
  for await (const line of linesOf(transcriptPath)) {
    part += `${redactLine(line, ctx.redactor)}\n`;
    if (part.length < MAX_PART) continue;
    yield { path, part };
    part = "";
  }
  if (part !== "") yield { path, part };
}

/** Unlike `readline`, splits at line feeds only. A last line without one is still being written, and is left out. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of createReadStream(path, "utf8")) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
    if (rest.length > MAX_LINE) rest = "";
  }
}
