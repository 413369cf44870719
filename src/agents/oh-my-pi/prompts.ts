/** What the client sends the model in place of a prompt: a notice, a reminder, a warning. */
const NOTICE = /^\s*<system-[\w-]+>[\s\S]*$/;
/** A skill's command before the client has expanded it. */
const COMMAND = /^\/skill:[\w-]+(?:\s+|$)/;

/** Only the person's own text of a prompt. */
export function promptText(text: string): string {
  return text.replace(NOTICE, "").replace(COMMAND, "");
}
