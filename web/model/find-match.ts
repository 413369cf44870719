import type { LogSession } from "./log-session.ts";

export interface Match {
  /** What kind of text contains the words. */
  kind: "decided" | "asked" | "todo" | "ran" | "file";
  text: string;
}

/** The text of a session that contains the most of the words, so that a person sees why it was found. */
export function findMatch(session: LogSession, words: string): Match | undefined {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return undefined;
  let best: Match | undefined;
  let most = 0;
  for (const candidate of candidatesOf(session)) {
    const text = candidate.text.toLowerCase();
    const found = wanted.filter((word) => text.includes(word)).length;
    if (found > most) [best, most] = [candidate, found];
  }
  return best;
}

/** The kinds that say the most first: of equal matches, the first is shown. */
function* candidatesOf({ decisions, prompts, todos, commands, files }: LogSession): Generator<Match> {
  for (const { decision, rationale } of decisions)
    yield { kind: "decided", text: rationale === null ? decision : `${decision}: ${rationale}` };
  for (const { text } of prompts) yield { kind: "asked", text };
  for (const { content } of todos) yield { kind: "todo", text: content };
  for (const { command } of commands) yield { kind: "ran", text: command };
  for (const { path } of files) yield { kind: "file", text: path };
}

/** The part of a text around the first of the words. */
export function excerpt(text: string, words: string, length = 160): string {
  const first = words
    .toLowerCase()
    .split(/\s+/)
    .find((word) => word !== "" && text.toLowerCase().includes(word));
  const at = first === undefined ? 0 : text.toLowerCase().indexOf(first);
  const from = Math.max(0, at - length / 3);
  return `${from > 0 ? "…" : ""}${text.slice(from, from + length).toWellFormed()}${from + length < text.length ? "…" : ""}`;
}
