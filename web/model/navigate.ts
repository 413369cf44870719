import { signal } from "@preact/signals";
import { parseRoute } from "./route.ts";

/** Where the page is. */
export const route = signal(parseRoute(location.hash));

window.addEventListener("hashchange", () => {
  route.value = parseRoute(location.hash);
  window.scrollTo(0, 0);
});
