import { type ClientTexts, type TypedText, typedText } from "../typed-text.ts";

const CLIENT_TEXTS: ClientTexts = { elements: /^(?:system-reminder|file|path|entries|content|type)$/ };

/** \`opencode run\` puts a prompt of several words in quotes. */
const QUOTED = /^"([^"]*)"$/;

/** Only the person's own text of a prompt. */
export function typedPrompt(text: string): TypedText {
  return typedText(text.replace(QUOTED, "$1"), CLIENT_TEXTS);
}
