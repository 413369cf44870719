import { type ClientTexts, type TypedText, typedBlocks } from "../typed-text.ts";

const CLIENT_TEXTS: ClientTexts = {
  notices: [
    "<turn_aborted>",
    "<subagent_notification>",
    "<user_shell_command>",
    "Another language model started to solve this problem",
  ],
  before: [
    // Editors put what is open and selected before the request.
    /^# (?:Context from my IDE setup|Files mentioned by the user|Context from [^\n]{1,60}):?\n[\s\S]*\n## My request for Codex:\s*/,
    /^# AGENTS\.md instructions[^\n]*\n\s*<INSTRUCTIONS>[\s\S]*<\/INSTRUCTIONS>/,
  ],
  elements: /^(?:environment_context|user_instructions|hook_prompt|skill|collaboration_mode|INSTRUCTIONS)$/,
};

/** What a person typed of a prompt, without what the client, an editor or a hook added. */
export function typedPrompt(blocks: readonly string[]): TypedText {
  return typedBlocks(blocks, CLIENT_TEXTS);
}
