import { describe, expect, test } from "vitest";
import { createSecretFinder } from "../../src/redact/find-secrets.ts";

const find = createSecretFinder(() => 0);
const found = (text: string) => find(text, 1).map(({ start, end }) => text.slice(start, end));
const base64 = (text: string) => Buffer.from(text).toString("base64");

const TOKEN = "ghp_x8Kq2mZ7vR4tB9nW3yL6cD1fH5jP0sQaE2uG";
const PEM = `-----BEGIN RSA PRIVATE KEY-----\n${"MIIEpAIBAAKCAQEA7v3kq0Xh".repeat(2)}\n-----END RSA PRIVATE KEY-----`;

describe("RED-R1 RED-R2: of a text are found", () => {
  test.each([
    ["a token of a published form", `the cache key is ${TOKEN}`, [TOKEN]],
    [
      "a token with a short prefix",
      "use sk_live_4eC39HqLyjWDarjtT1zdp7dc",
      ["sk_live_4eC39HqLyjWDarjtT1zdp7dc"],
    ],
    ["the id of a key", "AKIAQ3EGR7XMLT5W2PNB is it", ["AKIAQ3EGR7XMLT5W2PNB"]],
    ["a private key", `see\n${PEM}\nthere`, [PEM]],
    ["a product key", "License: J7K2M-9QXLP-R4TYV-WN8SB-CZ0FE", ["J7K2M-9QXLP-R4TYV-WN8SB-CZ0FE"]],
    ["a code", "Your verification code is 731 904. It expires soon.", ["731 904"]],
    ["a password in another script", "密码是 k3J9x2Lq8Z", ["k3J9x2Lq8Z"]],
    ["a bare login", "root:Tr0ub4dor&3", ["Tr0ub4dor&3"]],
    ["an assignment", "password=Harbor77Lamp", ["Harbor77Lamp"]],
    ["what stands again", "password=Harbor77Lamp\nsee Harbor77Lamp", ["Harbor77Lamp", "Harbor77Lamp"]],
    ["several in one line", `${TOKEN} and password=Harbor77Lamp`, [TOKEN, "Harbor77Lamp"]],
    ["a value that the model knows", 'network={\n  psk="forklift-lunchbox"\n}', ["forklift-lunchbox"]],
  ])("%s", (_, text, secrets) => {
    expect(found(text)).toEqual(secrets);
  });

  test("secrets that escapes or marks hide, with all that hides them", () => {
    expect(found(String.raw`{\"password\":\"Harbor77\u004camp\"}`)).toEqual([String.raw`Harbor77\u004camp`]);
    expect(found(`push ${TOKEN.slice(0, 9)}\u200b${TOKEN.slice(9)}`)).toEqual([
      `${TOKEN.slice(0, 9)}\u200b${TOKEN.slice(9)}`,
    ]);
  });

  test("base64 of a text in which a secret is found, and no other", () => {
    const encoded = base64(`deploy ${TOKEN}`);
    expect(found(`send ${encoded} there`)).toEqual([encoded]);
    const weak = base64("export DB_PASSWORD=Harbor77Lamp\n");
    expect(found(`send ${weak} there`)).toEqual([weak]);
    expect(found(`send ${base64("nothing but words in here, no more")} there`)).toEqual([]);
  });
});

describe("RED-R3 RED-R4: nothing is found", () => {
  test.each([
    "",
    "token_count 7",
    "echo v1.2.3 | sudo tee /etc/orders-version",
    "password_encryption = scram-sha-256",
    "k3J9x2Lq8Z1aQ7wE5rT0yUiOpAsDf",
    "glpattern matches each sk_test case and the xoxb prefix",
  ])("in %j", (text) => {
    expect(found(text)).toEqual([]);
  });
});
