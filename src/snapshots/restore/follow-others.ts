import type { RawPath } from "../../kernel/snapshot.ts";
import { followOrigins, type Origin, type Origins, type OriginsInput } from "./follow-origins.ts";
import { matchPaths } from "./match-paths.ts";

/** A file that somebody else made or changed since the target. */
export interface OthersFile {
  /** Where they had it. */
  path: RawPath;
  /** Why it is theirs. */
  reason: string;
  /** It was moved and edited between two snapshots, so only its name and place say what it was. */
  isGuess: boolean;
}

/** What became of the files of others. */
export interface OthersFiles {
  /** What the session moved, by the path where it is now. */
  moved: Map<RawPath, OthersFile>;
  /** What the session deleted, by the path where they had it, and in which turn. */
  deleted: Map<RawPath, { reason: string; end: string }>;
  /** Whose content it is, also with edits of the session. */
  contents: Map<string, OthersFile>;
  /** What is at each path that changed. */
  now: ReadonlyMap<RawPath, string | undefined>;
}

/** Finds out where what somebody else wrote since the target is now. */
export function followOthers(input: OriginsInput): OthersFiles {
  const { current, versions, deletions, now } = followOrigins(input);
  const present = new Set(current.values());
  const lost = [...deletions].filter(([origin]) => !present.has(origin));
  const guesses = guessMoved(
    current,
    lost.map(([origin, { last }]) => [last, origin]),
  );
  const moved = [...current].filter(([, origin]) => current.get(origin.path) !== origin);
  const guessed = new Set(guesses.map(([, origin]) => origin));
  // What is at a path again is not gone.
  const gone = lost.filter(([origin]) => !guessed.has(origin) && now.get(origin.path) === undefined);
  const contents = [...versions].flatMap(([blob, origins]) =>
    [...origins.values()].flatMap((origin) => asOthers(false)([blob, origin])),
  );
  return {
    contents: new Map(contents),
    moved: new Map([...moved.flatMap(asOthers(false)), ...guesses.flatMap(asOthers(true))]),
    deleted: new Map(
      gone.flatMap(([{ path, reason }, { end }]) =>
        reason === null ? [] : [[path, { reason, end }] as const],
      ),
    ),
    now,
  };
}

/** What is gone may have been moved and edited as well: to the new file of its name whose path is most similar. */
function guessMoved(current: Origins["current"], lost: readonly [RawPath, Origin][]): [RawPath, Origin][] {
  const made = new Map<RawPath, RawPath>();
  for (const [path, { path: first, reason }] of current)
    if (reason === null && (path === first || !made.has(first))) made.set(first, path);
  const origins = new Map(lost);
  return [...matchPaths(origins.keys(), made.keys())].flatMap(([last, first]) => {
    const [origin, path] = [origins.get(last), made.get(first)];
    return origin && path !== undefined ? [[path, origin]] : [];
  });
}

function asOthers(isGuess: boolean) {
  return ([at, { path, reason }]: readonly [string, Origin]): [string, OthersFile][] =>
    reason === null ? [] : [[at, { path, reason, isGuess }]];
}
