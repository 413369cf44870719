import * as z from "zod";
import type { Branches } from "../../../kernel/agent/transcript.ts";
import { abandonedPeriods } from "../../abandoned-periods.ts";
import { type ChainLine, UserLine } from "./line.ts";
import type { TranscriptLines } from "./lines.ts";

const Message = z.object({ message: z.object({ id: z.string() }) });

export interface LiveBranch {
  lines: ChainLine[];
  /** False when the lines do not include the start of the branch. */
  whole: boolean;
}

/**
 * The lines of the current conversation, in file order. After a rewind the file also holds abandoned branches, so this
 * follows parents from the newest line, across compaction boundaries.
 */
export function liveBranch(lines: TranscriptLines, cut: boolean): LiveBranch {
  const { chain } = lines;
  const { live, whole } = walk(lines, cut);
  addParallelCalls(chain, live);
  return { lines: chain.filter((_, index) => live.has(index)), whole };
}

function walk({ chain, leaf, damaged }: TranscriptLines, cut: boolean) {
  const indexes = new Map(chain.map(({ uuid }, index) => [uuid, index]));
  const live = new Set<number>();
  // If damage destroyed the parent, the preceding line is the best guess. If the parent is before the tail that was
  // read, the lines in between belong to abandoned branches.
  const guess = !cut || damaged > 0;
  let whole = true;
  let at = indexes.get(leaf ?? "") ?? chain.length - 1;
  for (let line = chain[at]; line && !live.has(at); line = chain[at]) {
    live.add(at);
    const parent = parentOf(line);
    if (parent === undefined) break;
    const known = indexes.get(parent);
    whole &&= known !== undefined;
    at = known ?? (guess ? at - 1 : -1);
  }
  return { live, whole };
}

/** At a compaction only the logical parent continues the chain. */
function parentOf({ parentUuid, logicalParentUuid }: ChainLine): string | undefined {
  return parentUuid ?? logicalParentUuid ?? undefined;
}

/**
 * Parallel tool calls of one message fork the chain: each result points to its own call, and only the last one
 * continues.
 */
function addParallelCalls(chain: readonly ChainLine[], live: Set<number>): void {
  const ids = chain.map(messageId);
  const messages = new Set(ids.filter((_, index) => live.has(index)));
  const calls = new Set<string>();
  chain.forEach((line, index) => {
    const id = ids[index];
    if (id !== undefined && messages.has(id)) {
      live.add(index);
      calls.add(line.uuid);
    }
  });
  chain.forEach((line, index) => {
    if (line.parentUuid && calls.has(line.parentUuid) && isToolResult(line)) live.add(index);
  });
}

function messageId(line: ChainLine): string | undefined {
  if (line.type !== "assistant") return undefined;
  const parsed = Message.safeParse(line);
  return parsed.success ? parsed.data.message.id : undefined;
}

function isToolResult(line: ChainLine): boolean {
  if (line.type !== "user") return false;
  const parsed = UserLine.safeParse(line);
  return parsed.success && parsed.data.toolUseResult !== undefined;
}

/** The branches that the user left. The client's `/rewind` fires no hook and writes nothing until the next prompt. */
export function branchesOf(chain: readonly ChainLine[], live: readonly ChainLine[]): Branches {
  const onBranch = new Set(live);
  const left = abandonedPeriods(
    chain.map((line) => ({
      at: line.timestamp,
      isLive: onBranch.has(line),
      isAnswer: line.type === "assistant",
    })),
  );
  const promptId = newestPrompt(live);
  return { left, ...(promptId ? { promptId } : {}) };
}

function newestPrompt(live: readonly ChainLine[]): string | undefined {
  const line = live.findLast(({ type, ["promptId"]: id }) => type === "user" && typeof id === "string");
  return UserLine.safeParse(line).data?.promptId ?? undefined;
}
