import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../src/kernel/json.ts";
import { redactJson } from "../../src/redact/redact-json.ts";

/** Marks what was searched as a text, so that it shows what was not. */
const redacted = (value: JsonValue) => redactJson(value, (text) => `<${text}>`);
const HIDDEN = "[REDACTED]";

describe("strings of JSON", () => {
  test.each<[JsonValue, JsonValue]>([
    ["note", "<note>"],
    [7, 7],
    [null, null],
    [false, false],
    [[], []],
    [{}, {}],
    [
      ["a", ["b", 1]],
      ["<a>", ["<b>", 1]],
    ],
    [
      { note: "a", list: ["b", 7, { deep: "c" }] },
      { "<note>": "<a>", "<list>": ["<b>", 7, { "<deep>": "<c>" }] },
    ],
    [{ names: ["a", "b"] }, { "<names>": ["<a>", "<b>"] }],
  ])("are searched as texts, with the keys: %j", (value, result) => {
    expect(redacted(value)).toEqual(result);
  });

  test("are searched alone: an integer beyond doubles stays", () => {
    expect(redacted([2n ** 64n])).toEqual([2n ** 64n]);
  });

  test("keep a key that would change an object's kind", () => {
    const value = JSON.parse('{"__proto__":"a"}') as JsonValue;
    expect(Object.entries(redactJson(value, (text) => text) ?? {})).toEqual([["__proto__", "a"]]);
  });
});

describe("a value under the name of a secret", () => {
  test.each<[JsonValue, JsonValue]>([
    [{ password: "tulip77!" }, { "<password>": HIDDEN }],
    [{ password: "two words" }, { "<password>": HIDDEN }],
    [{ password: "word" }, { "<password>": "<word>" }],
    [{ password: "your password" }, { "<password>": "<your password>" }],
    [{ password: "" }, { "<password>": "<>" }],
    [{ api_token: "two words" }, { "<api_token>": "<two words>" }],
    [{ api_token: "k3J9x2Lq8Z1a" }, { "<api_token>": HIDDEN }],
    [{ note: "tulip77!" }, { "<note>": "<tulip77!>" }],
    [{ passwords: ["tulip77!", "changeme"] }, { "<passwords>": [`<${HIDDEN}>`, "<changeme>"] }],
    [{ passwords: ["tulip77!", 7] }, { "<passwords>": ["<tulip77!>", 7] }],
    [{ password: { value: "tulip77!" } }, { "<password>": { "<value>": "<tulip77!>" } }],
    [{ password: 7 }, { "<password>": 7 }],
  ])("goes as a whole, if it looks like one: %j", (value, result) => {
    expect(redacted(value)).toEqual(result);
  });

  test.each(["name", "key", "Name", "Key"])("goes beside its name, too: %s", (field) => {
    expect(redacted({ [field]: "DB_PASSWORD", value: "tulip77!" })).toEqual({
      [`<${field}>`]: "<DB_PASSWORD>",
      "<value>": HIDDEN,
    });
    expect(redacted({ [field]: "DB_PASSWORD", VALUE: "tulip77!", other: "tulip77!" })).toEqual({
      [`<${field}>`]: "<DB_PASSWORD>",
      "<VALUE>": HIDDEN,
      "<other>": "<tulip77!>",
    });
  });

  test.each<JsonValue>([
    { title: "DB_PASSWORD", value: "tulip77!" },
    { name: 7, value: "tulip77!" },
    { name: "DB_PASSWORD", values: "tulip77!" },
    { name: "DB_PASSWORD", avalue: "tulip77!" },
    { name: "DB_HOST", value: "tulip77!" },
  ])("stays beside anything else: %j", (value) => {
    expect(JSON.stringify(redacted(value))).not.toContain(HIDDEN);
  });

  test("is named by the first field that is a text", () => {
    expect(redacted({ name: 7, key: "DB_PASSWORD", value: "tulip77!" })).toMatchObject({ "<value>": HIDDEN });
    expect(redacted({ key: "DB_PASSWORD", name: "title", value: "tulip77!" })).toMatchObject({
      "<value>": "<tulip77!>",
    });
  });
});

describe("a value behind a flag of a list", () => {
  test.each<[JsonValue, JsonValue]>([
    [
      ["--password", "tulip77!", "tulip77!"],
      ["<--password>", HIDDEN, "<tulip77!>"],
    ],
    [
      ["-token", "k3J9x2Lq8Z1a"],
      ["<-token>", HIDDEN],
    ],
    [
      ["password", "tulip77!"],
      ["<password>", "<tulip77!>"],
    ],
    [
      ["---password", "tulip77!"],
      ["<---password>", "<tulip77!>"],
    ],
    [
      ["--1password", "tulip77!"],
      ["<--1password>", "<tulip77!>"],
    ],
    [
      ["x --password", "tulip77!"],
      ["<x --password>", "<tulip77!>"],
    ],
    [
      ["--password", 7, "tulip77!"],
      ["<--password>", 7, "<tulip77!>"],
    ],
    [
      ["--password", ["tulip77!"]],
      ["<--password>", ["<tulip77!>"]],
    ],
    [
      [7, "tulip77!"],
      [7, "<tulip77!>"],
    ],
  ])("goes, and nothing else: %j", (value, result) => {
    expect(redacted(value)).toEqual(result);
  });

  test("goes in a list under a key, too", () => {
    expect(redacted({ args: ["--api-key", "k3J9x2Lq8Z1aBd7", "--verbose", "yes"] })).toEqual({
      "<args>": ["<--api-key>", HIDDEN, "<--verbose>", "<yes>"],
    });
    expect(redacted({ api_tokens: ["k3J9x2Lq8Z1a", "--password", "tulip77!"] })).toEqual({
      "<api_tokens>": [`<${HIDDEN}>`, "<--password>", HIDDEN],
    });
  });
});

describe("keys that are equal once redacted", () => {
  const hideKeys = (value: JsonValue) => redactJson(value, (text) => text.replace(/tulip\d+!/, HIDDEN));

  test("are numbered, so that no entry is lost", () => {
    expect(hideKeys({ "tulip1!": 1, plain: 2, "tulip2!": 3, "tulip3!": 4 })).toEqual({
      [HIDDEN]: 1,
      plain: 2,
      [`${HIDDEN} 2`]: 3,
      [`${HIDDEN} 3`]: 4,
    });
  });

  test("never take the place of a key that was numbered before", () => {
    const once = hideKeys({ "tulip1!": 1, "tulip2!": 2 });
    expect(hideKeys(once)).toEqual(once);
    expect(hideKeys({ "tulip3!": 0, [HIDDEN]: 1, [`${HIDDEN} 2`]: 2 })).toEqual({
      [HIDDEN]: 0,
      [`${HIDDEN} 2`]: 1,
      [`${HIDDEN} 2 2`]: 2,
    });
  });
});
