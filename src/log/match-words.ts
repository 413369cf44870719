import { changedPaths } from "../capture/inherit.ts";
import { workSubject } from "../capture/work-subject.ts";
import type { Session } from "../kernel/record.ts";

const MAX_WORDS = 10;

/** The words of a search, each of which has to occur. */
export function searchedWords(search: string | undefined): string[] {
  return (search ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);
}

/** Whether each word occurs in the title of the session, or in what was said, decided, planned, run or changed in it. */
export function matchesWords({ capture, startedAt }: Session, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { goal, prompts, responses, sentences, decisions, todos, commands, lastAnswer } = capture;
  // Earlier ones were said in the session that it continues.
  const own = sentences.filter(({ at }) => at >= startedAt);
  const texts = [
    workSubject(capture),
    goal,
    lastAnswer,
    ...[...prompts, ...responses, ...own].map(({ text }) => text),
    ...decisions.flatMap(({ decision, rationale }) => [decision, rationale]),
    ...todos.map(({ content }) => content),
    ...commands.map(({ command }) => command),
    ...changedPaths(capture),
  ];
  const searched = texts.join("\n").toLowerCase();
  return words.every((word) => searched.includes(word));
}
