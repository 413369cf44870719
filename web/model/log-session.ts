import type { LogSession } from "../../src/log/log-types.ts";
import type { SearchQuery } from "./search-query.ts";

export type { LogSession, LogTurn } from "../../src/log/log-types.ts";

/** The filters that the page applies itself. */
export function passes({ live, todos, failing }: LogSession, { is }: Pick<SearchQuery, "is">): boolean {
  const isOpen = todos.length + failing.length > 0;
  const states: Record<string, boolean> = { live, open: isOpen, failing: failing.length > 0 };
  return is.every((name) => states[name] ?? true);
}

/** The project, and where in it the session was started. */
export function placeOf({ project, directory }: Pick<LogSession, "project" | "directory">): string {
  return directory === "." || directory === "" ? project.name : `${project.name}/${directory}`;
}

/** The latest request, unless it is the first one, which the title shows. */
export function laterRequest({
  goal,
  latestRequest,
}: Pick<LogSession, "goal" | "latestRequest">): string | null {
  return latestRequest === goal ? null : latestRequest;
}

/** All tokens that a session used, or undefined if they are not known. */
export function tokensOf({ usage }: Pick<LogSession, "usage">): number | undefined {
  if (usage === null) return undefined;
  return usage.models.reduce(
    (sum, { input, output, cacheRead, cacheWrite }) => sum + input + output + cacheRead + cacheWrite,
    0,
  );
}

export interface Totals {
  sessions: number;
  turns: number;
  files: number;
  tokens: number;
  cost: number;
  /** Models without a known price. */
  unpriced: string[];
  /** Number of sessions whose tokens are not known (yet). */
  unknown: number;
}

export function totalsOf(sessions: readonly LogSession[]): Totals {
  const sum = (number: (session: LogSession) => number) =>
    sessions.reduce((total, session) => total + number(session), 0);
  return {
    sessions: sessions.length,
    turns: sum(({ turnCount }) => turnCount),
    files: sum(({ fileCount }) => fileCount),
    tokens: sum((session) => tokensOf(session) ?? 0),
    cost: sum(({ usage }) => usage?.cost ?? 0),
    unpriced: [...new Set(sessions.flatMap(({ usage }) => usage?.unpriced ?? []))],
    unknown: sum(({ usage }) => (usage === null ? 1 : 0)),
  };
}
