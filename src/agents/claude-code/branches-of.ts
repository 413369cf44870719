import type { Branches, LeftPeriod } from "../../kernel/transcript.ts";
import { type ChainLine, UserLine } from "./transcript-line.ts";

/**
 * The branches that the user left by going back, as the client's `/rewind` does: it fires no hook and writes nothing until
 * the next prompt, so only the lines show it. A prompt without an answer is no branch: it was taken back.
 */
export function branchesOf(chain: readonly ChainLine[], live: readonly ChainLine[]): Branches {
  const promptId = newestPrompt(live);
  return { left: leftPeriods(chain, new Set(live)), ...(promptId ? { promptId } : {}) };
}

function leftPeriods(chain: readonly ChainLine[], live: ReadonlySet<ChainLine>): LeftPeriod[] {
  const periods: LeftPeriod[] = [];
  let now: { from: number; last: number; isAnswered: boolean } | undefined;
  const end = (until: number) => {
    if (now?.isAnswered) periods.push({ from: now.from, last: now.last, until });
    now = undefined;
  };
  for (const line of chain) {
    const at = Date.parse(line.timestamp ?? "");
    if (Number.isNaN(at)) continue;
    if (live.has(line)) end(at);
    else
      now = {
        from: now?.from ?? at,
        last: at,
        isAnswered: now?.isAnswered === true || line.type === "assistant",
      };
  }
  end(Number.POSITIVE_INFINITY);
  return periods;
}

function newestPrompt(live: readonly ChainLine[]): string | undefined {
  const line = live.findLast(({ type, ["promptId"]: id }) => type === "user" && typeof id === "string");
  return UserLine.safeParse(line).data?.promptId ?? undefined;
}
