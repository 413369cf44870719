/** `opencode run` puts a prompt of several words in quotes. */
const QUOTED = /^"([^"]*)"$/;

/** Only the person's own text of a prompt. */
export function promptText(text: string): string {
  return text.replace(QUOTED, "$1");
}
