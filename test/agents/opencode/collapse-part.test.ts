import { expect, test } from "vitest";
import { COLLAPSE_PART } from "../../../src/agents/opencode/collapse-part.ts";

interface Part {
  type: string;
  text?: string;
  tool?: string;
  state?: { status: string; output: string; input?: object };
}
interface Message {
  info: { id: string; role: string; summary?: boolean };
  parts: Part[];
}

/** The part of the plugin, as the client runs it. */
const { collapsed } = (await import(
  `data:text/javascript,${encodeURIComponent(`${COLLAPSE_PART}\nexport { collapsed };`)}`
)) as { collapsed: (messages: readonly Message[]) => Message[] };

const user = (text: string): Message => ({
  info: { id: `msg_${text}`, role: "user" },
  parts: [{ type: "text", text }],
});
const tool = (name: string, output: string, input = {}, status = "completed"): Part => ({
  type: "tool",
  tool: name,
  state: { status, output, input },
});
const step = (...parts: Part[]): Message => ({ info: { id: "msg_a", role: "assistant" }, parts });
const mark = (goal = "who?") => tool("holdfast_checkpoint", "Checkpoint created. Call rewind.", { goal });
const replacement = {
  tag: "holdfast-rewind",
  mark: "chk_1",
  goal: "who?",
  result: "Checkpoint: who?",
  body: "It is b.ts.",
};
const rewind = (status = "completed") => tool("holdfast_rewind", JSON.stringify({ replacement }), {}, status);

/** What the model reads, a line for each part. */
const read = (messages: readonly Message[]) =>
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
  expect(read(collapsed(messages))).toEqual([...lines, "So it is."]);
  expect(JSON.stringify(messages)).toBe(before);
  expect(collapsed(messages)).toEqual(collapsed(structuredClone(messages)));
});

test("W19: two cycles in a row leave two reports", () => {
  const cycle = [step(mark()), ...explored, step(rewind())];
  expect(read(collapsed([user("Who?"), ...cycle, ...cycle]))).toEqual([
    "Who?",
    "holdfast_checkpoint: Checkpoint: who?",
    REPORT,
    "holdfast_checkpoint: Checkpoint: who?",
    REPORT,
  ]);
});

test("W16 W19: after a compaction that took the mark, the summary is the nearest to go back to", () => {
  const summary: Message = {
    info: { id: "msg_s", role: "assistant", summary: true },
    parts: [{ type: "text", text: "A summary." }],
  };
  expect(read(collapsed([user("What did we do?"), summary, ...explored, step(rewind())]))).toEqual([
    "What did we do?",
    "A summary.",
    REPORT,
  ]);
});

test("W16 W19: of two marks with one goal the time shows which is meant; where it was compacted, the report follows the summary", () => {
  const timed = (part: Part, start: number) => {
    return {
      ...part,
      state: { output: "", status: "completed", ...part.state, time: { start, end: start + 9 } },
    };
  };
  const ended = tool("holdfast_rewind", JSON.stringify({ replacement: { ...replacement, at: 105 } }));
  const [first, second] = [timed(mark(), 100), timed(mark(), 200)];
  const summary: Message = { info: { id: "msg_s", role: "assistant", summary: true }, parts: [] };
  const both = [user("Who?"), step(first), ...explored, step(second), ...explored, step(ended)];
  expect(read(collapsed(both))).toEqual(["Who?", "holdfast_checkpoint: Checkpoint: who?", REPORT]);
  const compacted = [user("What did we do?"), summary, ...explored, step(second), ...explored, step(ended)];
  expect(read(collapsed(compacted))).toEqual(["What did we do?", REPORT]);
});

test("W10 W19: a rewind that failed, runs or has no mark changes nothing", () => {
  for (const status of ["error", "running"]) {
    const messages = [user("Who?"), step(mark()), ...explored, step(rewind(status))];
    expect(collapsed(messages)).toEqual(messages);
  }
  const alone = [user("Who?"), step(rewind())];
  expect(collapsed(alone)).toEqual(alone);
});
