import { expect, test } from "vitest";
import type { PiDraft } from "../../../src/plugins/pi/client.ts";
import { collapseBranch } from "../../../src/plugins/pi/collapse-branch.ts";
import type { SessionEntry } from "../../../src/plugins/session-tree/session-context.ts";

const message = (
  id: string,
  role: string,
  content: NonNullable<SessionEntry["message"]>["content"],
  more = {},
): SessionEntry => ({
  id,
  type: "message",
  message: { role, content, ...more },
});
const calls = (id: string, ...called: [string, string, object?][]) =>
  message(
    id,
    "assistant",
    called.map(([call, name, input]) => ({ type: "toolCall", id: call, name, arguments: input ?? {} })),
  );
const result = (id: string, call: string, toolName: string, text: string, isError = false) =>
  message(id, "toolResult", [{ type: "text", text }], { toolCallId: call, toolName, isError });

const OWN = "mcp__holdfast__";
const replacement = {
  tag: "holdfast-rewind",
  mark: "chk_1",
  goal: "who?",
  result: "Checkpoint: who?",
  body: "It is b.ts.",
};
const done = JSON.stringify({ message: "Rewind requested.", replacement });

const before = [
  message("system", "system", ""),
  message("asked", "user", "Who?"),
  calls("opened", ["m", `${OWN}checkpoint`, { goal: "who?" }], ["beside", "bash"]),
  result("marked", "m", `${OWN}checkpoint`, "Checkpoint created. Call rewind."),
  result("besideResult", "beside", "bash", "x"),
];
const explored = [
  calls("looked", ["l", "read"]),
  result("seen", "l", "read", "much"),
  message("steered", "user", "Hurry."),
  message("tools", "system", ""),
  { id: "injected", type: "custom_message" },
];
const closed = [calls("ended", ["r", `${OWN}rewind`]), result("rewound", "r", `${OWN}rewind`, done)];

const targets = (drafts: readonly PiDraft[]) =>
  drafts.flatMap((draft) =>
    draft.type === "context_edit" ? [[draft.targetId, draft.replacement] as const] : [],
  );
const NEUTRAL = ["marked", { content: [{ type: "text", text: "Checkpoint: who?" }] }];

test("W19: an exploration and its rewind leave the conversation, the mark's result is neutral, the report comes once", () => {
  const edits = collapseBranch([...before, ...explored, ...closed]);
  expect(targets(edits)).toEqual([
    NEUTRAL,
    ["looked", null],
    ["seen", null],
    ["steered", null],
    ["injected", null],
    ["ended", null],
    ["rewound", null],
  ]);
  expect(edits.at(-1)).toEqual({
    type: "custom_message",
    customType: "holdfast",
    content: '<holdfast-rewind mark="chk_1">\nIt is b.ts.\n</holdfast-rewind>',
    display: true,
  });
  expect(edits.filter(({ type }) => type === "custom_message")).toHaveLength(1);
});

test("W19: a call beside the rewind stays with its result, without the rewind", () => {
  const siblings = [
    calls("ended", ["r", `${OWN}rewind`], ["s", "bash"]),
    result("rewound", "r", `${OWN}rewind`, done),
    result("sibling", "s", "bash", "y"),
  ];
  expect(targets(collapseBranch([...before, ...siblings]))).toEqual([
    NEUTRAL,
    ["ended", { content: [{ type: "toolCall", id: "s", name: "bash", arguments: {} }] }],
    ["rewound", null],
  ]);
});

test("W16 W19: a rewind that a killed client did not carry out is carried out later, and none twice", () => {
  const later = [message("answered", "assistant", [{ type: "text", text: "So it is." }])];
  const branch = [...before, ...closed, ...later];
  expect(targets(collapseBranch(branch)).map(([id]) => id)).toEqual(["marked", "ended", "rewound"]);
  const carriedOut = { id: "e", type: "context_edit", targetId: "rewound" };
  expect(collapseBranch([...branch, carriedOut])).toEqual([]);
});

test("W10 W19: a rewind that was refused, another server's or one without its mark changes nothing", () => {
  for (const [tool, text, isError] of [
    [`${OWN}rewind`, done, true],
    ["rewind", done, false],
    [`${OWN}rewind`, "Rewind requested.", false],
  ] as const) {
    const last = [calls("ended", ["r", tool]), result("rewound", "r", tool, text, isError)];
    expect(collapseBranch([...before, ...explored, ...last])).toEqual([]);
  }
  expect(collapseBranch(closed)).toEqual([]);
});

test("of two marks the one with the goal is meant", () => {
  const inner = [
    calls("opened2", ["m2", `${OWN}checkpoint`, { goal: "where?" }]),
    result("marked2", "m2", `${OWN}checkpoint`, "Checkpoint created."),
  ];
  expect(targets(collapseBranch([...before, ...inner, ...closed])).map(([id]) => id)).toEqual([
    "marked",
    "opened2",
    "marked2",
    "ended",
    "rewound",
  ]);
});
