import { describe, expect, test } from "vitest";
import { EMPTY_CAPTURE, factsOf } from "../../../src/kernel/capture.ts";
import type { JsonValue } from "../../../src/kernel/json.ts";
import { captureOfState } from "../../../src/recovery/work/capture-of-state.ts";

const AT = 7_000;
const file = (path: string) => ({ path, action: "changed", at: AT, changedAt: AT, edit: null });

describe("the state of a checkpoint that was captured", () => {
  test("is read with all its facts, and its files as changed at the time of the checkpoint", () => {
    const captured = {
      ...EMPTY_CAPTURE,
      goal: "Build it.",
      todos: [{ content: "parse", status: "pending" as const, task: "1" }],
      decisions: [{ decision: "Use camt", rationale: "the bank has it" }],
    };
    const state = { ...factsOf(captured), files_modified: ["a.ts"] } as unknown as JsonValue;
    expect(captureOfState(state, AT)).toEqual({
      isCaptured: true,
      capture: {
        ...captured,
        todos: [{ content: "parse", status: "pending" }],
        files: [file("a.ts")],
      },
    });
  });
});

describe("the state that a caller saved", () => {
  test("is read for its todos, decisions and files only", () => {
    const state = {
      goal: "not ours",
      todos: [{ content: "parse", status: "pending" }],
      decisions: [{ decision: "Use camt", rationale: "the bank has it" }, { decision: "Stream it" }],
      files_modified: ["a.ts"],
    };
    expect(captureOfState(state, AT)).toEqual({
      isCaptured: false,
      capture: {
        ...EMPTY_CAPTURE,
        todos: [{ content: "parse", status: "pending" }],
        decisions: [
          { decision: "Use camt", rationale: "the bank has it" },
          { decision: "Stream it", rationale: null },
        ],
        files: [file("a.ts")],
      },
    });
  });

  test.each([null, "text", 7, [{ todos: [] }], {}])("may be anything: %j", (state) => {
    expect(captureOfState(state, AT)).toEqual({ isCaptured: false, capture: EMPTY_CAPTURE });
  });

  test("is no captured one by the prototype that it names", () => {
    const state = JSON.parse(`{"__proto__":${JSON.stringify(factsOf(EMPTY_CAPTURE))}}`) as JsonValue;
    expect(captureOfState(state, AT)).toEqual({ isCaptured: false, capture: EMPTY_CAPTURE });
  });

  test("is bounded: 40 todos, the newest 30 decisions, 1,500 characters of a text", () => {
    const long = "t".repeat(1_501);
    const cut = `${"t".repeat(1_499)}…`;
    const todos = Array.from({ length: 41 }, (_, i) => ({ content: `step ${i}`, status: "pending" }));
    const decisions = Array.from({ length: 31 }, (_, i) => ({ decision: `d${i}`, rationale: null }));
    const { capture } = captureOfState(
      {
        todos: [{ content: long, status: "pending" }, ...todos],
        decisions: [...decisions, { decision: long, rationale: long }],
      },
      AT,
    );
    expect(capture.todos).toHaveLength(40);
    expect(capture.todos[0]?.content).toBe(cut);
    expect(capture.todos.at(-1)?.content).toBe("step 38");
    expect(capture.decisions).toHaveLength(30);
    expect(capture.decisions[0]?.decision).toBe("d2");
    expect(capture.decisions.at(-1)).toEqual({ decision: cut, rationale: cut });
  });
});

test("a captured state whose todos are too long is still a captured one", () => {
  const state = { ...factsOf(EMPTY_CAPTURE), todos: [{ content: "t".repeat(2_000), status: "pending" }] };
  expect(captureOfState(state as unknown as JsonValue, AT).isCaptured).toBe(true);
});
