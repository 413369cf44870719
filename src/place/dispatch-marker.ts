import { HoldfastError } from "../kernel/errors.ts";

const MARKER = /^\s*\[no-redispatch(?::([1-9]\d*))?\](?:\s+|$)/;

/**
 * What is said after the marker by which the skill was dispatched to a cheaper model (P6). A bare one and the one with 1 mean: do
 * it here. From 2 on a dispatch has dispatched again: nothing is done then.
 */
export function withoutDispatchMarker(text: string): string {
  const marker = MARKER.exec(text);
  if (!marker) return text;
  const count = marker[1] ?? "1";
  if (count === "1") return text.slice(marker[0].length);
  const message = `The checkpoint skill called itself again (at N=${count.slice(0, 12)}). Nothing was saved.`;
  throw new HoldfastError("invalid_input", message, { next: "Run it again with [no-redispatch]." });
}
