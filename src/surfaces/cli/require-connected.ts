import type * as z from "zod";
import { findAgent } from "../../kernel/agent/find-agent.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { NamedOperation } from "../../operations-by-name.ts";
import { checkAgent } from "../../setup/check-agent.ts";
import { resolveConnectPaths } from "../../setup/connect-paths.ts";
import type { continueOperation } from "../../transfer/operations/continue.ts";

/**
 * A new conversation receives the record through our hooks, so an agent without them would begin with nothing. Throws
 * `not_supported` if work is handed over to such an agent.
 */
export async function requireConnected(
  ctx: Context,
  { operation: { name }, given, output }: { operation: NamedOperation; given: object; output: unknown },
): Promise<void> {
  if (name !== "continue" || output === undefined || !("in" in given)) return;
  const { chosen } = output as z.infer<typeof continueOperation.output>;
  if (chosen?.mode !== "record") return;
  const { agent } = chosen;
  const { installed } = await checkAgent(findAgent(ctx, agent), resolveConnectPaths(ctx));
  if (installed !== false) return;
  throw new HoldfastError("not_supported", `${agent} is not connected, so it would not receive the record.`, {
    next: `Run \`holdfast connect ${agent}\`, then try again.`,
  });
}
