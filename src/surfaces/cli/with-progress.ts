import type { Context } from "../../kernel/context.ts";
import type { OperationName } from "../../operations-by-name.ts";

/** The commands that may take more than a second, and what they do meanwhile. */
const SLOW: Partial<Record<OperationName, string>> = {
  connect: "Connecting agents",
  disconnect: "Disconnecting agents",
  prune: "Deleting what has expired",
  redact: "Searching for secrets",
  archive: "Reading the archive",
  export: "Exporting sessions",
  import: "Importing sessions",
  restore: "Comparing files",
  undo: "Comparing files",
  doctor: "Checking the installation",
  log: "Reading sessions",
  cost: "Reading transcripts",
  stats: "Reading sessions",
};

/** Runs a command. If it is a slow one and a person is watching, a line shows until it ends that it is working. */
export async function withProgress<T>(
  ctx: Pick<Context, "progress">,
  name: OperationName,
  work: () => Promise<T>,
): Promise<T> {
  const text = SLOW[name];
  const progress = text === undefined ? undefined : await ctx.progress?.();
  if (!progress || text === undefined) return await work();
  progress.start(`${text} …`);
  try {
    return await work();
  } finally {
    progress.stop();
  }
}
