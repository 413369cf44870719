import { describe, expect, test } from "vitest";
import { createRedactor } from "../../src/redact/create-redactor.ts";

const redactor = createRedactor();
const hidden = (text: string, secrets: readonly string[]) =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret, "[REDACTED]"), text);

describe("RED-R2: codes that replace a password are removed", () => {
  test.each([
    ["The door PIN is 4821, and the alarm code 77310.", ["4821", "77310"]],
    ["my sim pin: 0934", ["0934"]],
    ["OTP for the login is 482913, type it quickly", ["482913"]],
    ["Your verification code is 731 904. It expires in 10 minutes.", ["731 904"]],
    ["el código de verificación es 558102", ["558102"]],
    ["Der Einmalcode lautet 880417", ["880417"]],
    [
      "your backup codes for the shop: 7044 8807, 2865 6483, 5464 1805",
      ["7044 8807", "2865 6483", "5464 1805"],
    ],
    ["Backup codes:\n1. 8f3k-29ab\n2. c71x-0pqz\n3. mm42-7yt1", ["8f3k-29ab", "c71x-0pqz", "mm42-7yt1"]],
    [
      "Recovery codes for shop.example (saved 2024-09-30)\nb65a9-dc684\n200f8-3a732",
      ["b65a9-dc684", "200f8-3a732"],
    ],
    ["je me connecte avec un code de secours : 3vmlk-qjsx9", ["3vmlk-qjsx9"]],
    ["License: J7K2M-9QXLP-R4TYV-WN8SB-CZ0FE", ["J7K2M-9QXLP-R4TYV-WN8SB-CZ0FE"]],
  ])("%s", (text, secrets) => {
    expect(redactor.text(text)).toBe(hidden(text, secrets));
  });
});

describe("RED-R4: numbers that only stand near such words stay", () => {
  test.each([
    "The PIN must have 4 to 8 digits",
    "error code 4711 returned by the gateway",
    "pin the image to version 20240101",
    "GPIO pin 1013 is reserved",
    "erlang/otp 27001 build",
    "the sms code template id is 482913",
    "Confirmation code expired after 3600 seconds",
    "login code path took 5123 ms",
    "PIN 1234 is what most people choose",
    "tan(1024)",
    "the test rejects pin 0000",
    "checksum d89a2fa0c115f2c6db0c81a8d63a7cbb5a2c1c1f6b0d1b0b9a3a7e1c2fa41b2c",
  ])("%s", (text) => {
    expect(redactor.text(text)).toBe(text);
  });
});

describe("RED-R2: a value that was found goes wherever else it stands in the text", () => {
  test.each([
    ['create(password: "Ratatouille-75011", again: "Ratatouille-75011")', "Ratatouille-75011"],
    ["requirepass plum-tornado-lamp-9\nlog plum-tornado-lamp-9\n", "plum-tornado-lamp-9"],
  ])("%s", (text, secret) => {
    expect(redactor.text(text)).not.toContain(secret);
  });

  test("but not as a part of a longer word", () => {
    const text = "password=Harbor77Lamp\nsee Harbor77Lampshade";
    expect(redactor.text(text)).toBe("password=[REDACTED]\nsee Harbor77Lampshade");
  });
});

describe("RED-R4: what stands for a secret in other languages, and names of stored ones, stay", () => {
  test.each([
    "MAILER_DSN=smtp://utilisateur:motdepasse@localhost:1025",
    "API_TOKEN=VOTRE_JETON_ICI",
    "password: DEIN_PASSWORT",
    'DB_PASSWORD="tu-contraseña-aquí"',
    "arn:aws:secretsmanager:eu-west-3:123456789012:secret:prod/mail/sendgrid-Qw7TzR",
    "postgres://postgres:postgres@localhost:5432/test",
  ])("%s", (text) => {
    expect(redactor.text(text)).toBe(text);
  });
});

test("a login of curl goes though its password is weighed alone", () => {
  expect(redactor.text("curl -u deploy:hJ82kd!m2 https://nexus.example/raw/")).not.toContain("hJ82kd!m2");
});
