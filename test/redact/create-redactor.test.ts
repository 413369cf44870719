import { describe, expect, test } from "vitest";
import { createRedactor } from "../../src/redact/create-redactor.ts";

const { text, json } = createRedactor({ knownValues: ["hunter2-hunter2"] });
const letters = (count: number) => "aB3dE5gH7j".repeat(30).slice(0, count);

describe("redaction", () => {
  test.each([
    ["a GitHub token", `ghp_${letters(36)}`, letters(36)],
    ["an Anthropic key", `key sk-ant-api03-${letters(60)}!`, letters(60)],
    ["an AWS key id", "AKIA234567ABCDEFGHIJ", "AKIA234567ABCDEFGHIJ"],
    ["a password in a URL", "postgres://app:s3cr3tpass@db.internal/app", "s3cr3tpass"],
    ["an assignment", "DATABASE_PASSWORD=correct-horse-battery", "correct-horse-battery"],
    ["a quoted JSON member", '{"client_secret": "0f8fad5bd9cb469fa165"}', "0f8fad5bd9cb469fa165"],
    ["a bearer header", `curl -H "Authorization: Bearer ${letters(40)}"`, letters(40)],
    ["a cut private key", `-----BEGIN RSA PRIVATE KEY-----\n${letters(200)}`, letters(200)],
    ["prose", "the password is tr0ub4dor&3x", "tr0ub4dor&3x"],
    ["a known value", "echo hunter2-hunter2", "hunter2-hunter2"],
  ])("S33: removes %s", (_, input, secret) => {
    const output = text(input);
    expect(output).not.toContain(secret);
    expect(output).toContain("[REDACTED");
    expect(text(output)).toBe(output);
  });

  test.each([
    "commit 4f2a1b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a fixes it",
    "session 2dc79b80-d43c-4794-8f1c-7beabe6864d6",
    "see /home/user/projects/secret-management/docs/readme.md",
    "we talked about secret management and API keys",
    'const token = process.env.API_TOKEN; password = "$DB_PASSWORD"',
    "chk_ab12cd34ef56gh78 sha512-9Qh5kPZ0qM+Jm2W8xw==",
  ])("RED-R4: leaves harmless text as it is: %s", (input) => {
    expect(text(input)).toBe(input);
  });

  test("RED-R8: keeps the shape of JSON and hides values under secret names", () => {
    const value = { password: "swordfish9", list: [1, 2n, null, `ghp_${letters(36)}`] };
    expect(json(value)).toEqual({ password: "[REDACTED]", list: [1, 2n, null, "[REDACTED:github-token]"] });
  });
});
