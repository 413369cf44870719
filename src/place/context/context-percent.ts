import { join } from "node:path";
import { readOwnFile } from "../../files/own-file.ts";
import { normalizeModelName } from "../../kernel/agent/token-usage.ts";
import type { Capture } from "../../kernel/capture.ts";
import { sessionKey } from "../files/session-key.ts";
import table from "./model-windows.json" with { type: "json" };

/** At these uses of the context, in percent, the user is notified. */
const TIERS = [70, 85, 95, 100] as const;

/** What the client's status line said of a session's window, if the user has switched ours on (`statusline.sh`). */
export function statusWindow({ state }: { state: string }, nativeId: string): number | undefined {
  const key = sessionKey(nativeId);
  const said = key === undefined ? undefined : readOwnFile(join(state, "status", `${key}.window`))?.trim();
  return said !== undefined && /^[1-9]\d{3,9}$/.test(said) ? Number(said) : undefined;
}

/**
 * How full the context is, in percent, by the tokens that the model counted. Undefined where the size of the window is not known:
 * it is not guessed.
 */
export function contextPercent(
  { contextUse }: Pick<Capture, "contextUse">,
  reported: () => number | undefined,
): number | undefined {
  if (!contextUse) return undefined;
  const window = contextUse.window ?? reported() ?? windowOf(contextUse.model ?? "");
  return window === undefined ? undefined : (contextUse.tokens * 100) / window;
}

/** The tier that is reached, if the user was not notified of it yet. */
export function newTier(percent: number, advised: number): number | undefined {
  const reached = TIERS.findLast((tier) => percent >= tier);
  return reached !== undefined && reached > advised ? reached : undefined;
}

function windowOf(model: string): number | undefined {
  const name = normalizeModelName(model);
  return table.windows.find((row) => row.model === name)?.window;
}
