/** Openings of our own texts that may appear in place of a prompt. */
const OURS = ["<holdfast", "[holdfast"];

/**
 * Whether a text in the user's name is not from a person: empty, ours, or from the client according to its adapter
 * (`fromClient`). All counters and captures use this classifier.
 */
export function isSystemText(text: string, fromClient = false): boolean {
  const start = text.trimStart();
  return fromClient || start === "" || OURS.some((opening) => start.startsWith(opening));
}
