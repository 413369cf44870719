import type { ToolCall, ToolResult } from "./message-shape.ts";

/**
 * The names of the two tools, with or without the prefix of a client for their server (`mcp__holdfast__checkpoint`).
 */
const CHECKPOINT = /(?:^|__|\.|\/)checkpoint$/;
const REWIND = /(?:^|__|\.|\/)rewind$/;

const CREATED = "Checkpoint created.";
const REWOUND = "Rewind requested.";

/**
 * The descriptions of the two tools for a model. They contain no prohibition, which a model could take as permanent.
 */
export const TOOL_TEXTS = {
  checkpoint:
    "Mark this point of the conversation before an exploration whose details will not matter afterwards, such as reading many files. When you have your answer, call rewind: your report replaces everything that you did since. Files are not restored.",
  goal: "What you want to find out",
  rewind:
    "End the exploration since the last checkpoint: your report replaces it in the conversation. Include everything that you will need: findings, paths, lines, decisions. Files are not restored.",
  report: "What you found out, complete and concise",
} as const;

/** The refusals of the two tools. */
export const REFUSALS = {
  active: "Checkpoint already active.",
  inSubagent: "Checkpoint not available in subagents.",
  none: "No active checkpoint. Create a checkpoint before calling rewind.",
  completed:
    "Checkpoint already completed; continue from the retained rewind report instead of calling rewind again.",
  empty: "Report cannot be empty.",
} as const;

/** The result of `checkpoint` (W2). */
export function checkpointResult(goal: string): string {
  return `${CREATED}\nGoal: ${goal}\nRun your investigation, then call rewind with a concise report.`;
}

/** Replaces the result of `checkpoint` once the exploration is over. It no longer asks for a rewind. */
export function completedResult(goal: string): string {
  return `Checkpoint: ${goal}\nCompleted; its report follows.`;
}

export function rewindResult(warning: string | null = null): string {
  return `${REWOUND}\nReport captured for context replacement.${warning === null ? "" : `\nNote: ${warning}.`}`;
}

export function isCheckpoint({ name }: Pick<ToolCall, "name">): boolean {
  return CHECKPOINT.test(name);
}

export function isRewind({ name }: Pick<ToolCall, "name">): boolean {
  return REWIND.test(name);
}

export function opensMark({ ok, text }: ToolResult): boolean {
  return ok && text.includes(CREATED);
}

export function closesMark({ ok, text }: ToolResult): boolean {
  return ok && text.includes(REWOUND);
}
