/** A skill that the person named is put in front of what they typed after it. */
const SKILL = /^<skill name="[^"]*" location="[^"]*">\n[\s\S]*?\n<\/skill>(?:\n\n|$)/;
/** The same before the client has expanded it. */
const COMMAND = /^\/skill:[\w-]+(?:\s+|$)/;

/** Only the person's own text of a prompt. */
export function promptText(text: string): string {
  return text.replace(SKILL, "").replace(COMMAND, "");
}
