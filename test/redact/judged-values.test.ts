import { describe, expect, test } from "vitest";
import { createRedactor } from "../../src/redact/create-redactor.ts";

const redactor = createRedactor();
const WORDS = "velvet ribbon orchard sunset gather puzzle maple dragon hollow canvas echo umbrella".split(
  " ",
);

describe("RED-R1: the model finds what no rule reaches, by the look of a value and of its place", () => {
  test.each([
    ['MAIL_PASSWORD="wool sock drawer 19"\nQUEUE=redis', "wool sock drawer 19"],
    ['network={\n  ssid="Warehouse-5G"\n  psk="forklift-lunchbox"\n}', "forklift-lunchbox"],
    ["| env | user | password |\n|---|---|---|\n| staging | tester | Juniper-Berry-1 |", "Juniper-Berry-1"],
    ["my old password was kestrel_1979 and the new one is kestrel_1980x, thanks", "kestrel_1980x"],
  ])("%s", (text, secret) => {
    expect(redactor.text(text)).not.toContain(secret);
  });
});

describe("RED-R3: the model takes back what a rule took only for its place", () => {
  test.each([
    "echo v1.2.3 | sudo tee /etc/orders-version",
    "password_encryption = scram-sha-256",
    '"token":"Token","apiKey":"API-Schlüssel"',
    "密码：至少8个字符",
  ])("%s", (text) => {
    expect(redactor.text(text)).toBe(text);
  });

  test("but never a token of a published form", () => {
    const token = "ghp_x8Kq2mZ7vR4tB9nW3yL6cD1fH5jP0sQaE2uG";
    for (const text of [`example: ${token}`, `the cache key is ${token}`, `password field id ${token}`])
      expect(redactor.text(text)).not.toContain(token);
  });
});

describe("RED-R1: the words that a wallet is restored from go", () => {
  test.each([
    `ledger seed: ${WORDS.map((word, i) => `${i + 1}. ${word}`).join(" ")}`,
    `${WORDS.join(" ")} is the seed of the test wallet`,
    `mnemonic = ${JSON.stringify(WORDS)}`,
    `recovery phrase:\n${WORDS.join("\n")}\n`,
  ])("%s", (text) => {
    const redacted = redactor.text(text);
    for (const word of WORDS) expect(redacted).not.toContain(word);
  });

  test("a sentence about wallets stays", () => {
    const text =
      "The wallet view shows every coin that the user holds, and the seed screen comes after the next step.";
    expect(redactor.text(text)).toBe(text);
  });
});
