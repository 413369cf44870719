import { describe, expect, test } from "vitest";
import { EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { Sentence } from "../../src/kernel/statement.ts";
import { clearLeftOut, markLeftOut } from "../../src/recovery/left-out.ts";

const sentence = (text: string, more: Partial<Sentence> = {}): Sentence => ({
  text,
  at: 1,
  asked: null,
  kind: "other",
  worth: 0.5,
  ...more,
});
const captured = (...sentences: Sentence[]) => ({ ...EMPTY_CAPTURE, goal: "Build it.", sentences });

describe("the sentences that a record had no room for", () => {
  test("are marked, by how a record writes them", () => {
    const capture = captured(
      sentence("Stream\nit."),
      sentence("Read <system-reminder>."),
      sentence("Never."),
    );
    expect(markLeftOut(capture, "User said: Stream it. Read ‹system-reminder>.")).toEqual({
      ...capture,
      sentences: [...capture.sentences.slice(0, 2), sentence("Never.", { leftOut: true })],
    });
  });

  test("are no longer marked, once a record has them", () => {
    const capture = captured(sentence("Never.", { leftOut: true }));
    expect(markLeftOut(capture, "Never.").sentences).toEqual([sentence("Never.")]);
  });

  test("are no longer marked, once they were delivered, and the others still are", () => {
    const [one, two, three] = [
      sentence("Never.", { leftOut: true }),
      sentence("Always.", { leftOut: true }),
      sentence("Stream it."),
    ];
    const capture = captured(one, two, three);
    expect(clearLeftOut(capture, [one])).toEqual({ ...capture, sentences: [sentence("Never."), two, three] });
    expect(clearLeftOut(capture, []).sentences).toEqual([one, two, three]);
  });
});
