import { HoldfastError } from "../kernel/errors.ts";

/** `other`: what else the person may mean. */
export function notCaptured(message: string, other: string | null = null): HoldfastError {
  const next = "Run `holdfast changes` to see the turns whose files were captured.";
  return new HoldfastError("not_found", message, { next: other === null ? next : `${other} ${next}` });
}
