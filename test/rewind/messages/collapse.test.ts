import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyRewinds, openMarks } from "../../../src/rewind/messages/apply-rewinds.ts";
import { collapse } from "../../../src/rewind/messages/collapse.ts";
import { anthropicMessages } from "../../../src/rewind/messages/shapes/anthropic.ts";
import { openAiMessages } from "../../../src/rewind/messages/shapes/openai.ts";
import { rewindResult } from "../../../src/rewind/messages/tool-texts.ts";
import { checkpointCall, type Item, itemsOf, play, rewindCall, scripts, toOpenAi } from "./conversation.ts";
import { LIBRARIES, type Library, orphans, type Token, type Wire } from "./libraries.ts";

describe.each(LIBRARIES)("$name messages", (library) => {
  const { shape } = library;
  const tokens = (messages: readonly unknown[]) =>
    messages.flatMap((message) => library.read(message as Wire));
  const idsOf = (messages: readonly unknown[], kind: Token["kind"]) =>
    tokens(messages).flatMap((token) => (token.kind === kind ? [token.id] : []));

  test("W19: a rewind replaces the exploration by its report, and no call or result is orphaned", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const messages = library.write(itemsOf(script));
        const { messages: after, rewinds } = applyRewinds(shape, messages);
        expect(orphans(library, after)).toEqual([]);
        expect(rewinds).toHaveLength(1);
        const texts = idsOf(after, "text");
        const reports = texts.filter((said) => said.startsWith("<holdfast-rewind "));
        expect(reports).toHaveLength(1);
        const others = texts.filter((said) => !reports.includes(said));
        expect(others.filter((said) => /^(?:span|rewind):/.test(said))).toEqual([]);
        const kept = (part: string) => idsOf(messages, "text").filter((said) => said.startsWith(part));
        expect(others).toEqual([...kept("before:"), ...kept("mark:"), ...kept("after:")]);
      }),
      { numRuns: 200 },
    );
  });

  test("W19: other calls in the messages of checkpoint and rewind are kept with their results, and nothing else of the span", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const messages = library.write(itemsOf(script));
        const { messages: after } = applyRewinds(shape, messages);
        const wanted = idsOf(messages, "call").filter(
          (id) => !id.startsWith("span-") && !isRewindCall(messages, library, id),
        );
        expect(idsOf(after, "call")).toEqual(wanted);
        expect(idsOf(after, "result").toSorted()).toEqual(wanted.toSorted());
      }),
      { numRuns: 200 },
    );
  });

  test("applying it again changes nothing, even if the conversation has grown", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const messages = library.write(itemsOf(script));
        const once = applyRewinds(shape, messages);
        const twice = applyRewinds(shape, once.messages);
        expect(twice.rewinds).toEqual([]);
        expect(twice.messages).toEqual(once.messages);
        const more = library.write([{ type: "user", text: "later: more" }]);
        expect(applyRewinds(shape, [...messages, ...more]).messages).toEqual([...once.messages, ...more]);
      }),
      { numRuns: 60 },
    );
  });

  test("the caller's messages are never changed in place", () => {
    const script = {
      before: [],
      mark: { left: [{ name: "read", late: 1 }], right: [{ name: "bash", late: 0 }], late: 1 },
      span: [{ says: "x", calls: [{ name: "read", late: 0 }] }],
      rewind: { left: [{ name: "read", late: 0 }], right: [], late: 0 },
      after: [],
      goal: "find the bug",
      report: "It is in b.ts.",
    };
    const messages = library.write(itemsOf(script));
    const before = structuredClone(messages.map((message) => ({ ...(message as object) })));
    applyRewinds(shape, messages);
    expect(messages.map((message) => ({ ...(message as object) }))).toEqual(before);
  });

  test("W2: the kept result of checkpoint contains no request any more", () => {
    const messages = library.write(
      play([
        { part: "mark", rounds: [{ says: "I mark this.", calls: [checkpointCall("find the bug")] }] },
        { part: "span", rounds: [{ says: "", calls: [rewindCall("It is in b.ts.")] }] },
      ]),
    );
    const { messages: after } = applyRewinds(shape, messages);
    const said = JSON.stringify(after);
    expect(said).toContain("Checkpoint: find the bug");
    expect(said).toContain("It is in b.ts.");
    expect(said).not.toMatch(/call rewind|then rewind|never|must/i);
  });
});

function isRewindCall(messages: readonly unknown[], { shape }: Library, id: string): boolean {
  return messages.some((message) =>
    shape.read(message).calls.some((call) => call.id === id && call.name === "rewind"),
  );
}

const shape = openAiMessages();

/** A complete cycle with the given texts. */
function cycle(goal: string, report: string) {
  return [
    { says: "", calls: [checkpointCall(goal)] },
    { says: "", calls: [{ name: "read", late: 0 }] },
    { says: "", calls: [rewindCall(report)] },
  ];
}

test("W15: consecutive cycles each have one report", () => {
  const rounds = [...cycle("first", "It was A."), ...cycle("second", "It was B.")];
  const { messages, rewinds } = applyRewinds(shape, toOpenAi(play([{ part: "x", user: true, rounds }])));
  expect(rewinds.map(({ mark }) => mark.goal)).toEqual(["first", "second"]);
  const reports = messages.filter(({ content }) => String(content).startsWith("<holdfast-rewind"));
  expect(reports.map(({ content }) => /It was (\w)/.exec(String(content))?.[1])).toEqual(["A", "B"]);
  expect(openMarks(shape, messages)).toEqual([]);
});

test("with nested marks, a rewind goes back to the innermost, or to the one that it names", () => {
  const nested = [
    { says: "", calls: [checkpointCall("outer")] },
    { says: "", calls: [{ name: "read", late: 0 }] },
    { says: "", calls: [checkpointCall("inner")] },
    { says: "", calls: [{ name: "bash", late: 0 }] },
  ];
  const inner = toOpenAi(
    play([{ part: "x", rounds: [...nested, { says: "", calls: [rewindCall("Found.")] }] }]),
  );
  expect(openMarks(shape, inner).map(({ goal }) => goal)).toEqual(["outer"]);
  const outer = toOpenAi(
    play([{ part: "x", rounds: [...nested, { says: "", calls: [rewindCall("Found.", "outer")] }] }]),
  );
  const { messages, rewinds } = applyRewinds(shape, outer);
  expect(rewinds.map(({ mark }) => mark.goal)).toEqual(["outer"]);
  expect(openMarks(shape, messages)).toEqual([]);
  expect(JSON.stringify(messages)).not.toContain("inner");
});

test("the late result of an earlier cycle does not apply to a new mark", () => {
  const messages = toOpenAi([
    { type: "assistant", text: "", calls: [{ id: "old", name: "rewind", input: { report: "stale" } }] },
    { type: "assistant", text: "", calls: [{ id: "new", name: "checkpoint", input: { goal: "fresh" } }] },
    { type: "result", call: "new", name: "checkpoint", text: checkpointCall("fresh").result ?? "" },
    { type: "assistant", text: "working", calls: [{ id: "r", name: "read", input: { path: "a.ts" } }] },
    { type: "result", call: "r", name: "read", text: "content" },
    { type: "result", call: "old", name: "rewind", text: rewindResult() },
  ]);
  const { messages: after } = applyRewinds(shape, messages);
  expect(openMarks(shape, messages)).toEqual([{ call: "new", goal: "fresh" }]);
  expect(JSON.stringify(after)).toContain("content");
});

test("a provider that reuses an id does not confuse the cycles", () => {
  const items = play([
    { part: "x", rounds: [...cycle("first", "It was A."), ...cycle("second", "It was B.")] },
  ]);
  const same = items.map((item): Item => {
    if (item.type === "result") return { ...item, call: "call_0" };
    return item.type === "assistant"
      ? { ...item, calls: item.calls.map((one) => ({ ...one, id: "call_0" })) }
      : item;
  });
  const { messages, rewinds } = applyRewinds(shape, toOpenAi(same));
  expect(rewinds.map(({ mark }) => mark.goal)).toEqual(["first", "second"]);
  expect(JSON.stringify(messages)).not.toContain("x: found");
});

test("W10: a checkpoint that failed or is still running sets no mark", () => {
  const failed: Item[] = [
    { type: "assistant", text: "", calls: [{ id: "a", name: "checkpoint", input: { goal: "x" } }] },
    { type: "result", call: "a", name: "checkpoint", text: "Checkpoint already active." },
    { type: "assistant", text: "", calls: [{ id: "b", name: "checkpoint", input: { goal: "y" } }] },
  ];
  expect(openMarks(shape, toOpenAi(failed))).toEqual([]);
});

describe("if the mark is gone, as after a compaction in its span,", () => {
  const rest = toOpenAi([
    { type: "user", text: "Summary of what was." },
    { type: "assistant", text: "older", calls: [{ id: "old", name: "read", input: { path: "a.ts" } }] },
    { type: "result", call: "old", name: "read", text: "older content" },
    { type: "assistant", text: "explored", calls: [{ id: "span", name: "read", input: { path: "b.ts" } }] },
    { type: "result", call: "span", name: "read", text: "explored content" },
    { type: "assistant", text: "", calls: [{ id: "r", name: "rewind", input: { report: "Found." } }] },
    { type: "result", call: "r", name: "rewind", text: rewindResult() },
  ]);
  const mark = { call: "gone", goal: "find it" };

  test("the conversation is cut after the nearest older call, with a warning", () => {
    const before = ["lost", "old"];
    const { messages, warning } = collapse(shape, rest, mark, { report: "Found.", rewind: "r", before });
    expect(messages.slice(0, 3)).toEqual(rest.slice(0, 3));
    expect(messages).toHaveLength(4);
    expect(warning).toContain("cut after the nearest earlier call");
    expect(String(messages[3]?.content)).toContain(warning);
  });

  test("and there is no older call, only the rewind is removed, with a warning", () => {
    const { messages, warning, dropped } = collapse(shape, rest, mark, { report: "Found.", rewind: "r" });
    expect(messages.slice(0, 5)).toEqual(rest.slice(0, 5));
    expect(messages).toHaveLength(6);
    expect(dropped).toEqual([]);
    expect(warning).toContain("the rest of the exploration stays");
    expect(applyRewinds(shape, rest).rewinds).toMatchObject([{ warning }]);
  });
});

test("signed reasoning of the span is removed, except with calls in the message of the rewind", () => {
  const thinking = (of: string) => ({ type: "thinking", thinking: of, signature: of });
  const result = (id: string, said: string) => ({
    role: "user",
    content: [{ type: "tool_result", tool_use_id: id, content: said }],
  });
  const use = (id: string, name: string, input: object) => ({ type: "tool_use", id, name, input });
  const messages = [
    { role: "assistant", content: [thinking("mark"), use("m", "checkpoint", { goal: "g" })] },
    result("m", checkpointCall("g").result ?? ""),
    { role: "assistant", content: [thinking("span"), use("s", "Read", { file_path: "a" })] },
    result("s", "a"),
    {
      role: "assistant",
      content: [thinking("rewind"), use("r", "rewind", { report: "It is a." }), use("t", "Task", {})],
    },
    {
      role: "user",
      content: [...result("r", rewindResult()).content, ...result("t", "done").content],
    },
  ];
  const { messages: after } = applyRewinds(anthropicMessages(), messages as never);
  const said = JSON.stringify(after);
  expect(said).not.toContain('"span"');
  expect(after.at(-2)).toEqual({ role: "assistant", content: [thinking("rewind"), use("t", "Task", {})] });
  expect(after.at(-1)).toEqual({ role: "user", content: result("t", "done").content });
});
