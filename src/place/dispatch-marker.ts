import { HoldfastError } from "../kernel/errors.ts";

const MARKER = /^\s*\[no-redispatch(?::([1-9]\d*))?\](?:\s+|$)/;

/**
 * Removes the marker with which the skill was dispatched to a cheaper model (P6). A marker without a number, or with 1,
 * means that the work is done here. From 2 on, a dispatch was dispatched again, which is an error.
 */
export function stripDispatchMarker(text: string): string {
  const marker = MARKER.exec(text);
  if (!marker) return text;
  const count = marker[1] ?? "1";
  if (count === "1") return text.slice(marker[0].length);
  const message = `The checkpoint skill called itself again (at N=${count.slice(0, 12)}). Nothing was saved.`;
  throw new HoldfastError("invalid_input", message, { next: "Run it again with [no-redispatch]." });
}
