import { describe, expect, test } from "vitest";
import { findOffer } from "../../src/statements/find-offer.ts";

const textsOf = (answer: string) => findOffer(answer, null).options.map(({ text }) => text);
const bullets = (count: number) => Array.from({ length: count }, (_, i) => `- way ${i}`).join("\n");

describe("the options of an answer", () => {
  test("are those at its end", () => {
    const list = "1. Keep cron\n2. Move on\n\n";
    expect(textsOf(list + "word ".repeat(1_190))).toEqual(["Keep cron", "Move on"]);
    expect(textsOf(list + "word ".repeat(1_201))).toEqual([]);
  });

  test("are the last list of it, by marks of either place", () => {
    expect(textsOf("1. Red\n2. Blue\n\nSo (a) today, or (b) never.")).toEqual(["today", "never"]);
    expect(textsOf("Either (a) today, or (b) never.\n\n1. Red\n2. Blue")).toEqual(["Red", "Blue"]);
  });

  test("begin at the first mark and have no gap", () => {
    expect(textsOf("2. Red\n3. Blue")).toEqual([]);
    expect(textsOf("1. Red\n2. Blue\n4. Green")).toEqual(["Red", "Blue"]);
    expect(textsOf("1. Red\n2. Blue\n\n1. Alone")).toEqual(["Red", "Blue"]);
  });

  test("keep their mark, in lower case", () => {
    expect(findOffer("A) Red\nB) Blue", null).options).toEqual([
      { mark: "a", text: "Red" },
      { mark: "b", text: "Blue" },
    ]);
  });

  test("are at most nine, of 240 characters each", () => {
    expect(textsOf(bullets(12))).toHaveLength(9);
    expect(textsOf(`1. ${"x".repeat(300)}\n2. y`)).toEqual(["x".repeat(240), "y"]);
  });

  test("may be bullets, of which the last of three paragraphs counts", () => {
    expect(findOffer(bullets(2), null).options[1]).toEqual({ mark: "", text: "way 1" });
    expect(textsOf(`${bullets(2)}\n\nOne.\n  \nTwo.\n\n`)).toEqual(["way 0", "way 1"]);
    expect(textsOf(`${bullets(2)}\n\nOne.\n\nTwo.\n\nThree.`)).toEqual([]);
    expect(textsOf(`${bullets(3)}\n\n- only one`)).toEqual(["way 0", "way 1", "way 2"]);
    expect(textsOf("I looked.\n\n- only one")).toEqual([]);
  });

  test("stay open while answers offer nothing else", () => {
    const offered = findOffer("1. Red\n2. Blue", null);
    expect(offered.age).toBe(0);
    const later = findOffer("It takes a day.", offered);
    expect(later).toMatchObject({ options: offered.options, age: 1, sentences: ["It takes a day."] });
    expect(findOffer("1. Up\n2. Down", later)).toMatchObject({ age: 0, options: [{ text: "Up" }, {}] });
    expect(findOffer("It takes a day.", { ...offered, age: 2 }).options).toHaveLength(2);
    expect(findOffer("It takes a day.", { ...offered, age: 3 })).toMatchObject({ options: [], age: 0 });
  });
});

describe("the last sentences of an answer", () => {
  test("are six", () => {
    const answer = "One. Two. Three. Four. Five. Six. Seven.";
    expect(findOffer(answer, null).sentences).toEqual(["Two.", "Three.", "Four.", "Five.", "Six.", "Seven."]);
  });
});

describe("the question of an answer", () => {
  const question = (...sentences: string[]) => findOffer(sentences.join("\n"), null).question;
  // 48 columns.
  const WHOLE = "Shall I drop the old table of all the invoices ?";

  test("is one of its last three sentences", () => {
    expect(question(WHOLE, "I wait.", "Really.")).toBe(WHOLE);
    expect(question(WHOLE, "I wait.", "Really.", "Yes.")).toBeNull();
    expect(question("I read it.")).toBeNull();
    expect(question("What? I read it, all of it, and the rest.")).toBe("What?");
  });

  test("is the last one, also in quotation marks", () => {
    expect(question(WHOLE, WHOLE.replace("old", "new"))).toBe(WHOLE.replace("old", "new"));
    expect(question("You asked.", "“Shall I drop the old table of all invoices now?”")).toBe(
      "“Shall I drop the old table of all invoices now?”",
    );
    expect(question("Is it so? (a) maybe it is not")).toBe("Is it so?");
  });

  test("stands alone from 48 columns on, a shorter one with up to three sentences before it", () => {
    expect(question("I read it.", WHOLE)).toBe(WHOLE);
    expect(question("I read it.", WHOLE.slice(1))).toBe(`I read it. ${WHOLE.slice(1)}`);
    expect(question("Zero.", "One.", "Two.", "Three.", "OK?")).toBe("One. Two. Three. OK?");
  });

  test("takes along no more than 360 columns, though always the sentence before it", () => {
    const wide = (length: number) => `${"漢".repeat(length)}。`;
    // Two columns each, and a sentence has at most 140.
    expect(question(wide(60), wide(60), wide(60), "好吗？")).toBe(`${wide(60)} ${wide(60)} 好吗？`);
    expect(question(wide(50), wide(50), wide(50), "好吗？")).toBe(
      `${wide(50)} ${wide(50)} ${wide(50)} 好吗？`,
    );
  });
});
