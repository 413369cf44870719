import { HoldfastError } from "../kernel/errors.ts";

/** The refusal of a prefix with which several ids begin. */
export function ambiguousId(prefix: string, candidates: readonly string[]): HoldfastError {
  return new HoldfastError("ambiguous_id", `${prefix} could be ${candidates.join(", ")}.`, {
    details: { candidates },
  });
}
