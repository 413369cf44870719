import * as z from "zod";
import type { Branches } from "../../../kernel/agent/transcript.ts";
import { abandonedPeriods } from "../../abandoned-periods.ts";
import { liveBranch } from "../../live-branch.ts";
import { type ChainLine, UserLine } from "./line.ts";
import type { TranscriptLines } from "./lines.ts";

const Message = z.object({ message: z.object({ id: z.string() }) });

/**
 * The lines of the current conversation, in file order, across compaction boundaries. `isWhole` is false when the lines
 * do not include the start of the branch.
 */
export function liveLines(
  { chain, leaf, damaged }: TranscriptLines,
  cut: boolean,
): { lines: ChainLine[]; isWhole: boolean } {
  const tree = { lines: chain, idOf: ({ uuid }: ChainLine) => uuid, parentOf, leaf, cut, damaged };
  const { live, isWhole } = liveBranch(tree);
  addParallelCalls(chain, live);
  return { lines: chain.filter((_, index) => live.has(index)), isWhole };
}

/** At a compaction only the logical parent continues the chain. */
function parentOf({ parentUuid, logicalParentUuid }: ChainLine) {
  return parentUuid ?? logicalParentUuid;
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
