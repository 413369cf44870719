import type { SessionRow } from "../../../../recovery/browse/session-row.ts";
import { createMatcher } from "./match.ts";
import type { Search } from "./picker-state.ts";

export function startSearch(query: string, among: readonly SessionRow[]): Search {
  return { query, among, searched: 0, inTitle: [], inContent: [] };
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
