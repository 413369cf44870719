/** Context from hooks and facts about the machine precede a prompt or are parts next to it. */
const ADDED = /^\s*<(hook_context|session_context)>[\s\S]*?<\/\1>\s*/;

/** Only the person's own text of a prompt. */
export function promptText(text: string): string {
  return text.replace(ADDED, "");
}
