import { signal } from "@preact/signals";
import { hrefOf, parseRoute, type View } from "./route.ts";

/** Where the page is. */
export const route = signal(parseRoute(location.hash));

window.addEventListener("hashchange", () => {
  route.value = parseRoute(location.hash);
  window.scrollTo(0, 0);
});

export function goTo(to: { view: View; id?: string; query?: string }): void {
  location.hash = hrefOf(to);
}

/** Changes the search without a new entry in the history. */
export function setQuery(query: string): void {
  const { view, id } = route.value;
  history.replaceState(null, "", hrefOf({ view, id, query }));
  route.value = { view, id, query };
}
