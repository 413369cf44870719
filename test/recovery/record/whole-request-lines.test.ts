import { describe, expect, test } from "vitest";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import type { Sentence, Statement } from "../../../src/kernel/statement.ts";
import { sentenceLines } from "../../../src/recovery/record/sentence-lines.ts";

/** A sentence of the prompt at that time. */
function said(text: string, at: number, more: Partial<Sentence> = {}): Sentence {
  return { text, at, asked: null, kind: "other", worth: 0.5, ...more };
}
function statement(at: number, channel: Statement["channel"] = "typed"): Statement {
  return { id: `p${at}`, channel, text: "as it was", asked: null, at };
}

/** Three prompts: the opening, one in the middle and the latest. */
const OPENING = said("Build it.", 1);
const MIDDLE = said("Stream it.", 2);
const LATEST = said("Quote the fields.", 3);

describe("a latest request that has room", () => {
  const captureOf = (sentences: Sentence[], texts: string[], more: Partial<Capture> = {}): Capture => {
    const times = [...new Set(sentences.map(({ at }) => at))];
    const prompts = times.map((at, i) => ({ ...statement(at), text: texts[i] ?? "" }));
    return { ...EMPTY_CAPTURE, goal: "Build it.", prompts, sentences, ...more };
  };
  /** In the order of the record within each section. */
  const requests = (...given: Parameters<typeof captureOf>) =>
    sentenceLines(captureOf(...given), 1_500)
      .filter(({ section }) => section === "request" || section === "before")
      .toSorted((a, b) => a.order - b.order)
      .map(({ section, text }) => `${section}: ${text}`);

  test("is one line as it was written, chosen before all others", () => {
    const texts = ["Build it.", "Quote the fields.\n1. name\n2. id"];
    expect(requests([OPENING, LATEST], texts)).toEqual(["request: Quote the fields. 1. name 2. id"]);
    const [first, ...others] = sentenceLines(captureOf([OPENING, LATEST], texts), 1_500);
    expect(first?.value).toBeGreaterThan(2);
    expect(others.map(({ text }) => text)).toEqual(["Build it."]);
    const short = sentenceLines(captureOf([OPENING, LATEST], texts), 420);
    expect(short.map(({ text }) => text)).toEqual(["Build it.", "Quote the fields."]);
  });

  test("is followed by its sentences for which it has no room", () => {
    const middle = said("Never write to it.", 3);
    const text = `Quote the fields. ${"x".repeat(1_500)} Never write to it. ${"y".repeat(1_500)}`;
    const [whole, ...more] = requests([OPENING, LATEST, middle], ["", text]);
    expect(whole).toContain("request: Quote the fields. xxx");
    expect(more).toEqual(["request: Never write to it."]);
  });

  test("comes with the whole prompt on which it depends", () => {
    const texts = ["Build it.", "Stream it.", "Quote the fields.\n- name", "ok, both"];
    expect(requests([OPENING, MIDDLE, LATEST, said("ok, both", 4, { worth: 0.05 })], texts)).toEqual([
      "before: Quote the fields. - name",
      "request: ok, both",
    ]);
  });

  test("names what each of its sentences answers", () => {
    const one = said("camt", 3, { asked: "Which format?" });
    expect(requests([OPENING, one], ["", "camt"])).toEqual(["request: camt", "request: ← Which format?"]);
    const two = said("In cents, all of them and always, I mean it.", 3, { asked: "Which unit?" });
    expect(requests([OPENING, one, two], ["", `camt. ${two.text}`]).slice(1)).toEqual([
      "request: (“camt” ← Which format?)",
      "request: (“In cents, all of them and always, I…” ← Which unit?)",
    ]);
  });

  test("names what it agrees to", () => {
    const agreed = requests([OPENING, said("yes", 2)], ["", "yes"], { proposal: "Split it?" });
    expect(agreed).toEqual(["request: yes", "request: ← Split it?"]);
  });
});

describe("what the agent had offered", () => {
  const answer = said("the cheap one", 2, { offered: "1. a queue; 2. a table" });
  const lines = (sentence: Sentence, requestChars = 1_500) => {
    const sentences = [OPENING, sentence, LATEST];
    const prompts = sentences.map(({ at, text }) => ({ ...statement(at), text }));
    const capture = { ...EMPTY_CAPTURE, goal: "Build it.", prompts, sentences };
    return sentenceLines(capture, requestChars).filter(({ section }) => section === "statements");
  };

  test("stands before the answer, as the agent's words, and is worth less", () => {
    const [offered, own] = lines(answer).toSorted((a, b) => a.order - b.order);
    expect([offered?.text, own?.text]).toEqual(["(agent: 1. a queue; 2. a table)", "the cheap one"]);
    expect((offered?.value ?? 0) / (own?.value ?? 0)).toBeCloseTo(0.2, 10);
    const [decided] = lines({ ...answer, kind: "decision" }).toSorted((a, b) => a.order - b.order);
    expect(decided?.value).toBeCloseTo(2 * (offered?.value ?? 0), 10);
  });

  test("is left out where a record may not grow, and where nothing was offered", () => {
    expect(lines(answer, 420).map(({ text }) => text)).toEqual(["the cheap one"]);
    expect(lines(MIDDLE).map(({ text }) => text)).toEqual(["Stream it."]);
  });
});
