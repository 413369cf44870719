const STORED = "holdfast.seen";
const MAX_SESSIONS = 500;

/** When this browser last showed a session; undefined if it never did. */
export function lastSeen(session: string): string | undefined {
  return read()[session];
}

export function markSeen(session: string, at: string): void {
  const { [session]: _, ...others } = read();
  const kept = [...Object.entries(others), [session, at] as const].slice(-MAX_SESSIONS);
  localStorage.setItem(STORED, JSON.stringify(Object.fromEntries(kept)));
}

function read(): Partial<Record<string, string>> {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "{}") as Partial<Record<string, string>>;
  } catch {
    return {};
  }
}
