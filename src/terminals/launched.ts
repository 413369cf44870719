import * as z from "zod";
import type { SessionSummary } from "../kernel/record.ts";

/** How an agent was launched: pane, process, and the arguments of the user. */
export const LaunchedAgent = z.object({
  pane: z.object({ socket: z.string(), server: z.number(), id: z.string() }),
  /** The process of the pane: the agent, or a launcher that waits for it. */
  root: z.object({ pid: z.number(), startTime: z.string() }),
  cwd: z.string(),
  /** The name of the tmux session to attach to. */
  name: z.string(),
  args: z.array(z.string()),
});
export type LaunchedAgent = z.infer<typeof LaunchedAgent>;

export function readLaunched({ launch }: Pick<SessionSummary, "launch">): LaunchedAgent | undefined {
  return launch === null ? undefined : LaunchedAgent.parse(JSON.parse(launch));
}

/** The command that attaches to a pane. */
export function attachCommand({ pane, name }: Pick<LaunchedAgent, "pane" | "name">): string {
  return `tmux -S ${pane.socket} attach -t ${name}`;
}
