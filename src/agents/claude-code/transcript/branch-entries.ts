import type { TranscriptEntry } from "../../../kernel/agent/transcript.ts";
import { timeOf } from "../../blocks.ts";
import { type QueuedPrompt, queuedPrompts, queueEntry } from "../queue.ts";
import { type Before, entriesOf } from "./entries.ts";
import type { ChainLine } from "./line.ts";
import type { TranscriptLines } from "./lines.ts";

/**
 * The entries of the live branch, in file order. A queued prompt yields one entry: from the conversation line that
 * repeats it, dated when it was typed, or from its own line if no conversation line repeats it and the line before it
 * is on the branch.
 */
export function branchEntries(
  { chain, queue }: Pick<TranscriptLines, "chain" | "queue">,
  live: readonly ChainLine[],
): TranscriptEntry[] {
  const onBranch = new Set(live);
  const parents = new Set(chain.map(({ parentUuid }) => parentUuid));
  const { unrepeated, repeated } = matchQueuedPrompts(queuedPrompts(queue), chain);
  const before: Before = { at: 0, calls: new Map() };
  const entries: TranscriptEntry[] = [];
  let isLive = true;
  const addUnrepeated = (position: number) => {
    while (unrepeated[0] !== undefined && unrepeated[0].position <= position) {
      const entry = queueEntry(unrepeated[0]);
      if (isLive) entries.push({ ...entry, at: entry.at || before.at });
      unrepeated.shift();
    }
  };
  chain.forEach((line, position) => {
    addUnrepeated(position);
    if (line.type === "user" || line.type === "assistant") isLive = onBranch.has(line);
    before.at = timeOf(line.timestamp) ?? before.at;
    if (!onBranch.has(line)) {
      if (!parents.has(line.uuid)) entries.push(...withdrawn(line, before.at));
      return;
    }
    const queued = repeated.get(line);
    for (const entry of entriesOf(line, before)) entries.push(queued ? withTyping(entry, queued) : entry);
  });
  addUnrepeated(chain.length);
  return entries;
}

/**
 * Without a terminal every prompt passes through the queue; one that leaves it within this time does not count as
 * queued.
 */
const AT_ONCE_MS = 500;

function withTyping(entry: TranscriptEntry, { at }: QueuedPrompt): TranscriptEntry {
  if (entry.type !== "prompt" || (!entry.queued && entry.at - at < AT_ONCE_MS)) return entry;
  return { ...entry, at: at || entry.at, queued: "taken" };
}

/** A prompt that was interrupted before any response returns to the input box. */
function withdrawn(line: ChainLine, at: number): TranscriptEntry[] {
  const text = line.type === "user" ? textOf(line) : undefined;
  return text === undefined ? [] : [{ type: "unqueued", at, text, since: at }];
}

/** Maps queued prompts to the conversation lines that repeat them: the first line after each with its text. */
function matchQueuedPrompts(prompts: readonly QueuedPrompt[], chain: readonly ChainLine[]) {
  const repeated = new Map<ChainLine, QueuedPrompt>();
  if (prompts.length === 0) return { unrepeated: [], repeated };
  const said = linesByText(chain);
  const unrepeated = prompts.filter((prompt) => {
    if (prompt.takenBackAt !== undefined) return true;
    const lines = said.get(prompt.text.trim()) ?? [];
    // Both are in the file's order: what precedes this prompt also precedes the next one.
    while (lines[0] !== undefined && lines[0].position < prompt.position) lines.shift();
    const repeats = lines.shift();
    if (repeats) repeated.set(repeats.line, prompt);
    return !repeats;
  });
  return { unrepeated, repeated };
}

type PromptLine = { line: ChainLine; position: number };

function linesByText(chain: readonly ChainLine[]): Map<string, PromptLine[]> {
  const said = new Map<string, PromptLine[]>();
  chain.forEach((line, position) => {
    const text = mayBePrompt(line) ? textOf(line) : undefined;
    if (text === undefined) return;
    const known = said.get(text);
    if (known) known.push({ line, position });
    else said.set(text, [{ line, position }]);
  });
  return said;
}

/** Most lines are tool results, which are never prompts. */
function mayBePrompt({ type, toolUseResult }: ChainLine): boolean {
  return type === "attachment" || (type === "user" && toolUseResult === undefined);
}

/** The text of a prompt, whether or not its line is on the live branch. */
function textOf(line: ChainLine): string | undefined {
  const [entry] = entriesOf(line, { at: 0, calls: new Map() });
  return entry?.type === "prompt" ? entry.text.trim() : undefined;
}
