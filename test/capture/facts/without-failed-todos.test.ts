import { describe, expect, test } from "vitest";
import { agents } from "../../../src/agents/registry.ts";
import { foldEvent } from "../../../src/capture/capture-event.ts";
import { foldTail } from "../../../src/capture/fold-tail.ts";
import type { AgentEvent } from "../../../src/kernel/agent/agent-event.ts";
import type { TranscriptEntry } from "../../../src/kernel/agent/transcript.ts";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import type { Redactor } from "../../../src/kernel/ports/redactor.ts";

const KNOWN: Capture = { ...EMPTY_CAPTURE, todos: [{ content: "parse", status: "completed", task: "3" }] };
const contents = ({ todos }: Capture) => todos.map(({ content, status }) => `${content}: ${status}`);

function folded(entries: readonly TranscriptEntry[]): Capture {
  const tail = { entries: [...entries], path: "/t", readAt: 100, bytes: 1, tokens: null, use: null };
  return foldTail({ ...tail, hasMoved: false, isWhole: true }, KNOWN);
}

const refused = (call: string): TranscriptEntry => ({ at: 9, type: "outcome", call, ok: false, text: "no" });

describe("a call that the client rejected changes no todos", () => {
  test.each<[string, TranscriptEntry]>([
    ["a list", { at: 8, type: "todo_list", call: "c", todos: [{ content: "x", status: "pending" }] }],
    ["a new task", { at: 8, type: "task_added", call: "c", content: "x" }],
    ["a changed task", { at: 8, type: "task_changed", call: "c", task: "3", status: "in_progress" }],
  ])("%s", (_, entry) => {
    expect(contents(folded([entry, refused("other")]))).not.toEqual(["parse: completed"]);
    expect(contents(folded([entry, refused("c")]))).toEqual(["parse: completed"]);
  });

  const ENVELOPE = { id: "e", event: "", at: 5, pid: 2 };
  const redactor: Redactor = { text: (input) => input, lines: (lines) => [...lines], json: (input) => input };
  const parse = async (name: string, payload: object): Promise<AgentEvent> => {
    const event = await agents
      .find((agent) => agent.name === name)
      ?.parseEvent({ session_id: "s", cwd: "/p", ...payload }, ENVELOPE);
    if (!event) throw new Error("not read");
    return event;
  };
  const rejected = { tool_use_id: "c", is_error: true, tool_response: "invalid" };

  test.each([
    [
      "claude-code",
      {
        hook_event_name: "PostToolBatch",
        tool_calls: [
          {
            tool_name: "TodoWrite",
            tool_use_id: "c",
            tool_input: { todos: [{ content: "x", status: "pending" }] },
            tool_response: "<tool_use_error>InputValidationError</tool_use_error>",
          },
          {
            tool_name: "TaskUpdate",
            tool_use_id: "d",
            tool_input: { taskId: "3", status: "in_progress" },
            tool_response: "Task not found",
          },
        ],
      },
    ],
    [
      "opencode",
      {
        hook_event_name: "PostToolUse",
        tool_name: "todowrite",
        tool_input: { todos: [{ content: "x", status: "pending" }] },
        ...rejected,
      },
    ],
    [
      "openclaw",
      {
        hook_event_name: "PostToolUse",
        tool_name: "progress_card",
        tool_input: { plan: [{ step: "x", status: "pending" }] },
        ...rejected,
      },
    ],
  ])("reported by a hook of %s", async (name, payload) => {
    const event = await parse(name, payload);
    expect(event).toMatchObject({ kind: "tool_use" });
    expect(contents(foldEvent({ redactor }, event, KNOWN))).toEqual(["parse: completed"]);
  });
});
