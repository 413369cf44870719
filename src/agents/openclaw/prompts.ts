/** The time at which a prompt was sent, which the client puts before it. */
const SENT = /^\[[A-Z][a-z]{2} \d{4}-\d{2}-\d{2} \d{2}:\d{2}[^\]\n]*\] /;

/** Only the person's own text of a prompt. */
export function promptText(text: string): string {
  return text.replace(SENT, "");
}
