/** The client puts the text of a skill that the person named before what they typed after the name. */
const SKILL = /^<skill name="[^"]*" location="[^"]*">\n[\s\S]*?\n<\/skill>(?:\n\n|$)/;
/** A skill's command before the client has expanded it. */
const COMMAND = /^\/skill:[\w-]+(?:\s+|$)/;

/** Only the person's own text of a prompt. */
export function promptText(text: string): string {
  return text.replace(SKILL, "").replace(COMMAND, "");
}
