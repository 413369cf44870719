/** `1 event`, `2 events` */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** `a`, `a and b`, `a, b, and c`: items of a sentence. */
export function enumerate(items: readonly string[], conjunction: "and" | "or" = "and"): string {
  const last = items.at(-1) ?? "";
  if (items.length < 2) return last;
  const comma = items.length > 2 ? "," : "";
  return `${items.slice(0, -1).join(", ")}${comma} ${conjunction} ${last}`;
}

/** `a; b; and 3 more`: the first items of a list that may be long. */
export function listFirst(items: readonly string[], most: number, separator: string): string {
  const more = items.length - most;
  return [...items.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])].join(separator);
}

/** `codex`, or `codex on desk` for a session of another machine. */
export function agentOn(agent: string, machine: string | null): string {
  return machine === null ? agent : `${agent} on ${machine}`;
}
