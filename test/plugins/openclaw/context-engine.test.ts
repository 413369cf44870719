import { expect, test } from "vitest";
import type { ToolCallBlock, ToolCallMessage } from "../../../src/plugins/collapse/tool-call-messages.ts";
import { collapseMessages, contextEngine } from "../../../src/plugins/openclaw/context-engine.ts";

const text = (said: string): ToolCallBlock[] => [{ type: "text", text: said }];
const user = (said: string): ToolCallMessage => ({ role: "user", content: text(said) });
const says = (said: string): ToolCallMessage => ({ role: "assistant", content: text(said) });
const summary: ToolCallMessage = { role: "compactionSummary", content: text("Summary.") };

/** An answer with its calls, and their results: by id, name, what came of it, and what it was asked. */
type Call = [id: string, name: string, output: string, asked?: object, isError?: boolean];
const step = (...calls: Call[]): ToolCallMessage[] => [
  {
    role: "assistant",
    content: calls.map(([id, name, , asked = {}]) => ({ type: "toolCall", id, name, arguments: asked })),
  },
  ...calls.map(([toolCallId, toolName, output, , isError = false]) => {
    return { role: "toolResult", toolCallId, toolName, content: text(output), isError };
  }),
];
const mark = (id: string, goal = "who?"): Call => [id, "holdfast__checkpoint", "Call rewind.", { goal }];
const replacement = { tag: "holdfast-rewind", mark: "chk_1", result: "Checkpoint: it", body: "It is b.ts." };
/** As the client shows what our server answers. */
const rewind = (id: string, { goal = "who?", isError = false } = {}): Call => {
  const answer = { replacement: { ...replacement, goal } };
  const shown = `structuredContent:\n${JSON.stringify(answer, null, 2)}\n${JSON.stringify(answer)}`;
  return [id, "holdfast__rewind", shown, {}, isError];
};
const REPORT = '<holdfast-rewind mark="chk_1">\nIt is b.ts.\n</holdfast-rewind>';

/** What the model reads: a call by its id, a result by its id and what came of it. */
const read = (messages: readonly ToolCallMessage[]) =>
  messages.flatMap(({ toolCallId, content }) =>
    (typeof content === "string" ? text(content) : content).map(
      ({ id, text: said = "" }) => id ?? (toolCallId ? `${toolCallId}: ${said}` : said),
    ),
  );

const explored = [...step(["r", "read", "much"]), user("Hurry."), says("I look.")];

test("W19: the report stands once for the exploration; calls beside the mark and the rewind stay, the mark is neutral", async () => {
  const messages = [
    user("Who?"),
    ...step(mark("m"), ["b", "exec", "beside"]),
    ...explored,
    ...step(["s", "exec", "sibling"], rewind("w")),
    says("So it is."),
  ];
  const before = JSON.stringify(messages);
  const lines = ["Who?", "m", "b", "m: Checkpoint: it", "b: beside", "s", "s: sibling", REPORT, "So it is."];
  expect(read(collapseMessages(messages))).toEqual(lines);
  expect(read((await contextEngine.assemble({ messages })).messages)).toEqual(lines);
  expect(JSON.stringify(messages)).toBe(before);
  expect(await contextEngine.commitTurn()).toEqual({ status: "committed" });
});

test("W19: cycles with the same ids leave a report each; an outer mark takes the inner cycle with it", () => {
  const cycle = () => [...step(mark("m")), ...explored, ...step(rewind("w"))];
  const kept = ["m", "m: Checkpoint: it", REPORT];
  expect(read(collapseMessages([...cycle(), ...cycle()]))).toEqual([...kept, ...kept]);
  const nested = [...step(mark("o", "all?")), ...cycle(), ...step(rewind("v", { goal: "all?" }))];
  expect(read(collapseMessages(nested))).toEqual(["o", "o: Checkpoint: it", REPORT]);
});

test("W16 W19: after a compaction that took the mark, the report follows the summary; without one all stays", () => {
  const left = [...explored, ...step(rewind("w")), says("So it is.")];
  expect(read(collapseMessages([summary, ...left]))).toEqual(["Summary.", REPORT, "So it is."]);
  const later = [summary, ...step(mark("x", "another?")), ...left];
  expect(read(collapseMessages(later))).toEqual(["Summary.", REPORT, "So it is."]);
  expect(collapseMessages(left)).toEqual(left);
});

test("W10 W19: a rewind that was refused, another server's or one without its call changes nothing", () => {
  const before = [user("Who?"), ...step(mark("m")), ...explored];
  const [, orphan] = step(rewind("w"));
  const refused = step(rewind("w", { isError: true }));
  const foreign = step(["w", "other__rewind", JSON.stringify({ replacement })]);
  const unreadable = step(["w", "holdfast__rewind", "Rewind requested."]);
  for (const end of [refused, foreign, unreadable, orphan ? [orphan] : []])
    expect(collapseMessages([...before, ...end])).toEqual([...before, ...end]);
});
