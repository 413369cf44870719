import type { Context } from "../../kernel/context.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import type { LeftPeriod } from "../../kernel/transcript.ts";

/** When a session's transcript was on branches that were left since. */
export async function leftBranches(
  { agents }: Pick<Context, "agents">,
  { agent, transcriptPath }: Pick<SessionSummary, "agent" | "transcriptPath">,
): Promise<readonly LeftPeriod[]> {
  if (transcriptPath === null) return [];
  const transcript = await agents.find(({ name }) => name === agent)?.readTranscript(transcriptPath);
  return transcript?.branches?.left ?? [];
}
