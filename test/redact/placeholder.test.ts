import { describe, expect, test } from "vitest";
import { isPlaceholder } from "../../src/redact/values/placeholder.ts";

describe("RED-R4: what people write in place of a secret", () => {
  test.each([
    "true",
    "NULL",
    "bool",
    "boolean",
    "byte",
    "bytes",
    "sha",
    "sha256",
    "argon2",
    "argon2id",
    "utf8",
    "utf-16",
    "UTF-32LE",
    "utf16be",
    "latin1",
    "latin-1",
    "wpa2",
    "wpa",
    "WPA3-Personal",
    "wpa2-psk",
    "wpa-sae",
    "0xff",
    "0x0123456789abcdef",
    "n/a",
    "changeme",
    "пароль",
    "x86_64",
    "keyboard-interactive",
  ])("%j is a word that says so", (value) => {
    expect(isPlaceholder(value)).toBe(true);
  });

  test.each([
    "true1",
    "untrue",
    "wpa9",
    "wpa2-other",
    "0x",
    "0xffg",
    "0x0123456789abcdef0",
    "utf-9",
    "utf8x",
    "latin-2",
    "shax",
    "argon2-",
  ])("%j is none", (value) => {
    expect(isPlaceholder(value)).toBe(false);
  });

  test.each([
    "xxxxxx",
    "abc-xxxxxxxx",
    "***",
    "sk-...",
    "sk-…",
    "[REDACTED]",
    "<placeholder>",
    "change-me-now",
    "change_me",
    "change me",
    "replace this value",
    "replaceme",
    "REPLACE_WITH_KEY",
    "your-api-key",
    "my-own-key",
    "some secret",
    "yoursecret",
    "set your token",
    "set-your-prod-token",
    "<your_client_id",
    "put-your-key",
    "putyourkey",
    "VOTRE_JETON",
    "votre-nouveau-jeton",
    "dein Passwort",
    "dein-passewort",
    "ваш-ключ",
    "twoj-klucz",
    "twoje_haslo",
    "il-tuo-token",
    "insert-key",
    "insert key",
    "insert_key",
    "<key>",
    "<my key-2>",
    "key_here",
    "KEY-HERE",
    "aaaa",
    "........",
    "0123456789",
    "0123456789ab",
    "123456789",
    "1234567890",
    "1234567890abcd",
    "abcdef",
    "abcdefghij",
    "abcdef1234",
    "qwerty",
    "qwerty1234",
    "AKIAIOSFODNN7EXAMPLE",
    "fooEXAMPLEKEY",
    "zabc123z",
    "an example one",
    "k3abcdefgh9",
    "k3ABCDEFGH9",
  ])("%j has a part that says so", (value) => {
    expect(isPlaceholder(value)).toBe(true);
  });

  test.each([
    "k-xxxxx",
    "**",
    "sk-..",
    "exchanged",
    "change..me",
    "replace-it",
    "yourk3J9",
    "enjoyour-api",
    "meinkennwort",
    "tu-casa",
    "reinsert",
    "<1>",
    "<key",
    "here",
    "key_hereafter",
    "aaa",
    "aaab",
    "zaaaa",
    "0123456789zk4q9",
    "z123456789",
    "abcdefz12345",
    "EXAMPLES",
    "exampled",
    "kAbCdEfGh",
    "kabcdefg",
  ])("%j has none", (value) => {
    expect(isPlaceholder(value)).toBe(false);
  });

  test.each([
    "$PASS",
    "${PASS}",
    "$(pass show x)",
    "$_x",
    "$$",
    "$1",
    "%PASS%",
    "%my_pass%",
    "%s",
    "%d",
    "{{ pass }}",
    "{pass}",
    "{settings.pass_2}",
    "{pass",
    "<%= pass %>",
    "#{pass}",
    "@{pass}",
    "!Ref Pass",
    "!Sub x",
    "!GetAtt x",
    "&anchor",
    "*alias_x",
    "env.PASS",
    "env:PASS",
    "ENV(PASS)",
    "process.env.PASS",
    "os.environ",
    "var.pass",
    "local.pass",
    "data.x",
    "secret.x",
    "secrets.PASS",
    "secrets/pass",
    "secret:x",
    "vault:secret/x",
    "op://vault/x",
    "ssm:/x",
    "arn:aws:x",
    "file:/x",
    "base64:",
    "/run/secrets/x",
    "!vault |",
    "ENC[AES256,x]",
    "@Microsoft.KeyVault(SecretUri=x)",
  ])("%j leads to where one is kept", (value) => {
    expect(isPlaceholder(value)).toBe(true);
  });

  test.each([
    "k$PASS",
    "$!x9",
    "%1PASS%",
    "%PASS9",
    "k%PASS%",
    "%x9",
    "{1pass}",
    "{pass} x9",
    "{pa ss}",
    "k#{pass}",
    "!Region9",
    "&9k",
    "*alias9",
    "*",
    "environ9",
    "secretsx9",
    "base64:x9k3",
    "k/run/x9",
    "ENC9",
  ])("%j does not", (value) => {
    expect(isPlaceholder(value)).toBe(false);
  });

  test.each(["1:4.8.1-2ubuntu2.2", "2:1.0", "12:1.2.3.4.5", "1:1.2+git~1", "1:1.10"])(
    "%j is the version of a package",
    (value) => {
      expect(isPlaceholder(value)).toBe(true);
    },
  );

  test.each(["1:4", "1:4.8.1.2.3.4", "1.4.8:x9", "1:4.8-", "1:4.8 x9", "x1:4.8", "1:4.8k"])(
    "%j is none",
    (value) => {
      expect(isPlaceholder(value)).toBe(false);
    },
  );

  test.each(["g8h9i0j1k2l3", "def456ghi789", "789hij0k", "hij45678"])(
    "%j counts on in letters and in digits",
    (value) => {
      expect(isPlaceholder(value)).toBe(true);
    },
  );

  test.each([
    "g8h9i0j2k2l3",
    "g8h9i0j1l2m3",
    "klmnopqr",
    "34567890",
    "hi123456",
    "hijklm12",
    "hijkl120",
    "hijkl893",
    "h1i2j3k",
    "H8i9j0k1",
    "hijk-1234",
    "9h8i7j6k",
    "zab12345",
    `${"hijklmnopqrstuvwxyz".repeat(2)}123`,
  ])("%j does not", (value) => {
    expect(isPlaceholder(value)).toBe(false);
  });

  test("only the beginning of a long value says so", () => {
    expect(isPlaceholder(`${"k3".repeat(97)}xxxxxx`)).toBe(true);
    expect(isPlaceholder(`${"k3".repeat(98)}xxxxxx`)).toBe(false);
  });
});
