import { describe, expect, test } from "vitest";
import { collapse } from "../../../src/rewind/messages/collapse.ts";
import { anthropicMessages } from "../../../src/rewind/messages/shapes/anthropic.ts";
import { type OpenAiMessage, openAiMessages } from "../../../src/rewind/messages/shapes/openai.ts";
import { checkpointResult, completedResult, rewindResult } from "../../../src/rewind/messages/tool-texts.ts";

const shape = openAiMessages();
const user = (content: string): OpenAiMessage => ({ role: "user", content });
const says = (
  content: string | null,
  ...calls: [id: string, name: string, input?: object][]
): OpenAiMessage => ({
  role: "assistant",
  content,
  ...(calls.length > 0
    ? {
        tool_calls: calls.map(([id, name, input = {}]) => ({
          id,
          type: "function",
          function: { name, arguments: JSON.stringify(input) },
        })),
      }
    : {}),
});
const result = (id: string, content: string): OpenAiMessage => ({ role: "tool", tool_call_id: id, content });

const MARK = { call: "m", goal: "find it" };
const MARKED = says("I mark.", ["m", "checkpoint", { goal: "find it" }]);
const MARK_RESULT = result("m", checkpointResult("find it"));
const REWIND = says("Done.", ["r", "rewind", { report: "Found." }]);
const REWOUND = result("r", rewindResult());
const COMPLETED = result("m", completedResult("find it"));

function collapsed(
  messages: readonly OpenAiMessage[],
  rewind: string | undefined = "r",
  before: string[] = [],
) {
  const { messages: after, ...rest } = collapse(shape, messages, MARK, { report: "Found.", rewind, before });
  const isReport = ({ content }: OpenAiMessage) => String(content).startsWith("<holdfast-rewind ");
  return { after: after.map((message) => (isReport(message) ? "report" : message)), ...rest };
}

describe("an exploration is replaced by its report", () => {
  test("and what came before it and after it stays, as the very messages", () => {
    const [hello, read, content, more] = [
      user("hi"),
      says("look", ["a", "Read"]),
      result("a", "x"),
      user("more"),
    ];
    const { after, dropped, warning } = collapsed([
      hello,
      MARKED,
      MARK_RESULT,
      read,
      content,
      REWIND,
      REWOUND,
      more,
    ]);
    expect(after).toEqual([hello, MARKED, COMPLETED, "report", more]);
    expect(after[0]).toBe(hello);
    expect(after[1]).toBe(MARKED);
    expect(after[4]).toBe(more);
    expect(dropped).toEqual([MARK_RESULT, read, content]);
    expect(warning).toBeNull();
  });

  test("without a rewind up to the end", () => {
    const read = says("look", ["a", "Read"]);
    const { after, dropped } = collapsed([MARKED, MARK_RESULT, read, result("a", "x"), user("and?")], "none");
    expect(after).toEqual([MARKED, COMPLETED, "report"]);
    expect(dropped).toHaveLength(4);
  });

  test("and the calls beside checkpoint and rewind stay with their results, which follow them at once in their order", () => {
    const marked = says("I mark.", ["b", "Read"], ["m", "checkpoint", { goal: "find it" }], ["c", "Bash"]);
    const rewinding = says(
      "Done.",
      ["d", "Read"],
      ["r", "rewind", { report: "Found." }],
      ["r2", "rewind"],
      ["e", "Bash"],
    );
    const { after } = collapsed([
      marked,
      result("c", "C"),
      MARK_RESULT,
      says("look", ["a", "Read"]),
      result("b", "B late"),
      result("a", "A"),
      rewinding,
      result("e", "E"),
      REWOUND,
      result("r2", "refused"),
      user("more"),
      result("d", "D late"),
    ]);
    expect(after).toEqual([
      marked,
      result("b", "B late"),
      COMPLETED,
      result("c", "C"),
      "report",
      { ...rewinding, content: null, tool_calls: [rewinding.tool_calls?.[0], rewinding.tool_calls?.[3]] },
      result("d", "D late"),
      result("e", "E"),
      user("more"),
    ]);
  });

  test("and a call beside them that has no result goes, with its message if nothing else is in it", () => {
    const marked = says("I mark.", ["m", "checkpoint", { goal: "find it" }], ["b", "Read"]);
    const { after } = collapsed([marked, MARK_RESULT, REWIND, REWOUND]);
    expect(after).toEqual([{ ...marked, tool_calls: [marked.tool_calls?.[0]] }, COMPLETED, "report"]);
  });

  test("and a call after the rewind stays though it still runs", () => {
    const running = says(null, ["z", "Bash"]);
    expect(collapsed([MARKED, MARK_RESULT, REWIND, REWOUND, running]).after.at(-1)).toBe(running);
  });
});

describe("where checkpoint and rewind are called in one message", () => {
  test("its prose stays, and only the rewind goes", () => {
    const both = says(
      "Quick.",
      ["m", "checkpoint", { goal: "find it" }],
      ["r", "rewind", { report: "Found." }],
    );
    const { after, dropped } = collapsed([both, MARK_RESULT, REWOUND]);
    expect(after).toEqual([{ ...both, tool_calls: [both.tool_calls?.[0]] }, COMPLETED, "report"]);
    expect(dropped).toEqual([]);
  });
});

describe("where the mark is gone", () => {
  const old = says("old", ["o", "Read"]);
  const messages = [
    user("summary"),
    old,
    result("o", "O"),
    says("look", ["a", "Read"]),
    result("a", "A"),
    REWIND,
    REWOUND,
  ];

  test("it is cut behind the newest call that is older", () => {
    const { after, dropped, warning } = collapsed(messages, "r", ["lost", "o"]);
    expect(after).toEqual([user("summary"), old, result("o", "O"), "report"]);
    expect(dropped).toEqual(messages.slice(2, 5));
    expect(warning).toBe(
      "the checkpoint is no longer in the conversation; it was cut behind the nearest call before it.",
    );
  });

  test("nothing but the rewind goes where no older call is known", () => {
    const { after, dropped, warning } = collapsed(messages);
    expect(after).toEqual([...messages.slice(0, 5), "report"]);
    expect(dropped).toEqual([]);
    expect(warning).toBe(
      "the checkpoint is no longer in the conversation, and neither is anything before it: all that is left of it stays.",
    );
  });

  test("a call with the mark's id that is no checkpoint is not taken for it", () => {
    const other = [says("old", ["m", "Read"]), result("m", "O"), ...messages.slice(3)];
    expect(collapsed(other).after).toEqual([...other.slice(0, 4), "report"]);
  });

  test("without a rewind the report stands at the end", () => {
    expect(collapsed(messages.slice(0, 5), "none").after).toEqual([...messages.slice(0, 5), "report"]);
  });
});

describe("one id for several calls", () => {
  test("of two rewinds the one that was accepted is meant", () => {
    const refused = result("r", "Report cannot be empty.");
    const { after } = collapsed([MARKED, MARK_RESULT, REWIND, refused, says("look"), REWIND, REWOUND]);
    expect(after).toEqual([MARKED, COMPLETED, "report"]);
  });

  test("of two marks the newest before the rewind is meant", () => {
    const later = says("Again.", ["m", "checkpoint", { goal: "find it" }]);
    const { after } = collapsed([
      MARKED,
      MARK_RESULT,
      says("look"),
      later,
      MARK_RESULT,
      REWIND,
      REWOUND,
      later,
    ]);
    expect(after).toEqual([MARKED, MARK_RESULT, says("look"), later, COMPLETED, "report", later]);
  });
});

describe("messages that hold results and prose", () => {
  const block = (id: string, content: string) => ({ type: "tool_result", tool_use_id: id, content });
  const use = (id: string, name: string, input: object) => ({ type: "tool_use", id, name, input });
  const text = (said: string) => ({ type: "text", text: said });
  const texts = (messages: readonly unknown[]) =>
    messages.map((message) =>
      JSON.stringify(message).replace(/<holdfast-rewind .*holdfast-rewind>/, "report"),
    );

  const said = (...content: object[]) => ({ role: "user", content });
  const does = (...content: object[]) => ({ role: "assistant", content });
  const checkpoint = use("m", "checkpoint", { goal: "find it" });
  const marked = block("m", checkpointResult("find it"));
  const completed = { ...marked, content: [text(completedResult("find it"))] };
  const rewind = use("r", "rewind", { report: "Found." });
  const rewound = block("r", rewindResult());
  const after = (messages: readonly object[]) =>
    collapse(anthropicMessages(), messages as never, MARK, { report: "Found.", rewind: "r" }).messages.map(
      (message) => (JSON.stringify(message).includes("<holdfast-rewind ") ? "report" : message),
    );

  test("lose what was said in the span, beside the results that stay", () => {
    const marking = does(use("b", "Read", {}), checkpoint);
    const results = said(block("b", "B"), marked, text("and also"));
    expect(
      after([said(text("go")), marking, results, does(text("ok"), rewind), said(rewound, text("thanks"))]),
    ).toEqual([said(text("go")), marking, said(block("b", "B"), completed), "report", said(text("thanks"))]);
  });

  test("keep what was said beside the result of a call that stays, once", () => {
    const rewinding = does(text("ok"), rewind, use("t", "Task", {}));
    const results = said(rewound, block("t", "T"), text("thanks"));
    const later = [does(use("l", "Read", {})), said(block("l", "L"), text("more")), does(text("bye"))];
    const messages = after([does(checkpoint), said(marked), rewinding, results, ...later]);
    expect(messages).toEqual([
      does(checkpoint),
      said(completed),
      "report",
      does(use("t", "Task", {})),
      said(block("t", "T"), text("thanks")),
      ...later,
    ]);
    expect(messages.at(-2)).toBe(later[1]);
  });

  test("give up a late result to the place behind its call, and keep their prose where it was said", () => {
    const before = [does(use("a", "Read", {})), said(text("meanwhile")), said(block("a", "A"), text("late"))];
    expect(after([...before, does(checkpoint), said(marked), does(rewind), said(rewound)])).toEqual([
      does(use("a", "Read", {})),
      said(block("a", "A")),
      said(text("meanwhile")),
      said(text("late")),
      does(checkpoint),
      said(completed),
      "report",
    ]);
  });

  test("keep a message that shows no text, as for an image", () => {
    const image = said({ type: "image", source: {} });
    const messages = after([image, does(checkpoint), said(marked), does(rewind), said(rewound)]);
    expect(messages).toEqual([image, does(checkpoint), said(completed), "report"]);
    expect(messages[0]).toBe(image);
  });
});
