import { defineClient } from "../define-client.ts";
import { withShownCode } from "../exit-code.ts";
import { type ClientTools, outcomeOf, readCommand, readFiles } from "../tool-facts.ts";
import type { ClientTexts } from "../typed-text.ts";

const READERS: ClientTools["readers"] = new Map([
  ["read", readFiles("file_read", "path")],
  ["write", readFiles("file_changed", "path")],
  ["edit", readFiles("file_changed", "path")],
  ["bash", readCommand],
  ["powershell", readCommand],
]);

const TEXTS: ClientTexts = {
  before: [
    // The text of a skill that the person named, before what they typed after the name.
    /^<skill name="[^"]*" location="[^"]*">\n[\s\S]*?\n<\/skill>(?:\n\n|$)/,
    // A skill's command before the client has expanded it.
    /^\/skill:[\w-]+(?:\s+|$)/,
  ],
  elements: /^(?:skill|file)$/,
};

/**
 * What the readers of events and session files need to know. The client never asks for permission and has no tool for
 * questions, so a result never contains the person's words.
 */
export const client = defineClient({
  agent: "pi",
  tools: { readers: READERS, ownTool: /^mcp__holdfast__(\w+)$/ },
  texts: TEXTS,
  readResult: ({ id }, result) => [outcomeOf(id, withShownCode(result))],
});
