import { describe, expect, test } from "vitest";
import { stripDispatchMarker } from "../../src/place/dispatch-marker.ts";

describe("P6: the marker of a dispatched skill", () => {
  test.each([
    ["[no-redispatch] finish it", "finish it"],
    ["[no-redispatch:1]\nfinish it", "finish it"],
    ["  \n[no-redispatch]   finish  it", "finish  it"],
    ["[no-redispatch]", ""],
  ])("is left out if it means one dispatch: %j", (text, rest) => {
    expect(stripDispatchMarker(text)).toBe(rest);
  });

  test.each([
    "finish it",
    "[no-redispatch:0] x",
    "[no-redispatch:02] x",
    "[no-redispatch:] x",
    "[no-redispatch:2]x",
    "[no-redispatch]x",
    "see [no-redispatch:3]",
    "",
  ])("is none in %j", (text) => {
    expect(stripDispatchMarker(text)).toBe(text);
  });

  test.each([
    ["[no-redispatch:2] go", "2"],
    ["[no-redispatch:10]", "10"],
    ["[no-redispatch:1234567890123]", "123456789012"],
  ])("stops a dispatch that dispatched again: %j", (text, count) => {
    expect(() => stripDispatchMarker(text)).toThrow(
      expect.objectContaining({
        code: "invalid_input",
        message: `The checkpoint skill called itself again (at N=${count}). Nothing was saved.`,
        next: "Run it again with [no-redispatch].",
      }),
    );
  });
});
