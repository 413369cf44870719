import { describe, expect, test } from "vitest";
import { collapse } from "../../../src/rewind/messages/collapse.ts";
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
    const { after, dropped, warning, facts } = collapsed([
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
    expect(facts).toMatchObject({
      said: [],
      shown: ["look", "Done."],
      otherCalls: [{ tool: "Read", count: 1 }],
    });
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

  test("and a mark whose checkpoint still runs is gone as a call", () => {
    const { after } = collapsed([MARKED, says("look")], "none");
    expect(after).toEqual([says("I mark."), "report"]);
  });

  test("and a rewind that was refused beside the checkpoint stays", () => {
    const marked = says("I mark.", ["r0", "rewind"], ["m", "checkpoint", { goal: "find it" }]);
    const refused = result("r0", "No active checkpoint.");
    const { after } = collapsed([marked, refused, MARK_RESULT, says("look"), REWIND, REWOUND]);
    expect(after).toEqual([marked, refused, COMPLETED, "report"]);
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
    expect(collapsed([both, MARK_RESULT, REWOUND]).facts.shown).toEqual([]);
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
      "the checkpoint is no longer in the conversation; the conversation was cut after the nearest earlier call.",
    );
  });

  test("nothing but the rewind goes where no older call is known", () => {
    const { after, dropped, warning } = collapsed(messages);
    expect(after).toEqual([...messages.slice(0, 5), "report"]);
    expect(dropped).toEqual([]);
    expect(warning).toBe(
      "the checkpoint is no longer in the conversation, and neither is anything before it, so the rest of the exploration stays.",
    );
  });

  test("the report stands where the rewind was, and says why", () => {
    const behind = [user("quick"), REWOUND, user("more")];
    const { messages: all } = collapse(shape, [user("summary"), REWIND, ...behind], MARK, {
      report: "Found.",
      rewind: "r",
    });
    expect(all.map(({ content }) => String(content).slice(0, 9))).toEqual([
      "summary",
      "<holdfast",
      "quick",
      "more",
    ]);
    expect(all[1]?.content).toContain("Note: the checkpoint is no longer in the conversation, and");
  });

  test("a call with the mark's id that is no checkpoint is not taken for it", () => {
    const other = [says("old", ["m", "Read"]), result("m", "O"), ...messages.slice(3)];
    expect(collapsed(other).after).toEqual([...other.slice(0, 4), "report"]);
  });

  test("without a rewind the report stands at the end", () => {
    expect(collapsed(messages.slice(0, 5), "none").after).toEqual([...messages.slice(0, 5), "report"]);
  });
});

describe("of several rewinds", () => {
  const again = says("Again.", ["r2", "rewind", { report: "More." }]);

  test("the one that is named is applied", () => {
    const rest = [says("look"), again, result("r2", rewindResult())];
    expect(collapsed([MARKED, MARK_RESULT, REWIND, REWOUND, ...rest]).after).toEqual([
      MARKED,
      COMPLETED,
      "report",
      ...rest,
    ]);
    expect(collapsed([MARKED, MARK_RESULT, REWIND, REWOUND, ...rest], "r2").after).toEqual([
      MARKED,
      COMPLETED,
      "report",
    ]);
  });

  test("one that was refused is applied if there is no other of its id", () => {
    const refused = result("r", "Report cannot be empty.");
    expect(collapsed([MARKED, MARK_RESULT, says("look"), REWIND, refused, user("more")]).after).toEqual([
      MARKED,
      COMPLETED,
      "report",
      user("more"),
    ]);
  });
});

describe("one id for several calls", () => {
  test("of two rewinds the one that was accepted is meant", () => {
    const refused = result("r", "Report cannot be empty.");
    const { after } = collapsed([MARKED, MARK_RESULT, REWIND, refused, says("look"), REWIND, REWOUND]);
    expect(after).toEqual([MARKED, COMPLETED, "report"]);
    const later = [user("more"), REWIND, refused];
    expect(collapsed([MARKED, MARK_RESULT, REWIND, REWOUND, ...later]).after).toEqual([
      MARKED,
      COMPLETED,
      "report",
      ...later,
    ]);
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
