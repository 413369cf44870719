import { join } from "node:path";
import { readOwnFile } from "../../files/own-file.ts";
import { normalizeModelName } from "../../kernel/agent/token-usage.ts";
import type { Capture } from "../../kernel/capture.ts";
import { sessionKey } from "../files/session-key.ts";
import table from "./model-windows.json" with { type: "json" };

/** The uses of the context, in percent, at which the user is notified. */
const TIERS = [70, 85, 95, 100] as const;

/** The window size that the client reported to our status line, if the user has enabled that (`statusline.sh`). */
export function readReportedWindow({ state }: { state: string }, nativeId: string): number | undefined {
  const key = sessionKey(nativeId);
  const text = key === undefined ? undefined : readOwnFile(join(state, "status", `${key}.window`))?.trim();
  return text !== undefined && /^[1-9]\d{3,9}$/.test(text) ? Number(text) : undefined;
}

/**
 * How full the context is, in percent, by the tokens that the model counted. Undefined if the size of the window is
 * unknown, since guessing it could be wrong.
 */
export function contextPercent(
  { contextUse }: Pick<Capture, "contextUse">,
  reported: () => number | undefined,
): number | undefined {
  if (!contextUse) return undefined;
  const window = contextUse.window ?? reported() ?? windowOf(contextUse.model ?? "");
  return window === undefined ? undefined : (contextUse.tokens * 100) / window;
}

/** The highest tier that was reached, if the user has not been notified of it yet. */
export function findNewTier(percent: number, advised: number): number | undefined {
  const reached = TIERS.findLast((tier) => percent >= tier);
  return reached !== undefined && reached > advised ? reached : undefined;
}

function windowOf(model: string): number | undefined {
  const name = normalizeModelName(model);
  return table.windows.find((row) => row.model === name)?.window;
}
