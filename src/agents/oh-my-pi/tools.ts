import * as z from "zod";
import type { ToolFact } from "../../kernel/agent/tool-fact.ts";
import { tryParseJson } from "../../text/json-text.ts";
import { defineClient } from "../define-client.ts";
import { withShownCode } from "../exit-code.ts";
import {
  type ClientTools,
  factsOfCall,
  outcomeOf,
  readCommand,
  readFiles,
  type ToolCall,
} from "../tool-facts.ts";
import type { ClientTexts } from "../typed-text.ts";
import { readQuestions } from "../user-words.ts";
import { todosIn } from "./todos.ts";

const READERS: ClientTools["readers"] = new Map([
  ["read", readFiles("file_read", "path")],
  ["write", readFiles("file_changed", "path")],
  ["edit", readEdit],
  ["bash", readCommand],
  ["ask", readQuestions],
]);

/** Our tools, and the client's own `checkpoint` and `rewind`, which do the same as ours. */
const OWN_TOOL = /^(?:mcp__holdfast_(?=\w)|(?=(?:checkpoint|rewind)$))(\w+)$/;

const DEVICE = "xd://";
const DeviceCall = z.object({ path: z.string().startsWith(DEVICE), content: z.string() });
const Patch = z.object({ input: z.string() });
/** The heading of a file's part of a patch: `[path#TAG]`. */
const HEADING = /^\[(.+?)(?:#[\da-f]{4})?\]\r?$/gim;

/** Most tools are called by writing their input to a device. Converts such a write to the call that it stands for. */
function directCall({ id, name, input }: ToolCall): ToolCall {
  const device = name === "write" ? DeviceCall.safeParse(input).data : undefined;
  if (!device) return { id, name: name.replace(DEVICE, ""), input };
  return { id, name: device.path.slice(DEVICE.length), input: tryParseJson(device.content) };
}

function readEdit(call: string, input: unknown): ToolFact[] {
  const direct = readFiles("file_changed", "path")(call, input);
  if (direct.length > 0) return direct;
  const patch = Patch.safeParse(input).data?.input ?? "";
  const paths = new Set([...patch.matchAll(HEADING)].map(([, path = ""]) => path));
  return [...paths].map((path) => ({ type: "file_changed", call, path }));
}

const TEXTS: ClientTexts = {
  // What the client sends the model in place of a prompt: a notice, a reminder, a warning.
  notices: [/^<system-[\w-]+>/],
  // A skill's command before the client has expanded it.
  before: [/^\/skill:[\w-]+(?:\s+|$)/],
};

const TOOLS: ClientTools = { readers: READERS, ownTool: OWN_TOOL };

/** What the readers of events and session files need to know. The list of todos is only in a result. */
export const client = defineClient({
  agent: "oh-my-pi",
  tools: TOOLS,
  texts: TEXTS,
  readCall: (call) => factsOfCall(directCall(call), TOOLS),
  readResult: ({ id }, result) => [...todosIn(result), outcomeOf(id, withShownCode(result))],
});
