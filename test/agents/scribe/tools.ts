import { defineClient } from "../../../src/agents/define-client.ts";
import { type ClientTools, readCommand, readFiles, readTodos } from "../../../src/agents/tool-facts.ts";

const READERS: ClientTools["readers"] = new Map([
  ["look", readFiles("file_read", "target")],
  ["carve", readFiles("file_changed", "target")],
  ["summon", readCommand],
  ["checklist", readTodos("items", "label")],
]);

/** The client begins what it writes in the user's name with a sign of its own. */
export const client = defineClient({
  agent: "scribe",
  tools: { readers: READERS, ownTool: /^holdfast\/(\w+)$/ },
  texts: { notices: ["~scribe~"] },
});
