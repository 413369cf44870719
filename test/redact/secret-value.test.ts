import { describe, expect, test } from "vitest";
import { isSecretValue, type ValueContext } from "../../src/redact/values/secret-value.ts";

const PLACES = {
  data: { kind: "password", data: true },
  text: { kind: "password", data: false },
  phrase: { kind: "password", data: true, phrase: true },
  token: { kind: "token", data: true },
  tokenText: { kind: "token", data: false },
  key: { kind: "key", data: true },
  keyText: { kind: "key", data: false },
} as const satisfies Record<string, ValueContext>;

const secretIn = (value: string) =>
  Object.entries(PLACES)
    .filter(([, place]) => isSecretValue(value, place))
    .map(([name]) => name)
    .join(" ");

const PASSWORDS = "data text phrase";
const ALL = "data text phrase token tokenText key keyText";

describe("RED-R2, RED-R3: whether a value is a secret depends on its name and its place", () => {
  test.each<[string, string]>([
    ["abc", ""],
    ["ab1", ""],
    ["abc1", "data phrase"],
    ["x!9Ab", "data phrase"],
    ["kx9!m2", PASSWORDS],
    ["k9x2m4z", PASSWORDS],
    ["letmein", PASSWORDS],
    ["tulips", ""],
    ["QwZkXpRt", ""],
    ["QwZkXpRtLmNb", PASSWORDS],
    ["qwzkxprtlm", ""],
    ["QWZKXPRTLMNB", ""],
    ["Sommer.Regen7", PASSWORDS],
    ["Sommer.Regen", "data phrase"],
    ["Berg&Tal", PASSWORDS],
    ["tulip-anchor-monsoon", "data phrase"],
    ["tulip-anchor", ""],
    ["tulip-secret-monsoon", ""],
    ["a-b-c-d-e", "data phrase"],
    ["a-b-c-d", "phrase"],
    ["correct horse battery staple", "phrase"],
    ["red fox 7", "text phrase"],
    ["red fox 7.", "text phrase"],
    ["!red fox 7", PASSWORDS],
    ["red fox 7 #", PASSWORDS],
    ["x tulip-anchor-monsoon", "phrase"],
    ["tulip-anchor-monsoon x", "phrase"],
    ["x a-b-c-d-e", "phrase"],
    ["a-b-c-d-e x", "phrase"],
    ["ab-c-d-e-f", "data phrase"],
    ["a-b-c-d-ef", "data phrase"],
    ["qWERtZUiOP", PASSWORDS],
    ["qWERtZUiO", ""],
    ["HelloWindyCats", ""],
    ["helloWorldAgainAndMore", ""],
    ["KoPuMaRexi", PASSWORDS],
    ["KoxPuyMazRew", ""],
    ["Ko_PuMaRexi", "data phrase"],
    ["KoPuMaRex_i", "data phrase"],
  ])("a password: %j: %s", (value, places) => {
    expect(secretIn(value)).toBe(places);
  });

  test.each<[string, string]>([
    ["k3J9x2Lq8", PASSWORDS],
    ["k3J9x2Lq8Z", `${PASSWORDS} token tokenText`],
    ["k3J9x2Lq8Z1aQ7wE5rT", `${PASSWORDS} token tokenText`],
    ["k3J9x2Lq8Z1aQ7wE5rT0", ALL],
    ["k3J9 x2Lq8Z", "text"],
    ["12345678901234", ""],
    ["123456789012345", "data phrase token tokenText"],
    ["aBcDeFgHiJkLmNoPqRs", PASSWORDS],
    ["aXbQcZdWeRfTgYhUjIkO", ALL],
    ["98765012345678", "data phrase"],
    ["987650123456789", "data phrase token tokenText"],
    ["9876501234abc", `${PASSWORDS} token tokenText`],
    ["abc9876501234", `${PASSWORDS} token tokenText`],
    ["qWERtZUiOPaSDf", PASSWORDS],
    ["tokenk3J9x", `${PASSWORDS} token tokenText`],
    ["k3J9x-credential", "data phrase token"],
    ["https://k3J9x2Lq8Z", PASSWORDS],
    ["http://k3J9x2Lq8Z", PASSWORDS],
    ["a/k3J9x2Lq8Z1aQ", `${PASSWORDS} token tokenText`],
    ["12345678-4321-1234-4321-987654321098", "data phrase token tokenText"],
    ["550e8400-e29b-41d4-a716-446655440000", ALL],
    ["cache-node-0a1b2c3d4e5f", `${PASSWORDS} token tokenText`],
    ["/k3J9x2Lq8Z1aQ7wE5rT0yUi", "token tokenText key keyText"],
    ["k3J9x2Lq8Z".repeat(30), ALL],
  ])("a token or a key: %j: %s", (value, places) => {
    expect(secretIn(value)).toBe(places);
  });

  test.each([
    ["a placeholder", "changeme"],
    ["a reference", "$PASS"],
    ["a member", "user.name"],
    ["the name of what holds it", "dbPassword"],
    ["a statement", "new Foo"],
    ["a path", "/run/x1"],
    ["a path with a token in it", "/srv/k3J9x2Lq8Z1a"],
    ["a longer path", "/srv/aB3x/cD4y/eF5z/gH6w/iJ7v"],
    ["the path of a file", "/k3J9x2Lq8Z1aQ7wE5rT0yUi.json"],
    ["the path of a file with a name before", "/x.k3J9x2Lq8Z1aQ7wE5rT0yUiOp"],
    ["a longer path of a home", "~/k3J9x2Lq8Z1aQ7"],
    ["a longer path from here", "./k3J9x2Lq8Z1aQ7"],
    ["a longer path from above", "../k3J9x2Lq8Z1aQ7"],
    ["a path of a home", "~/x1!"],
    ["a path from here", "../x1"],
    ["words", "Passwort vergessen"],
    ["words of another script", "パスワードを入力"],
    ["one character only", "x".repeat(300)],
  ])("%s is none anywhere: %j", (_, value) => {
    expect(secretIn(value)).toBe("");
  });

  test("what would be code in a text is none in quotes", () => {
    expect(secretIn("user.get(1)")).toBe("data phrase");
    expect(secretIn("config.k3J9x2Lq8Z1aQ")).toBe(ALL);
  });

  test("only the beginning of a long value is judged", () => {
    expect(secretIn(`${"x".repeat(256)}k3J9x2Lq8Z1aQ7wE5rT0`)).toBe("");
    expect(secretIn(`${"k3J9x2Lq8Z".repeat(26).slice(0, 256)} and words`)).toBe(ALL);
  });
});
