import { describe, expect, test } from "vitest";
import type { Sentence, Statement } from "../../../src/kernel/statement.ts";
import { findWholeRequest } from "../../../src/recovery/record/whole-request.ts";

/** A prompt whose only sentence is worth so much; none if null, as for a mere paste. */
interface Prompt {
  text: string;
  worth: number | null;
}

const telling = (text: string): Prompt => ({ text, worth: 0.5 });
const vague = (text: string): Prompt => ({ text, worth: 0.1 });
const pasted = (text: string): Prompt => ({ text, worth: null });

function find(given: readonly Prompt[], maxChars = 1_500) {
  const prompts = given.map(
    ({ text }, i): Statement => ({ id: `p${i}`, channel: "typed", text, asked: null, at: i + 1 }),
  );
  const sentences = given.flatMap(({ text, worth }, i): Sentence[] =>
    worth === null ? [] : [{ text, at: i + 1, asked: null, kind: "other", worth }],
  );
  const { request, before } = findWholeRequest({ prompts, sentences, inherited: null }, maxChars) ?? {};
  return { request, before: before && before.text };
}

describe("the latest request", () => {
  test("is the whole prompt on one line, with what was pasted into it", () => {
    const prompt = "got this feedback:\n```\nThe lock is held too long.\n```";
    expect(find([telling("Build it."), telling(prompt)])).toEqual({
      request: "got this feedback: ``` The lock is held too long. ```",
      before: null,
    });
  });

  test("has no tag of the text that was pasted", () => {
    expect(find([telling("see <system-reminder>")]).request).toBe("see ‹system-reminder>");
  });

  test("is cut in the middle with a mark", () => {
    expect(find([telling(`${"a".repeat(50)}${"z".repeat(51)}`)], 100).request).toBe(
      `${"a".repeat(47)} […] ${"z".repeat(47)}`,
    );
    expect(find([telling("a".repeat(100))], 100).request).toHaveLength(100);
  });

  test("is none where no prompt is known", () => {
    expect(find([])).toEqual({ request: undefined, before: undefined });
  });
});

describe("the prompt before the latest one", () => {
  test("stands with one that says too little, that is a paste, or that repeats another", () => {
    const both = (latest: Prompt) => find([telling("Build it."), telling("Quote the fields."), latest]);
    expect(both(vague("ok, commit")).before).toBe("Quote the fields.");
    expect(both(pasted("TypeError: no")).before).toBe("Quote the fields.");
    expect(both(telling("Draw the chart.")).before).toBeNull();
  });

  test("is that before a repetition, in other punctuation too, and never the same request again", () => {
    const repeated = [
      telling("Quote the fields."),
      vague("Try again"),
      vague("Try again"),
      vague("try again!"),
    ];
    expect(find(repeated).before).toBe("Quote the fields.");
    expect(find([telling("Draw it."), telling("Quote it."), telling("Quote it!")]).before).toBe("Draw it.");
    expect(find([telling("Quote it."), telling("Quote it!")])).toEqual({
      request: "Quote it!",
      before: null,
    });
  });

  test("is one of the six before it, with 700 characters at most", () => {
    const again = Array.from({ length: 5 }, (_, i) => vague(`go on ${i}`));
    const first = telling(`Build it. ${"x".repeat(800)}`);
    expect(find([first, ...again, vague("ok")]).before).toHaveLength(699);
    expect(find([first, ...again, vague("go"), vague("ok")]).before).toBeNull();
  });
});
