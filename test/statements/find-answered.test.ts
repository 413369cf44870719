import { describe, expect, test } from "vitest";
import { findAnswered } from "../../src/statements/find-answered.ts";
import { findOffer } from "../../src/statements/find-offer.ts";

const OPTIONS =
  "Two ways:\n\n1. **Poll** the device every minute\n2. Let the device push\n\nI would take the second.";
const THREE = "1. Keep cron\n2. Move to a queue\n3. Call it by hand";

const answered = (answer: string, said: string) => findAnswered(findOffer(answer, null), said, 0);
const chosen = (answer: string, said: string) => {
  const found = answered(answer, said);
  return found?.reply === "choice" ? found.text : undefined;
};

describe("an option that is chosen", () => {
  test.each([
    ["second one please", "Let the device push"],
    ["1) is good", "Poll the device every minute"],
    ["2", "Let the device push"],
    ["2, but not at night", "Let the device push"],
    ["let's poll", "Poll the device every minute"],
    ["take option 2.", "Let the device push"],
    ["I'd go with 1, we have no time", "Poll the device every minute"],
  ])("%j means one of two", (said, option) => {
    expect(chosen(OPTIONS, said)).toBe(option);
  });

  test.each([
    [
      "I looked around. I'd propose either (1) a polling worker or (2) a LISTEN/NOTIFY worker. Which one?",
      "let's do the second one",
      "a LISTEN/NOTIFY worker",
    ],
    [
      "Patch written.\n\n1. free the buffer\n2. reset the arena\n\nShould I apply (A) only the first or (B) both?",
      "B",
      "both",
    ],
    ["Two ways: (a) keep the cron script, (b) move to a queue.", "b please", "move to a queue"],
    ["- A: a queue\n- B: a table", "go with B", "a table"],
    ["(1) by hand\n(2) by script", "the second", "by script"],
    ["- **Option A** – throw an error\n- **Option B** – return null", "A", "throw an error"],
    ["| # | way |\n|---|---|\n| 1 | rewrite |\n| 2 | patch |", "Let's patch it", "patch"],
    ["- store it in a file\n- store it in a table", "the table", "store it in a table"],
    ["A) one line. B) a table.", "B obviously", "a table"],
    ["A) one line. B) a table.", "A it is", "one line"],
    ["**A** ask as a guest\n**B** ask for an account", "A!! That's what they all say", "ask as a guest"],
  ])("%j, then %j", (answer, said, option) => {
    expect(chosen(answer, said)).toBe(option);
  });

  test.each([
    ["А) очередь\nБ) таблица", "Б", "таблица"],
    ["Вариант А: очередь\nВариант Б: таблица", "давай вариант Б", "таблица"],
    ["甲、队列\n乙、表格", "乙吧", "表格"],
    ["方案一：队列\n方案二：表格", "选二", "表格"],
    ["案1 キュー\n案2 テーブル", "案2でお願いします", "テーブル"],
    ["가. 대기열\n나. 테이블", "나로 해주세요", "테이블"],
    ["① Warteschlange\n② Tabelle", "②", "Tabelle"],
    ["أ) طابور\nب) جدول", "ب", "جدول"],
  ])("a letter or number of its own script: %j, then %j", (answer, said, option) => {
    expect(chosen(answer, said)).toBe(option);
  });

  test.each([
    "the second one",
    "2nd",
    "die zweite",
    "la deuxième",
    "la segunda, por favor",
    "a segunda",
    "la seconda",
    "второй вариант",
    "第二个",
    "二番目で",
    "두 번째로",
    "दूसरा वाला",
    "الثاني",
    "ikinci olsun",
    "drugi",
    "the middle one",
    "den mittleren",
    "中间那个",
  ])("%j counts, in any language", (said) => {
    expect(chosen(THREE, said)).toBe("Move to a queue");
  });

  test.each(["the last one", "der letzte", "最後のやつ", "последний", "마지막"])("%j is the last", (said) => {
    expect(chosen(THREE, said)).toBe("Call it by hand");
  });

  test("stays open for three answers without options, and no longer", () => {
    let offer = findOffer(THREE, null);
    for (let answers = 0; answers < 3; answers++) offer = findOffer("It takes a day.", offer);
    expect(findAnswered(offer, "ok, 2 then", 0)).toEqual({ text: "Move to a queue", reply: "choice" });
    expect(findAnswered(findOffer("It takes a day.", offer), "ok, 2 then", 0)?.text).not.toBe(
      "Move to a queue",
    );
  });

  test("is one of those that were offered last", () => {
    const offer = findOffer("1. Red\n2. Blue", findOffer(THREE, null));
    expect(findAnswered(offer, "2", 0)?.text).toBe("Blue");
  });

  test("is chosen by a mark in a later sentence too, by its words only in the first", () => {
    const offer = findOffer(THREE, null);
    expect(findAnswered(offer, "Option 2 then.", 1)?.text).toBe("Move to a queue");
    expect(findAnswered(offer, "The queue is slow.", 1)).toBeNull();
  });
});

describe("which of the options", () => {
  const two = "A) a red door\nB) a blue door";

  test.each<[string, string, string | undefined]>([
    [two, "take B rather than A", "a blue door"],
    [two, "take A rather than B", "a red door"],
    [two, "the first, not the third", "a red door"],
    // Which one is not clear: what the agent said last.
    [two, "the first or the second", "a red door a blue door"],
    [two, "the third", "a red door a blue door"],
    [two, "the middle one", "a red door a blue door"],
    [two, "a door", undefined],
    [two, "something red", undefined],
    ["A) a green door\nB) a blue door", "blue", "a blue door"],
    ["A) a green door\nB) a blue door", "green or blue", undefined],
    ["- Keep cron\n- Keep cron\n- Use a queue", "queue", "Use a queue"],
    [`1. Up\n2. Down`, `${"yes and ".repeat(7)}then 2`, undefined],
    [`1. Up\n2. Down`, `${"yes and ".repeat(6)}then 2`, "Down"],
  ])("%j, then %j: %j", (offered, said, option) => {
    expect(chosen(offered, said)).toBe(option);
  });

  test("none if only one is left", () => {
    const { options, ...rest } = findOffer("1. Up\n2. Down", null);
    expect(findAnswered({ ...rest, options: options.slice(0, 1), sentences: [] }, "1", 0)).toBeNull();
  });
});

describe("what was counted without marks", () => {
  const offer = { options: [], age: 0, question: null, sentences: ["Red.", "A door.", "A gate."] };

  test.each(["the second one", "the middle one", "the last one", "der erste"])("%j", (said) => {
    expect(findAnswered(offer, said, 0)).toEqual({ text: "A door. A gate.", reply: "choice" });
  });

  test("not in the middle of a sentence, and of nothing", () => {
    expect(findAnswered(offer, "I came here for some days, the second", 0)).toBeNull();
    expect(findAnswered({ ...offer, sentences: [] }, "the second one", 0)).toBeNull();
    expect(findAnswered(offer, "fine", 0)).toBeNull();
  });
});

describe("nothing is chosen", () => {
  test.each([
    "What about the second one?",
    "Why would you take 2?",
    "A test fails",
    "I think the whole idea needs a closer look from the people in the plant before anybody starts with anything",
    "give me 2 weeks",
    "it is 2 % slower now",
    "version 1.2 is installed",
    "see src/2/main.ts",
    "It's at 2:30",
  ])("by %j", (said) => {
    expect(chosen("A) keep cron\nB) move on\n", said)).toBeUndefined();
    expect(chosen(THREE, said)).toBeUndefined();
  });

  test.each(["А тест падает", "И ещё логи"])("by a word of one letter: %j", (said) => {
    expect(chosen("А) очередь\nБ) таблица", said)).toBeUndefined();
  });

  test.each([
    [OPTIONS, "I pushed my branch, so wait until the nightly build of the gateway is through"],
    ["1. Tests\n2. Docs", "commit what we have, photos first"],
    ["1. Tests\n2. Docs", "you wrote a wrong word in the second paragraph of it"],
  ])("%j is not answered by a sentence about something else: %j", (offered, said) => {
    expect(chosen(offered, said)).toBeUndefined();
  });

  test.each(["the second, it is shorter", "second option please", "I like the last one"])(
    "by an ordinal that stands for it: %j",
    (said) => {
      expect(chosen("1. Tests\n2. Docs", said)).toBe("Docs");
    },
  );

  test("where nothing was offered", () => {
    expect(answered("Renamed it, all tests pass.", "2")).toBeNull();
    expect(answered("I renamed it in three files.", "good")).toBeNull();
  });

  test("of a list with one point only", () => {
    expect(findOffer("1. Keep cron", null).options).toEqual([]);
  });
});

describe("a question that is answered", () => {
  const QUESTION = "Shall I drop the old table before the migration runs?";

  test.each(["yes", "ja bitte", "да", "はい", "好的", "हाँ", "نعم", "no, keep it"])("by %j", (said) => {
    expect(answered(`Done so far. ${QUESTION}`, said)).toEqual({ text: QUESTION, reply: "answer" });
  });

  test("a short one includes its subject", () => {
    expect(answered("Exponential backoff with full jitter, 5 attempts. OK?", "yep")).toEqual({
      text: "Exponential backoff with full jitter, 5 attempts. OK?",
      reply: "answer",
    });
  });

  test("a yes may continue with a condition", () => {
    const said =
      "yes, but only after the nightly backup is through and the people of the plant were told about it on the day before";
    expect(answered(QUESTION, said)?.reply).toBe("answer");
    expect(answered(QUESTION, said.slice("yes, but ".length))).toBeNull();
  });

  test("by up to 100 columns, and 220 after a clause of up to 14", () => {
    const reply = (said: string) => answered(QUESTION, said)?.reply;
    expect(reply("x".repeat(100))).toBe("answer");
    expect(reply("x".repeat(101))).toBeUndefined();
    expect(reply(`${"y".repeat(14)}, ${"x".repeat(204)}`)).toBe("answer");
    expect(reply(`${"y".repeat(14)}, ${"x".repeat(205)}`)).toBeUndefined();
    expect(reply(`${"y".repeat(15)}, ${"x".repeat(203)}`)).toBeUndefined();
  });

  test("not by a question, and only by the first sentence", () => {
    expect(answered(QUESTION, "which table?")).toBeNull();
    expect(findAnswered(findOffer(QUESTION, null), "yes", 1)).toBeNull();
  });

  test("only at the end of the answer", () => {
    const more = "I read the file. It is long. There are four callers. All of them are tested.";
    expect(answered(`${QUESTION} ${more}`, "yes")).toBeNull();
  });
});

describe("words of the agent that are repeated", () => {
  test.each([
    ["Redis or Postgres? I'd pick Postgres, it is there.", "Redis sounds right.", "Redis or Postgres?"],
    ["I could rename the column, or leave an alias.", "leave the alias", "or leave an alias."],
  ])("%j, then %j", (answer, said, text) => {
    expect(answered(answer, said)).toEqual({ text, reply: "choice" });
  });

  test("only in up to 70 columns", () => {
    const offered = "I could rename the column, or leave an alias.";
    expect(answered(offered, "leave the alias".padEnd(70, "!"))?.text).toBe("or leave an alias.");
    expect(answered(offered, "leave the alias".padEnd(71, "!"))).toBeNull();
  });

  test("choose nothing among other words", () => {
    expect(answered("The name is asked again at payment.", "payment is owned by another team")).toBeNull();
  });
});
