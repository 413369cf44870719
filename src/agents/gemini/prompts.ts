import { type ClientTexts, typedText } from "../typed-text.ts";

/** The contents of files, and of other resources, that a prompt names with an at sign. */
const REFERENCED =
  /\n?--- Content from referenced (?:files|MCP resources) ---(?:[\s\S]*\n--- End of content ---|[\s\S]*$)/;

/** The context and the contents of files that the client adds to what a person typed. */
export const CLIENT_TEXTS: ClientTexts = {
  notices: [
    "Here is the user's editor context",
    "Here is a summary of changes in the user's editor context",
    "This is the Gemini CLI. We are setting up the context",
    "System: Please continue",
  ],
  within: [REFERENCED],
  elements: /^(?:hook_context|session_context|system_note|user_response_context)$/,
};

/** What a person typed of a message in several parts. */
export function typedParts(parts: readonly string[]): string[] {
  return withoutReferenced(parts).flatMap((part) => {
    const { text, fromClient } = typedText(part, CLIENT_TEXTS);
    return fromClient ? [] : [text];
  });
}

const BEGIN = /^\s*--- Content from referenced/;
const END = /^\s*--- End of content ---\s*$/;

/** In the transcript, the marks and each file are parts of their own. */
function withoutReferenced(parts: readonly string[]): readonly string[] {
  const from = parts.findIndex((part) => BEGIN.test(part));
  if (from === -1) return parts;
  const to = parts.findLastIndex((part) => END.test(part));
  return [...parts.slice(0, from), ...(to > from ? parts.slice(to + 1) : [])];
}
