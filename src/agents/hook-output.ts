import { boundedText } from "./bounded.ts";

const MAX_NOTICE = 2_000;

/** A hook's standard output: one JSON document, or nothing if it is empty. */
export function hookOutput(document: object): string {
  return Object.keys(document).length > 0 ? JSON.stringify(document) : "";
}

/** Context for the model at this event, cut to `max` characters. */
export function addedContext(hookEventName: string, text: string | undefined, max: number): object {
  if (!text) return {};
  return { hookSpecificOutput: { hookEventName, additionalContext: boundedText(text, max) } };
}

/** A line for the user that the model does not see. */
export function shownNotice(line: string | undefined): object {
  return line ? { systemMessage: boundedText(line, MAX_NOTICE) } : {};
}
