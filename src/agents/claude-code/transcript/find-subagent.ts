import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readTail } from "../../files/tail.ts";

const TAIL_BYTES = 256 * 1024;
const MAX_FILES = 200;
const NAME = /^agent-([\w-]{1,100})\.jsonl$/;

/**
 * Finds the subagent that made a call. Each subagent has its own file beside the session's, and the call is in that
 * file before the tool runs. Undefined for a call of the session itself.
 */
export async function findSubagent(transcriptPath: string, call: string): Promise<string | undefined> {
  const directory = join(transcriptPath.replace(/\.jsonl$/, ""), "subagents");
  const names = await readdir(directory).catch(() => []);
  for (const name of names.slice(-MAX_FILES)) {
    const [, agent] = NAME.exec(name) ?? [];
    const tail = agent === undefined ? undefined : await readTail(join(directory, name), TAIL_BYTES);
    if (tail?.bytes.includes(JSON.stringify(call))) return agent;
  }
  return undefined;
}
