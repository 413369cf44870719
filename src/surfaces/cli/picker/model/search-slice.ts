import type { SessionRow } from "../../../../recovery/browse/session-row.ts";
import { createMatcher, isNarrower } from "./match.ts";
import type { Search } from "./picker-state.ts";

/** Searches all sessions, or only those that an earlier search of the same ones has not excluded. */
export function startSearch(query: string, all: readonly SessionRow[], earlier?: Search): Search {
  const among = earlier && isNarrower(query, earlier.query) ? remaining(earlier) : all;
  return { query, total: all.length, among, searched: 0, inTitle: [], inContent: [] };
}

/** What was found and what was not searched yet, in the order of the list. */
function remaining({ among, searched, inTitle, inContent }: Search): SessionRow[] {
  const found = new Set([...inTitle, ...inContent]);
  return among.filter((row, i) => i >= searched || found.has(row));
}

export function isSearched({ searched, among }: Search): boolean {
  return searched >= among.length;
}

/** Searches the next sessions. Those whose title matches come first; in either part, the newest do. */
export function searchSlice(search: Search, count: number): Search {
  const slice = search.among.slice(search.searched, search.searched + count);
  const matcher = createMatcher(search.query);
  const titled = new Set(matcher.filter(slice.map(({ title }) => title)));
  const others = slice.filter((_, i) => !titled.has(i));
  const found = new Set(matcher.filter(others.map(({ title, content }) => `${title}\n${content}`)));
  return {
    ...search,
    searched: search.searched + slice.length,
    inTitle: [...search.inTitle, ...slice.filter((_, i) => titled.has(i))],
    inContent: [...search.inContent, ...others.filter((_, i) => found.has(i))],
  };
}
