import { describe, expect, test } from "vitest";
import { collapse } from "../../../src/rewind/messages/collapse.ts";
import { anthropicMessages } from "../../../src/rewind/messages/shapes/anthropic.ts";
import { checkpointResult, completedResult, rewindResult } from "../../../src/rewind/messages/tool-texts.ts";

const MARK = { call: "m", goal: "find it" };

describe("messages that hold results and prose", () => {
  const block = (id: string, content: string) => ({ type: "tool_result", tool_use_id: id, content });
  const use = (id: string, name: string, input: object) => ({ type: "tool_use", id, name, input });
  const text = (said: string) => ({ type: "text", text: said });

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
