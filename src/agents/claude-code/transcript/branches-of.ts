import type { Branches } from "../../../kernel/agent/transcript.ts";
import { abandonedPeriods } from "../../abandoned-periods.ts";
import { type ChainLine, UserLine } from "./line.ts";

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
