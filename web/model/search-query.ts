/** What a person wrote in the search box: filters such as `agent:codex`, and words. */
export interface SearchQuery {
  project?: string;
  agent?: string;
  worktree?: string;
  since?: string;
  is: readonly string[];
  words: string;
}

/** `name:value`, `name:"value with spaces"`, or a word. */
const PART = /(?:(project|agent|worktree|since|is):)?(?:"([^"]*)"|(\S+))/gi;

export function parseQuery(text: string): SearchQuery {
  const query: SearchQuery & { is: string[] } = { is: [], words: "" };
  const words: string[] = [];
  for (const [, name, quoted, plain] of text.matchAll(PART)) {
    const value = quoted ?? plain ?? "";
    if (name === undefined) words.push(value);
    else if (name.toLowerCase() === "is") query.is.push(value.toLowerCase());
    else query[name.toLowerCase() as "project" | "agent" | "worktree" | "since"] = value;
  }
  return { ...query, words: words.join(" ") };
}

/** The input of `log` for a query. A period that is still being typed is left out. */
export function logInput({ is, words, since, ...filters }: SearchQuery): object {
  const period = since !== undefined && PERIOD.test(since) ? { since } : {};
  const search = words === "" ? {} : { search: words.slice(0, 200) };
  const scope = filters.project === undefined ? { all: true } : {};
  return { ...scope, ...filters, ...period, ...search };
}

const PERIOD = /^(?:[1-9]\d{0,3}[mhdw]|\d{4}-\d\d-\d\d.*)$/;

/** The text with its last part replaced, as a person who accepts a suggestion expects. */
export function acceptSuggestion(text: string, suggestion: string): string {
  const kept = text.replace(/\S*$/, "");
  return `${kept}${suggestion} `;
}

interface Known {
  projects: readonly string[];
  agents: readonly string[];
  worktrees: readonly string[];
}

const FIXED = ["is:live", "is:open", "is:failing", "since:1d", "since:7d", "since:30d"];
const MAX_SUGGESTIONS = 10;

/** Filters that begin with what is being typed, or contain it. */
export function suggest(text: string, { projects, agents, worktrees }: Known): string[] {
  const typed = (/\S*$/.exec(text)?.[0] ?? "").toLowerCase();
  const named = (name: string, values: readonly string[]) =>
    values.map((value) => `${name}:${/\s/.test(value) ? `"${value}"` : value}`);
  const all = [
    ...named("project", projects),
    ...named("agent", agents),
    ...FIXED,
    ...named("worktree", worktrees),
  ];
  const found = all.filter((each) => each.toLowerCase().includes(typed) && each.toLowerCase() !== typed);
  return found
    .sort((a, b) => Number(b.startsWith(typed)) - Number(a.startsWith(typed)))
    .slice(0, MAX_SUGGESTIONS);
}
