/** `a`, `a and b`, `a, b, and c`: items of a sentence. */
export function enumerate(items: readonly string[], conjunction: "and" | "or" = "and"): string {
  const last = items.at(-1) ?? "";
  if (items.length < 2) return last;
  const comma = items.length > 2 ? "," : "";
  return `${items.slice(0, -1).join(", ")}${comma} ${conjunction} ${last}`;
}
