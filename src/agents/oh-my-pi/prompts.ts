import { type ClientTexts, type TypedText, typedText } from "../typed-text.ts";

const CLIENT_TEXTS: ClientTexts = {
  // What the client sends the model in place of a prompt: a notice, a reminder, a warning.
  notices: [/^<system-[\w-]+>/],
  // A skill's command before the client has expanded it.
  before: [/^\/skill:[\w-]+(?:\s+|$)/],
};

/** Only the person's own text of a prompt. */
export function typedPrompt(text: string): TypedText {
  return typedText(text, CLIENT_TEXTS);
}
