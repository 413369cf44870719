import { describe, expect, test } from "vitest";
import { type HeldChoice, parseHeldChoice } from "../../../src/place/held/held-choice.ts";

const INVALID: HeldChoice = { type: "invalid" };

describe("P36-P38: an answer about three prompts", () => {
  test.each<[string, HeldChoice]>([
    ["all", { type: "run", numbers: [1, 2, 3] }],
    [" ALL\n", { type: "run", numbers: [1, 2, 3] }],
    ["2", { type: "run", numbers: [2] }],
    ["3,1", { type: "run", numbers: [3, 1] }],
    [" 1 , 2,1", { type: "run", numbers: [1, 2] }],
    ["edit 2", { type: "edit", number: 2 }],
    ["Edit   3", { type: "edit", number: 3 }],
    ["none", { type: "none" }],
    ["n", { type: "none" }],
    ["No", { type: "none" }],
    ["delete", { type: "delete" }],
    ["y", INVALID],
    ["yes", INVALID],
    ["edit", INVALID],
    ["edit 0", INVALID],
    ["edit 4", INVALID],
    ["edit2", INVALID],
    ["edit 2 now", INVALID],
    ["edit 0000002", INVALID],
    ["do edit 2", INVALID],
    ["0", INVALID],
    ["4", INVALID],
    ["1,4", INVALID],
    ["1,,2", INVALID],
    ["1,", INVALID],
    [",1", INVALID],
    ["1 2", INVALID],
    ["0000001", INVALID],
    ["1,0000002", INVALID],
    ["run 1", INVALID],
    ["", INVALID],
  ])("%j: %j", (answer, choice) => {
    expect(parseHeldChoice(answer, 3)).toEqual(choice);
  });
});

describe("P36: an answer about a single prompt", () => {
  test.each<[string, HeldChoice]>([
    ["y", { type: "run", numbers: [1] }],
    ["YES", { type: "run", numbers: [1] }],
    ["all", { type: "run", numbers: [1] }],
    ["1", { type: "run", numbers: [1] }],
    ["n", { type: "none" }],
    ["edit", { type: "edit", number: 1 }],
    ["edit 1", { type: "edit", number: 1 }],
    ["edit 2", INVALID],
    ["2", INVALID],
  ])("%j: %j", (answer, choice) => {
    expect(parseHeldChoice(answer, 1)).toEqual(choice);
  });
});

test("P37: of many prompts the number of each is read whole", () => {
  expect(parseHeldChoice("edit 12", 20)).toEqual({ type: "edit", number: 12 });
  expect(parseHeldChoice("12", 20)).toEqual({ type: "run", numbers: [12] });
  expect(parseHeldChoice("12,1, 15", 20)).toEqual({ type: "run", numbers: [12, 1, 15] });
});
