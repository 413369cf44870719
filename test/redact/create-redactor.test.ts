import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../src/kernel/json.ts";
import { createRedactor } from "../../src/redact/create-redactor.ts";

const TOKEN = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;

const HIDDEN = "[REDACTED]";

describe("createRedactor", () => {
  const redactor = createRedactor();

  test("S33, RED-R7: a token gives way to the placeholder and the rest of the text stays", () => {
    expect(redactor.text(`push with ${TOKEN} to origin`)).toBe("push with [REDACTED] to origin");
  });

  test("RED-R7: redacting what was redacted changes nothing", () => {
    const once = redactor.text(`password = "hunter2!x" and postgres://app:${"s3cr3tpw"}@db/app`);
    expect(once).not.toContain("hunter2");
    expect(redactor.text(once)).toBe(once);
  });

  test("S33: values under secret names go, whatever they look like; numbers and shape stay", () => {
    const input = { password: "correct horse", port: 5432n, list: [1, true, null], nested: { note: TOKEN } };
    expect(redactor.json(input)).toEqual({
      password: "[REDACTED]",
      port: 5432n,
      list: [1, true, null],
      nested: { note: "[REDACTED]" },
    });
  });

  test.each<[string, JsonValue, JsonValue]>([
    ["by its name", { api_token: "k3J9x2Lq8Z1a" }, { api_token: HIDDEN }],
    ["in a list", { passwords: ["tulip77!", "changeme"] }, { passwords: [HIDDEN, "changeme"] }],
    ["in words", { password: "two words" }, { password: HIDDEN }],
    ["beside its name", { name: "api_token", value: "k3J9x2Lq8Z1a" }, { name: "api_token", value: HIDDEN }],
    ["beside its key", { Key: "DB_PASSWORD", Value: "tulip77!" }, { Key: "DB_PASSWORD", Value: HIDDEN }],
    ["behind its flag", ["run", "--password", "tulip77!"], ["run", "--password", HIDDEN]],
    ["behind a short flag", ["-token", "k3J9x2Lq8Z1a"], ["-token", HIDDEN]],
  ])("S33: JSON loses a secret %s", (_, value, redacted) => {
    expect(redactor.json(value)).toEqual(redacted);
  });

  test.each<[JsonValue]>([
    [{ title: "two words", token_count: "k3J9x2Lq8Z" }],
    [{ api_token: "two words" }],
    [{ name: 7, value: "tulip77!" }],
    [{ name: "api_token", values: "k3J9x2Lq8Z1a" }],
    [{ name: "api_token", avalue: "k3J9x2Lq8Z1a" }],
    [{ value: "tulip77!" }],
    [{ password: ["changeme", 7] }],
    [["password", "tulip77!"]],
    [["--password", 7, "tulip77!"]],
    [["tulip77!", "--password"]],
  ])("RED-R4: JSON keeps what no name announces: %j", (value) => {
    expect(redactor.json(value)).toEqual(value);
  });

  test("S33: a key that holds a secret is redacted too", () => {
    expect(Object.keys(redactor.json({ [TOKEN]: 1 }))).toEqual(["[REDACTED]"]);
  });

  test.each([
    ["pw: ", "kestrel7Xy9!"],
    ["La contraseña es ", "Gato$Negro55"],
    ["das Kennwort ist ", "Birne77!x"],
    ["the passphrase is ", "tulip-anchor-9-monsoon"],
  ])("S33: a password that somebody says in a sentence goes: %s", (before, password) => {
    expect(redactor.text(`${before}${password}, use it`)).toBe(`${before}[REDACTED], use it`);
  });

  test("RED-R4: hashes, ids and paths are not changed", () => {
    const text =
      "commit 6ea9089febb3ff35d9f7902fe726242eeed4ce0d, chk_5907e2dc, 3f9770f3-4441-408d-bd42-f22ca057a5da, src/auth/token.ts";
    expect(redactor.text(text)).toBe(text);
  });

  test("redaction.md 7: references to variables stay by default and go on request", () => {
    const text = "curl -u $USER with $STRIPE_SECRET_KEY or ${API_TOKEN}";
    expect(redactor.text(text)).toBe(text);
    expect(createRedactor({ envReferences: true }).text(text)).toBe(
      "curl -u $USER with [REDACTED] or [REDACTED]",
    );
  });

  test.each([
    ["$TOKEN, %TOKEN% and ${TOKEN:-x}", "[REDACTED], [REDACTED] and [REDACTED]"],
    ["$HOME, %PATH% and ${LANG}", "$HOME, %PATH% and ${LANG}"],
  ])("redaction.md 7: on request %j becomes %j", (text, redacted) => {
    expect(createRedactor({ envReferences: true }).text(text)).toBe(redacted);
  });

  test("RED-R14: of the values known to be secret a thousand of six characters or more count", () => {
    const known = (values: string[]) => createRedactor({ knownValues: values });
    expect(known(["orchid"]).text("an orchid, orchids")).toBe("an [REDACTED], [REDACTED]s");
    expect(known(["tulip", "lily    "]).text("a tulip, a lily    ")).toBe("a tulip, a lily    ");
    const many = Array.from({ length: 1_001 }, (_, i) => `flower ${i + 1_000}`);
    expect(known(many).text("flower 1999, flower 2000")).toBe("[REDACTED], flower 2000");
  });

  test("RED-R14: a value known to be secret goes verbatim, also as JSON writes it", () => {
    const known = createRedactor({ knownValues: ['odd "phrase" here'] });
    expect(known.text('say odd "phrase" here')).toBe("say [REDACTED]");
    expect(known.text('{"a":"odd \\"phrase\\" here"}')).toBe('{"a":"[REDACTED]"}');
  });
});
