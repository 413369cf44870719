import { describe, expect, test } from "vitest";
import { decodeBase64 } from "../../src/redact/values/base64.ts";
import {
  entropy,
  hasMixture,
  hasRandomPart,
  isNameLike,
  isRandom,
  isWordy,
} from "../../src/redact/values/randomness.ts";

describe("words, numbers and versions joined by marks or capitals", () => {
  test.each([
    "",
    "hello",
    "HELLO",
    "Hello",
    "HelloWorldAgain",
    "helloWorldAgain",
    "hello world",
    "hello--world",
    "user-profile-2",
    "withTTYOverride",
    "XMLHttpRequest2",
    "addInt32Prefix",
    "rs256",
    "ABC1234",
    "abcdefghijkl1234",
    "ABCDEFGHIJKL1234",
    "v12",
    "v123456",
    "12345678",
    "getURLsetAB",
    "internationalization",
    "Internationalization",
    "INTERNATIONALIZATION",
    "AaBbCc",
    "HelloAb",
    "helloAbCd",
    "helloAbWorld",
  ])("%j is wordy", (value) => {
    expect(isWordy(value)).toBe(true);
  });

  test.each([
    "a1b",
    "aB3$",
    "cD",
    "abc12345",
    "ABC12345",
    "abcdefghijklm1",
    "ABCDEFGHIJKLM1",
    "k3J9x2Lq8Z",
    "hello-k3J9x",
    "v1v2",
    "w123456",
    "qWXYZABCDe",
    "1internationalization",
  ])("%j is not", (value) => {
    expect(isWordy(value)).toBe(false);
  });
});

test.each([
  ["fooBar", true],
  ["FooBarBaz", true],
  ["foo_barBaz", true],
  ["ns.fooBar", true],
  ["a b.c/d:e-_fooBar", true],
  ["foo", false],
  ["fooB", false],
  ["fB", false],
  ["fooBa", false],
  ["fooBaz", true],
  ["fooBarB", false],
  ["XMLHttpRequest", false],
  ["1.fooBar", false],
  ["fooBar.", false],
  ["abcdefghijklmn.fooBar", false],
])("%j is an identifier in camel case: %j", (value, expected) => {
  expect(isNameLike(value)).toBe(expected);
});

test.each([
  ["a1", true],
  ["Z+", true],
  ["z~", true],
  ["a!", true],
  ["abc", false],
  ["a.b", false],
  ["123!", false],
  ["", false],
])("%j mixes letters with digits or marks: %j", (value, expected) => {
  expect(hasMixture(value)).toBe(expected);
});

test.each([
  ["a/k3J9x2Lq8Z1a", true],
  ["k3J9x2Lq8Z1a//a", true],
  ["a/k3J9x2Lq8Z1", false],
  ["a/user-profile-12", false],
  ["a/QwZkXpRtLmNbVc", false],
  ["a/qWERtZUiOPaSDf", false],
  ["a/abcdefghijklm1", false],
  ["k3J9x2.Lq8Z1a", false],
])("%j has a part that is no name: %j", (value, expected) => {
  expect(hasRandomPart(value)).toBe(expected);
});

describe("a random value", () => {
  test.each([
    ["k3J9x2Lq8Z", true],
    ["a1b2c3d4", true],
    ["aBcDeFgH", true],
    // Eight kinds of characters or more: three bits each.
    ["aB3$zY9", false],
    ["a1b2c3d", false],
    ["a1a1a1a1a1a1a1a1", false],
    // One in four changes.
    ["abcdefghIJKL", false],
    ["abCDefghIJkl1234", true],
    ["abCDefghijkl1234", false],
    ["abCDefghIJklmnop", true],
    ["Q.W-E+R/T", true],
    // The first and the last of their kind are of it.
    ["abzcdezfghzijz", false],
    ["BACADAEFAGHIJK", false],
    ["ABZCDEZFGHZIJZ", false],
    ["1203405067089", false],
    ["1923945960798", false],
    ["", false],
  ])("%j: %j", (value, expected) => {
    expect(isRandom(value)).toBe(expected);
  });

  test.each(["a{b{c{d{e", "z@y@x@w@v", "A[B[C[D[E", "Z`Y`X`W`V", "0/1/2/3/4", "9:8:7:6:5"])(
    "%j has letters or digits beside marks",
    (value) => {
      expect(isRandom(value)).toBe(false);
      expect(isRandom(`${value}fghj`)).toBe(true);
    },
  );

  test("is judged by the entropy of its beginning", () => {
    expect(entropy("")).toBe(0);
    expect(entropy("aaaa")).toBe(0);
    expect(entropy("aabb")).toBe(1);
    expect(entropy("abcdefgh")).toBe(3);
    expect(entropy("a".repeat(256) + "b".repeat(256))).toBe(0);
    expect(entropy("a".repeat(128) + "b".repeat(256))).toBe(1);
    expect(entropy("äöäö")).toBe(1);
  });
});

describe("what base64 hides", () => {
  test.each([
    ["SGVsbG8gV29ybGQ=", "Hello World"],
    ["SGVsbG8gV29ybGQ", "Hello World"],
    ["SGVsbG8g=", "Hello "],
    ["Zm9vCWJhcg==", "foo\tbar"],
    ["YWIKY2Q=", "ab\ncd"],
    ["fn5-fn5-", "~~~~~~"],
    ["ICAgICAg", "      "],
    ["QUFB".repeat(4_096), "AAA".repeat(4_096)],
  ])("%s", (value, text) => {
    expect(decodeBase64(value)).toBe(text);
  });

  test.each([
    ["is short", "SGVsb"],
    ["has a length that base64 never has", "SGVsbG8gV"],
    ["has such a length before its padding", "SGVsbG8gV=="],
    ["has another character", "SGVs bG8g"],
    ["has a line after it", "SGVsbG8g\n"],
    ["is padded too much", "SGVsbG8==="],
    ["is very long", "QUFB".repeat(4_097)],
    ["hides bytes", "AAECAwQF"],
    ["hides no ASCII", "w6TDtsO8"],
  ])("but not of a text that %s", (_, value) => {
    expect(decodeBase64(value)).toBeUndefined();
  });
});
