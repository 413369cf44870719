import { boundedText } from "./bounded.ts";

const MAX_NOTICE = 2_000;

/** A hook's standard output as the clients share it: one JSON document, and nothing at all for an empty one. */
export function hookOutput(document: object): string {
  return Object.keys(document).length > 0 ? JSON.stringify(document) : "";
}

/** What the model reads beside the event of this name, cut to `max` characters. */
export function addedContext(hookEventName: string, text: string | undefined, max: number): object {
  if (!text) return {};
  return { hookSpecificOutput: { hookEventName, additionalContext: boundedText(text, max) } };
}

/** A line that the user sees and the model does not. */
export function shownNotice(line: string | undefined): object {
  return line ? { systemMessage: boundedText(line, MAX_NOTICE) } : {};
}
