export const VIEWS = ["today", "session", "checkpoint", "lineage", "workflows", "health"] as const;
export type View = (typeof VIEWS)[number];

export interface Route {
  view: View;
  id: string;
  /** What is written in the search box. */
  query: string;
}

/** The address is the part after `#`: nothing of it is sent to the server. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [name = "", id = ""] = path.split("/").map(decode);
  const view = VIEWS.find((each) => each === name) ?? "today";
  return { view, id, query: decode(query.replace(/^q=/, "")) };
}

export function hrefOf({ view, id = "", query = "" }: { view: View; id?: string; query?: string }): string {
  const path = [view === "today" ? "" : view, id].filter(Boolean).map(encodeURIComponent).join("/");
  return `#/${path}${query ? `?q=${encodeURIComponent(query)}` : ""}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
