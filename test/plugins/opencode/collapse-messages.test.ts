import { expect, test } from "vitest";
import type { OpenCodeCall, OpenCodeMessage, OpenCodePart } from "../../../src/plugins/opencode/client.ts";
import { collapseMessages } from "../../../src/plugins/opencode/collapse-messages.ts";

type Info = OpenCodeMessage["info"];

const message = (info: Omit<Info, "sessionID">, parts: Partial<OpenCodePart>[]): OpenCodeMessage => ({
  info: { sessionID: "ses_1", ...info },
  parts: parts.map((part) => ({
    id: "prt_1",
    messageID: info.id,
    sessionID: "ses_1",
    type: "text",
    ...part,
  })),
});
const user = (text: string) => message({ id: `msg_${text}`, role: "user" }, [{ type: "text", text }]);
const tool = (
  name: string,
  output: string,
  input = {},
  status: OpenCodeCall["status"] = "completed",
): Partial<OpenCodePart> => ({ type: "tool", tool: name, state: { status, output, input } });
const step = (...parts: Partial<OpenCodePart>[]) => message({ id: "msg_a", role: "assistant" }, parts);
const mark = (goal = "who?") => tool("holdfast_checkpoint", "Checkpoint created. Call rewind.", { goal });
const replacement = {
  tag: "holdfast-rewind",
  mark: "chk_1",
  goal: "who?",
  result: "Checkpoint: who?",
  body: "It is b.ts.",
};
const rewind = (status: OpenCodeCall["status"] = "completed") =>
  tool("holdfast_rewind", JSON.stringify({ replacement }), {}, status);

/** What the model reads, a line for each part. */
const read = (messages: readonly OpenCodeMessage[]) =>
  messages.flatMap(({ parts }) =>
    parts.map(({ text, tool: name, state }) => text ?? `${name}: ${state?.output}`),
  );

const REPORT = '<holdfast-rewind mark="chk_1">\nIt is b.ts.\n</holdfast-rewind>';
const explored = [step(tool("read", "much")), user("Hurry."), step({ type: "text", text: "I look." })];

test("W19: the report stands once for the exploration; calls beside the mark and the rewind stay, the mark is neutral", () => {
  const messages = [
    user("Who?"),
    step(mark(), tool("bash", "beside")),
    ...explored,
    step(rewind(), tool("bash", "sibling")),
    step({ type: "text", text: "So it is." }),
  ];
  const before = JSON.stringify(messages);
  const lines = ["Who?", "holdfast_checkpoint: Checkpoint: who?", "bash: beside", "bash: sibling", REPORT];
  expect(read(collapseMessages(messages))).toEqual([...lines, "So it is."]);
  expect(JSON.stringify(messages)).toBe(before);
  expect(collapseMessages(messages)).toEqual(collapseMessages(structuredClone(messages)));
});

test("W19: two cycles in a row leave two reports", () => {
  const cycle = [step(mark()), ...explored, step(rewind())];
  expect(read(collapseMessages([user("Who?"), ...cycle, ...cycle]))).toEqual([
    "Who?",
    "holdfast_checkpoint: Checkpoint: who?",
    REPORT,
    "holdfast_checkpoint: Checkpoint: who?",
    REPORT,
  ]);
});

test("W16 W19: after a compaction that took the mark, the summary is the nearest to go back to", () => {
  const summary = message({ id: "msg_s", role: "assistant", summary: true }, [{ text: "A summary." }]);
  expect(read(collapseMessages([user("What did we do?"), summary, ...explored, step(rewind())]))).toEqual([
    "What did we do?",
    "A summary.",
    REPORT,
  ]);
});

test("W16 W19: of two marks with one goal the time shows which is meant; where it was compacted, the report follows the summary", () => {
  const timed = (part: Partial<OpenCodePart>, start: number): Partial<OpenCodePart> => ({
    ...part,
    state: { output: "", status: "completed", ...part.state, time: { start, end: start + 9 } },
  });
  const ended = tool("holdfast_rewind", JSON.stringify({ replacement: { ...replacement, at: 105 } }));
  const [first, second] = [timed(mark(), 100), timed(mark(), 200)];
  const summary = message({ id: "msg_s", role: "assistant", summary: true }, []);
  const both = [user("Who?"), step(first), ...explored, step(second), ...explored, step(ended)];
  expect(read(collapseMessages(both))).toEqual(["Who?", "holdfast_checkpoint: Checkpoint: who?", REPORT]);
  const compacted = [user("What did we do?"), summary, ...explored, step(second), ...explored, step(ended)];
  expect(read(collapseMessages(compacted))).toEqual(["What did we do?", REPORT]);
});

test("W10 W19: a rewind that failed, runs or has no mark changes nothing", () => {
  for (const status of ["error", "running"] as const) {
    const messages = [user("Who?"), step(mark()), ...explored, step(rewind(status))];
    expect(collapseMessages(messages)).toEqual(messages);
  }
  const alone = [user("Who?"), step(rewind())];
  expect(collapseMessages(alone)).toEqual(alone);
});
