import { describe, expect, test } from "vitest";
import { createRedactor } from "../../src/redact/create-redactor.ts";

const redactor = createRedactor();
const HASH = "0C5C7601E2297D29E638F6D9447E25CA16362518";

describe("RED-R4: what only reads like a secret stays", () => {
  test.each([
    'if (text.includes("-----BEGIN PRIVATE KEY-----")) throw new Error("a key");',
    "const PEM = /-----BEGIN (RSA |EC )?PRIVATE KEY-----[\\s\\S]+?-----END/;",
    "The file starts with `-----BEGIN OPENSSH PRIVATE KEY-----` in the new format.",
    `gpg: using RSA key ${HASH}`,
    "new URL('https://abc:xyz@example.com')",
    "def test_withPycharmTTYOverride(self):",
    "(Socks5Auth || (exports.Socks5Auth = Socks5Auth = {}))",
    "pass `--otp <one-time password>`, or go through a flow of 2 steps",
    "'ssh2_auth_password',\n          'ssh2_auth_pubkey_file',",
    "| name | meaning |\n| token | string |",
  ])("%s", (text) => {
    expect(redactor.text(text)).toBe(text);
  });
});

describe("RED-R2: a value goes that stands apart from its name", () => {
  test.each([
    ['variable "db_password" {\n  default = "Xk2vN8qLw5"\n}', "Xk2vN8qLw5"],
    ["aws ssm put-parameter --name /app/DB_PASSWORD --type SecureString --value Xk2vN8qLw5", "Xk2vN8qLw5"],
    ["| DB_PASSWORD | Xk2vN8qLw5 |", "Xk2vN8qLw5"],
    ["name,value\nDB_PASSWORD,Xk2vN8qLw5\n", "Xk2vN8qLw5"],
    ["<key>dbPassword</key>\n<string>Xk2vN8qLw5</string>", "Xk2vN8qLw5"],
    ["password: |\n  Xk2vN8qLw5\nport: 1", "Xk2vN8qLw5"],
    ['builder.setSmtpPass("Xk2vN8qLw5");', "Xk2vN8qLw5"],
    ['const key = process.env.SECRET_KEY || "Xk2vN8qLw5RtZ3mJy7Bd"', "Xk2vN8qLw5RtZ3mJy7Bd"],
    ['echo "deploy:Xk2vN8qLw5" | chpasswd', "Xk2vN8qLw5"],
    ['sql.Open("mysql", "app:Xk2vN8qLw5@tcp(db1:3306)/shop")', "Xk2vN8qLw5"],
    ["la contraseña es rocket5696", "rocket5696"],
  ])("%s", (text, secret) => {
    expect(redactor.text(text)).toBe(text.replace(secret, "[REDACTED]"));
  });
});
