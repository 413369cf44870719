import { type ClientTexts, type TypedText, typedText } from "../typed-text.ts";

const CLIENT_TEXTS: ClientTexts = {
  before: [
    // The text of a skill that the person named, before what they typed after the name.
    /^<skill name="[^"]*" location="[^"]*">\n[\s\S]*?\n<\/skill>(?:\n\n|$)/,
    // A skill's command before the client has expanded it.
    /^\/skill:[\w-]+(?:\s+|$)/,
  ],
  elements: /^(?:skill|file)$/,
};

/** Only the person's own text of a prompt. */
export function typedPrompt(text: string): TypedText {
  return typedText(text, CLIENT_TEXTS);
}
