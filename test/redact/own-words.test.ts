import { describe, expect, test } from "vitest";
import { createRedactor } from "../../src/redact/create-redactor.ts";

const redactor = createRedactor();

describe("RED-R2: a plain word that its owner calls their password is a secret", () => {
  test.each([
    ["my password is ", "sunshine", ""],
    ["my password is ", "sunshine", ", please log in with it"],
    ["Mein Kennwort: ", "hundehütte", ""],
    ["Das WLAN-Passwort lautet ", "sommerregen", "."],
    ["mot de passe: ", "bleu-lavande-tigre", ""],
    ["пароль от вайфая: ", "ромашка22", ""],
    ["Der Türcode isch ", "7391", ""],
    ["o PIN do app do banco é ", "804417", ""],
    ["2FA: o seed do TOTP é ", "XAOXXFJI2OGBOLBMWYLRIRHRRQQ2ARA4", " (cola no Authy)"],
    ["frase semente: ", "velvet orbit lunar kidney marble tackle siren pony galaxy window erupt cactus", ""],
    ["| usuário | senha |\n|---|---|\n| gina | ", "dev-Gina1", " |"],
  ])("%s…", (before, secret, after) => {
    expect(redactor.text(before + secret + after)).toBe(`${before}[REDACTED]${after}`);
  });

  test("both codes of a sentence that discloses two", () => {
    expect(redactor.text("o PIN do app é 804417, o do cofre é 5930")).toBe(
      "o PIN do app é [REDACTED], o do cofre é [REDACTED]",
    );
  });
});

describe("RED-R4: what is said about a password stays", () => {
  test.each([
    "The password is required",
    "my password is wrong, try again",
    "my password is stored in the keychain",
    "my password is too short",
    "our password is mandatory.",
    "Mein Passwort ist falsch",
    "Das Passwort ist abgelaufen und muss geändert werden",
    "mon mot de passe est incorrect",
    "mi contraseña es obligatoria",
    "minha senha é obrigatória",
    "Kennwort: mindestens 8 Zeichen",
    "password: not-yet-set",
    "--- PASS: TestRemoveGitHook_PermissionDenied (0.03s)",
    "PASS: test-parse2Foo_Bar",
    '"author":{"id":"MDQ6VXNlcjEwOTExNDEy","is_bot":false}',
    "● g8h9i0j1k2l3  12:00  Tests passing",
    'ID: "def456ghi789"',
  ])("%s", (text) => {
    expect(redactor.text(text)).toBe(text);
  });
});
