/** A paste at a terminal, or a program that shows its progress, may end lines with carriage returns alone. */
export function withLineFeeds(text: string): string {
  return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
}
