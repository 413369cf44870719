import * as z from "zod";

export const Finding = z.object({
  check: z.string(),
  ok: z.boolean(),
  /** The problem and its fix; empty if there is none. */
  advice: z.string(),
  /** Why the check was skipped; absent if it ran. */
  skipped: z.string().optional(),
});
export type Finding = z.infer<typeof Finding>;

/** The check was skipped, since there was nothing to check. */
export interface SkippedCheck {
  skipped: string;
}
export type CheckResult = string | SkippedCheck | undefined;

export function toFinding(check: string, result: CheckResult): Finding {
  if (typeof result === "object") return { check, ok: true, advice: "", skipped: result.skipped };
  return { check, ok: result === undefined, advice: result ?? "" };
}
