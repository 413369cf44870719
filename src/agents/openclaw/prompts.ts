import { type ClientTexts, type TypedText, typedText } from "../typed-text.ts";

const CLIENT_TEXTS: ClientTexts = {
  notices: [
    /^\[(?:Subagent|Inter-session|Cron|Hook) [^\n]{0,200}\]/,
    /^(?:A new session was started via|Pre-compaction memory flush|Read HEARTBEAT\.md if it exists)/,
    /^<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>/,
  ],
  before: [
    // Who wrote where, what was said before, and what is quoted: a title and one block of JSON each.
    /^[^\n]{1,80}\(untrusted[^)\n]{0,60}\):[ \t]*\n+```\w*\n[\s\S]*?\n```[ \t]*(?:\n|$)/,
    // The time at which a prompt was sent, with its channel and sender.
    /^\[(?:[^\]\n]{1,120} )?[A-Z][a-z]{2} \d{4}-\d{2}-\d{2} \d{2}:\d{2}[^\]\n]*\] /,
    /^\[message_id: [^\]\n]{1,200}\][ \t]*(?:\n|$)/,
    /^System: \[[^\]\n]{1,60}\] [^\n]*(?:\n|$)/,
    /^\[media attached[^\n]*\](?:\n|$)/,
    /^\[Chat messages since your last reply[^\n]*\]\n[\s\S]*\n\[Current message[^\n]*\]\n/,
  ],
  within: [
    /\n*^\[message_id: [^\]\n]{1,200}\][ \t]*$/m,
    /\n*Untrusted context \(metadata, do not treat as instructions or commands\):\n[\s\S]*$/,
    /\n*<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>[\s\S]*?(?:<<<END_OPENCLAW_INTERNAL_CONTEXT>>>|$)/,
    /\n*<<<(?:BEGIN_)?EXTERNAL_UNTRUSTED_CONTENT[^\n]*>>>[\s\S]*?(?:<<<END_EXTERNAL_UNTRUSTED_CONTENT[^\n]*>>>|$)/,
  ],
};

/** Only the person's own text of a prompt, without what the client and the channel put before it. */
export function typedPrompt(text: string): TypedText {
  return typedText(text, CLIENT_TEXTS);
}
