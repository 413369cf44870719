import type { RawPath } from "../../kernel/snapshot.ts";

interface Candidates {
  olds: Set<RawPath>;
  news: Set<RawPath>;
}

/**
 * Which new path each old one most probably became, when files of the same name moved. Those that end alike in most parts belong together, and
 * among these, those that begin alike. A new path belongs to one old one at most. An old one to which several are equally similar has none.
 */
export function matchPaths(olds: Iterable<RawPath>, news: Iterable<RawPath>): Map<RawPath, RawPath> {
  const found = new Map<RawPath, RawPath>();
  const left = { olds: new Set(olds), news: new Set(news) };
  for (let length = countParts(left.olds); length > 0; length--)
    for (const group of groupBy(left, (path) => lastParts(path, length))) {
      for (const [old, name] of matchBeginnings(group)) {
        found.set(old, name);
        left.olds.delete(old);
        left.news.delete(name);
      }
      if (group.news.size > 0) for (const old of group.olds) left.olds.delete(old);
    }
  return found;
}

/** Takes out of the group what belongs together. */
function matchBeginnings(group: Candidates): Map<RawPath, RawPath> {
  const found = new Map<RawPath, RawPath>();
  for (let length = countParts(group.olds) - 1; length >= 0; length--)
    for (const isSameDepth of [true, false])
      for (const { olds, news } of groupBy(group, (path) => firstParts(path, length, isSameDepth))) {
        if (news.size > olds.size) continue;
        const rest = olds.values();
        for (const name of news) {
          const old = rest.next().value;
          if (old === undefined) break;
          found.set(old, name);
          group.olds.delete(old);
          group.news.delete(name);
        }
      }
  return found;
}

/** Only the groups that have paths of both kinds. */
function groupBy({ olds, news }: Candidates, keyOf: (path: RawPath) => string | undefined): Candidates[] {
  const groups = new Map<string, Candidates>();
  for (const old of olds) {
    const key = keyOf(old);
    if (key === undefined) continue;
    const group = groups.get(key) ?? { olds: new Set(), news: new Set() };
    groups.set(key, group);
    group.olds.add(old);
  }
  for (const name of news) groups.get(keyOf(name) ?? "")?.news.add(name);
  return [...groups.values()].filter((group) => group.news.size > 0);
}

function countParts(paths: Iterable<RawPath>): number {
  let most = 0;
  for (const path of paths) most = Math.max(most, path.split("/").length);
  return most;
}

function lastParts(path: RawPath, length: number): string | undefined {
  const parts = path.split("/");
  return parts.length < length ? undefined : parts.slice(-length).join("/");
}

function firstParts(path: RawPath, length: number, isSameDepth: boolean): string | undefined {
  const parts = path.split("/");
  if (parts.length <= length) return undefined;
  const first = parts.slice(0, length).join("/");
  return isSameDepth ? `${parts.length} ${first}` : first;
}
