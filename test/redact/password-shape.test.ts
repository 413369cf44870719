import { describe, expect, test } from "vitest";
import {
  isCompound,
  isMarkedCompound,
  isPassphrase,
  isProperty,
  isWordChain,
} from "../../src/redact/values/compound-password.ts";
import {
  isCommonPassword,
  isKeyLike,
  isPasswordLike,
  isStrongPassword,
} from "../../src/redact/values/password-shape.ts";

test.each([
  ["hunter2", true],
  ["LetMeIn", true],
  ["letmein1", false],
  ["myletmein", false],
])("%j is a common password: %j", (value, expected) => {
  expect(isCommonPassword(value)).toBe(expected);
});

describe("where a password is announced", () => {
  test.each([
    "letmein",
    "kestrel77",
    "kestrel_77!",
    "tulip-anchor-42",
    "one-two-three-four-55",
    "kestrel-heron-7-raven",
    "a-b-c3!Xy",
    "Kx9!mQ2z",
    "kestrel!7x",
    "p$w0rd1",
    "Kx9mQ2zR4t",
    "1234567a",
    "Kx9!mQ",
    "sha256!Kx9",
  ])("%j is one", (value) => {
    expect(isPasswordLike(value)).toBe(true);
  });

  test.each([
    "kestrel",
    "kestrel7",
    "ke77",
    "pa$$word",
    "a$1",
    "x!9Ab",
    "sha256",
    "SHA-256",
    "aes128-cbc",
    "python312",
    "x=1!Abcd",
    "Kx9/mQ2z",
    "Kx9(mQ2z",
    "Kx9,mQ2z",
    "QwZkXpRtLm",
    "report2.pdf",
  ])("%j is none", (value) => {
    expect(isPasswordLike(value)).toBe(false);
  });
});

describe("in any context", () => {
  test.each([
    "kestrel_77!",
    "Kx9!mQ2z",
    "foo$bar1",
    "p$w0rd1",
    "Kx9mQ2zR4t",
    "kx9mq2z4",
    "k7fA2pQ9",
    "Tr0ub4dor&3",
    "passKx9!mQ",
    "QwErTz4uIo",
    "kx9mqz4w",
    "k0xZ9mQ2",
  ])("%j is a password", (value) => {
    expect(isStrongPassword(value)).toBe(true);
  });

  test.each([
    ["a word with digits", "kestrel77"],
    ["short", "Kx9!mQ"],
    ["long", `Kx9!${"mQ2z".repeat(25)}`],
    ["without a digit", "Kx!mQzRtLm"],
    ["without a letter", "12!34!56"],
    ["of one case, with one number", "kxzmqwz4"],
    ["of one case, with one number inside", "kx4zmqwzp"],
    ["of one case, with one longer number inside", "kx99mqzp"],
    ["of small letters, with one number and a mark", "kx4z%mqwr"],
    ["of capitals, with one number and a mark", "KX4Z%MQWR"],
    ["of both cases in order, with one number", "Qabcmnop4rstuvw"],
    ["of seven characters in a mixture", "kx9mz4w"],
    ["of capitals and numbers", "QX12ZK34"],
    ["a constant", "AB12_CD34!"],
    ["a constant with numbers", "AB12CD34"],
    ["hexadecimal", "0xa1B2c3D4"],
    ["a UUID", "550e8400-e29b-41d4-a716-446655440000"],
    ["a commit", "6ea9089febb3ff35"],
    ["a file", "Kx9!mQ2z.pdf"],
    ["a version", "1.2.3-Kx!9"],
    ["an address", "Kx9!mQ2z@mail.org"],
    ["a date", "2024-01-02T10:00"],
    ["an amount", "1000000ms"],
    ["an algorithm", "sha256Kx9!m"],
    ["a path", "Kx9/mQ2zR4t"],
    ["a call", "Kx9mQ2z(4t)"],
    ["a member", "foo.barKx9!"],
    ["the name of a secret", "tokenKx9!m"],
    ["the name of a password", "my-password-Kx9!m"],
  ])("not what is %s: %j", (_, value) => {
    expect(isStrongPassword(value)).toBe(false);
  });
});

describe("as generators make keys", () => {
  test.each([
    "aB3dE6gH9jK2mN5p",
    "aB3dE6gH9jK2mN5pQ8rS",
    "k3j9x2l8q7z6w5v4",
    "wJalrXUtnFEMIK7MDENGbPxRfiCYzEQk9d0Zp3Xa",
    "aBxdEfgHjK2mNoPqRs",
    "kxabefgh1ijklmno2pqrstuv3wxyzabcd4efgh",
    "k3j9X2_L8Q7Z6W5V4",
    "L8Q7Z6_W5V4k3j9x2",
    "k3j9AccessTokenF12a3b4",
    "wJalrXUtnFEMI/K7MDENG+bPxRfiCYzEQk9d0Zp3Xa==",
  ])("%j is one", (value) => {
    expect(isKeyLike(value)).toBe(true);
  });

  test.each([
    ["short", "aB3dE6gH9jK2mN5"],
    ["without a digit", "aBcDeFgHiJkLmNoPq"],
    ["without a digit, in a mixture", "qWERtZUiOPaSDfGHj"],
    ["of three numbers in order", "kxabefgh1ijklmno2pqrstuv3wxyzabcdefgh"],
    ["made of words", "user-profile-settings-2"],
    ["a constant", "MY_TOKEN_A1B2C3D4"],
    ["a variable of a shell", "%MY_VAR1_2_3_4_AB"],
    ["a class", "AccessTokenFactory12a3b4c5"],
    ["a UUID", "550e8400-e29b-41d4-a716-446655440000"],
    ["in order", "abcdefghijklmnop1"],
    ["a path", "aB3dE6gH9/jK2mN5pQ8rS"],
  ])("not what is %s: %j", (_, value) => {
    expect(isKeyLike(value)).toBe(false);
  });
});

/** Room for five more of the 80 characters that a password of words has at most. */
const LONG_WORDS = "Tulipanchormonsoonheron#".repeat(3) + "kx#";

describe("words joined by marks", () => {
  test.each([
    "Sommer.Regen",
    "Sommer.Regen.7",
    "Winter#Schnee!",
    "Winter7!",
    "Tulip(Red)",
    "Tulip(red)",
    "Berg&Tal",
    "Berg&&Tal?",
    "North_Sea_12",
    "redgreen-x9",
    "Abc.De1",
    `${LONG_WORDS}abcde`,
  ])("%j is a password", (value) => {
    expect(isCompound(value)).toBe(true);
  });

  test.each([
    ["of small letters only", "sommer.regen"],
    ["short", "Abc.De"],
    ["very long", `${LONG_WORDS}abcdef`],
    ["of short words", "Ab#Cd#Ef#1"],
    ["of eight words", "Abc.De.De.De.De.De.De.De"],
    ["a constant", "NORTH_SEA"],
    ["a host", "North.Sea.local"],
    ["an address", "North.Sea@mail.org"],
    ["a version", "1.2-North"],
    ["a call", "north(Sea)"],
    ["with a scope", "North::Sea"],
    ["a setting", "Config.North"],
    ["an assignment", "north=Sea1"],
    ["a bracket behind", "Tulip(Red)x"],
  ])("but not what is %s: %j", (_, value) => {
    expect(isCompound(value)).toBe(false);
  });

  test.each([
    ["Winter#Schnee!", true],
    ["North_Sea_12", true],
    ["Sommer.Regen.7", true],
    ["Sommer.Regen", false],
    ["redgreen-x9", false],
    ["redgreen-xyz9", false],
    ["North-Se12", false],
    ["North-Sea-1234567", false],
    ["sommer.regen", false],
  ])("in a sentence %j is one: %j", (value, expected) => {
    expect(isMarkedCompound(value)).toBe(expected);
  });

  test.each([
    ["tulip-anchor-monsoon", true],
    ["tulip.anchor.monsoon.heron", true],
    ["tulip-anchor", false],
    ["tulip-anchor.monsoon", false],
    ["Tulip-anchor-monsoon", false],
    ["tulip-sorted-monsoon", false],
    ["user-anchor-monsoon", false],
    ["tulip-of-monsoon", false],
  ])("%j is what a generator of passphrases makes: %j", (value, expected) => {
    expect(isWordChain(value)).toBe(expected);
  });

  test.each([
    ["case-sensitive", true],
    ["not-yet-set", true],
    ["anchor-only", true],
    ["red-green", false],
    ["Case-sensitive", false],
    ["sensitive", false],
    ["case-sensitive-9", false],
  ])("%j is what a password is said to be: %j", (value, expected) => {
    expect(isProperty(value)).toBe(expected);
  });

  test.each([
    ["correct horse battery staple", true],
    ["correct horse battery staple!", true],
    ["correct, horse, battery", true],
    ["l'été arrivé", true],
    ["correct horse", false],
    ["correct horse: battery staple", false],
    ["your horse battery staple", false],
    ["the horse is required", false],
    ["correct battery ".repeat(6).trim(), true],
    ["correct battery ".repeat(7).trim(), false],
    [`${"staplestaplestaple ".repeat(6)}battery stap`, true],
    [`${"staplestaplestaple ".repeat(6)}battery staple`, true],
    [`${"staplestaplestaple ".repeat(6)}battery staples`, false],
  ])("%j is a passphrase: %j", (value, expected) => {
    expect(isPassphrase(value)).toBe(expected);
  });
});
