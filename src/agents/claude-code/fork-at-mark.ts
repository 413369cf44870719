import { dirname, join } from "node:path";
import { replaceFile } from "../../files/replace-file.ts";
import type { Fork, ForkRequest } from "../../kernel/agent/agent.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { FORK_ADVICE, readWhole } from "../files/tail.ts";
import { AssistantLine, answeredCall, type ChainLine, toolUse, UserLine } from "./transcript/line.ts";
import { lineageOf, messageLines } from "./transcript/lineage.ts";
import { readLines } from "./transcript/lines.ts";

const OWN_TOOL = /^mcp__(?:plugin_holdfast_)?holdfast__checkpoint$/;
/** Covers the difference between the client's clock and ours, and the duration of a call. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Writes the conversation up to a mark as a new session, which `--resume` opens: the lines that lead to the mark, the
 * whole message that set it, and the report as the next user message. The client's own flag cannot go back past a
 * compaction; copying lines can.
 */
export async function forkAtMark(request: ForkRequest): Promise<Fork> {
  const { transcriptPath, newId, at } = request;
  const { chain } = readLines(await readWhole(transcriptPath));
  const { lines, warning } = linesToKeep(chain, request);
  const nativeSession = newId();
  const leaf = lines.at(-1);
  const report = {
    ...inheritedBy(leaf),
    parentUuid: leaf?.uuid ?? null,
    isSidechain: false,
    type: "user",
    // Not typed by a person.
    isMeta: true,
    message: { role: "user", content: request.report },
    uuid: newId(),
    timestamp: new Date(at).toISOString(),
  };
  const written = [...lines, report].map(
    (line) => `${JSON.stringify({ ...line, sessionId: nativeSession })}\n`,
  );
  const path = join(dirname(transcriptPath), `${nativeSession}.jsonl`);
  replaceFile(path, written.join(""), { durable: true });
  return { nativeSession, transcriptPath: path, warning };
}

/** The lines up to the mark. If the mark is not in the transcript, the lines that were written before it was set. */
function linesToKeep(
  chain: readonly ChainLine[],
  { mark, completed }: ForkRequest,
): { lines: ChainLine[]; warning: string | null } {
  const marked = chain.findLast((line) => isMark(line, mark));
  if (marked) {
    const kept = new Set([...lineageOf(chain, marked), ...messageLines(chain, marked)]);
    const lines = chain.filter((line) => kept.has(line));
    return {
      lines: lines.map((line) => withCompleted(line, { call: callIn(marked, mark), completed })),
      warning: null,
    };
  }
  const before = chain.findLast((line) => Date.parse(line.timestamp ?? "") < mark.at && isConversation(line));
  if (!before) {
    throw new HoldfastError("not_found", "The transcript has neither the mark nor anything from before it.", {
      next: FORK_ADVICE,
    });
  }
  const kept = new Set([...lineageOf(chain, before), ...messageLines(chain, before)]);
  const warning = "the checkpoint is not in the transcript; the fork ends after the last line before it";
  return { lines: chain.filter((line) => kept.has(line)), warning };
}

function isConversation({ type }: ChainLine): boolean {
  return type === "user" || type === "assistant";
}

function isMark(line: ChainLine, mark: ForkRequest["mark"]): boolean {
  return callIn(line, mark) !== undefined;
}

/** The id of the call that set the mark, if this line makes it. */
function callIn(line: ChainLine, { call, goal, at }: ForkRequest["mark"]): string | undefined {
  if (line.type !== "assistant") return undefined;
  const content = AssistantLine.safeParse(line).data?.message.content ?? [];
  const uses = content.flatMap((block) => toolUse(block) ?? []);
  const isNear = Math.abs(Date.parse(line.timestamp ?? "") - at) < CLOCK_TOLERANCE_MS;
  const found = uses.find(({ id, name, input }) =>
    call === null
      ? isNear && OWN_TOOL.test(name) && JSON.stringify(input) === JSON.stringify({ goal })
      : id === call,
  );
  return found?.id;
}

/** Replaces the result of the mark's call, so that it no longer asks for a rewind. */
function withCompleted(
  line: ChainLine,
  { call, completed }: { call: string | undefined; completed: string },
): ChainLine {
  if (line.type !== "user") return line;
  const { message } = UserLine.safeParse(line).data ?? {};
  if (!message || typeof message.content === "string") return line;
  const isResult = (block: unknown) => answeredCall(block) === call;
  if (!message.content.some(isResult)) return line;
  const text = { type: "text", text: completed };
  const content = message.content.map((block) =>
    isResult(block) ? { ...Object(block), content: [text] } : block,
  );
  return { ...line, message: { ...Object(line["message"]), content }, toolUseResult: [text] };
}

/** Fields that the client writes on every line. */
function inheritedBy(leaf: ChainLine | undefined): object {
  const names = ["cwd", "version", "gitBranch", "userType", "entrypoint"];
  return Object.fromEntries(names.map((name) => [name, leaf?.[name]]));
}
