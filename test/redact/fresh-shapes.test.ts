import { describe, expect, test } from "vitest";
import { createRedactor } from "../../src/redact/create-redactor.ts";

const redactor = createRedactor();
const SECRET = "Xk2vN8qLw5";
const KEY_LINE = "q3Vb8ZtR0yLmW7cKfHd5JxN2sPgA9uEoTi4QBvXkC6nMzYwS1rUhDjGlFaOe3pI8";

describe("RED-R2: a secret goes whatever way a developer wrote it down", () => {
  test.each([
    `printf '%s' '${SECRET}' | wrangler secret put DB`,
    `echo ${SECRET} | sudo -S reboot`,
    `sudo -S true <<< "${SECRET}"`,
    `echo "::add-mask::${SECRET}"`,
    `export DB_PASSWORD=\\\n${SECRET}`,
    `kind: Secret\nstringData:\n  user: app\n  db: ${SECRET}`,
    `vault kv put secret/orders db=${SECRET}`,
    `WIFI:T:WPA;S:Office;P:${SECRET};;`,
    `xfreerdp /v:10.0.0.7 /u:bob /p:${SECRET}`,
    `importer -u bob -p ${SECRET}`,
    `bob:${SECRET}@db.example.com`,
    `<input type="password" name="p" value="${SECRET}">`,
    `<input value="${SECRET}" type="password">`,
    `| user | password |\n| --- | --- |\n| bob | ${SECRET} |`,
    ` id | login | password\n----+-------+---------\n  1 | bob | ${SECRET}`,
    `user,password\nbob,${SECRET}`,
    `client.login("bob", "${SECRET}")`,
    `requests.get(url, auth=("bob", "${SECRET}"))`,
    `Use ${SECRET} as the password for staging.`,
    `admin / ${SECRET}`,
    `spawn ssh bob@h\nexpect "assword:"\nsend "${SECRET}"`,
    `await page.fill('#password', '${SECRET}');`,
    `Enter passphrase for key '/home/dev/.ssh/id_ed25519': ${SECRET}\n`,
    `Your new password is:\n\n    ${SECRET}\n`,
    `密码：${SECRET}`,
    `パスワードは「${SECRET}」です`,
    `비밀번호는 ${SECRET} 입니다`,
    `мой пароль — ${SECRET}, никому не говори`,
    `ｐａｓｓｗｏｒｄ：${SECRET}`,
    `hasło do bazy to ${SECRET}`,
    `net user bob ${SECRET} /add`,
    `passwords:\n  - ${SECRET}\n`,
    `CREATE USER bob IDENTIFIED BY ${SECRET};`,
    `please use ${SECRET} as the new root password`,
  ])("%s", (text) => {
    expect(redactor.text(text)).not.toContain(SECRET);
    expect(redactor.text(text).replace("[REDACTED]", SECRET)).toBe(text);
  });

  test.each([
    [
      "base64 of a login",
      Buffer.from(`bob:${SECRET}`).toString("base64"),
      (value: string) => `echo ${value} | base64 -d`,
    ],
    ["base64 of a password", Buffer.from(SECRET).toString("base64"), (value: string) => `atob("${value}")`],
    ["recovery codes", "4f2a1-b09ce", (value: string) => `Recovery codes:\n${value}\n`],
    ["the tail of a key", KEY_LINE, (value: string) => `...\n${value}\n-----END RSA PRIVATE KEY-----`],
    ["a key without its marks", KEY_LINE, (value: string) => `MIIEpAIBAAKCAQEA${value}\n${value}`],
  ])("%s", (_kind, secret, text) => {
    expect(redactor.text(text(secret))).not.toContain(secret);
  });

  test("both parts of a secret that is joined from two texts go", () => {
    expect(redactor.text('const password = "Meadow7x" + "Qk29v";')).toBe(
      'const password = "[REDACTED]" + "[REDACTED]";',
    );
  });
});

describe("RED-R4: what only looks like one of them stays", () => {
  test.each([
    "if password == other_password:",
    "if (token === previousToken2) return cached;",
    "secret: SecretStr32 | None = None",
    "密码长度不能少于8位",
    "パスワードはAES256で暗号化されます",
    "пароль хранится в Vault, путь secret/orders",
    '{"password":"Passwort","token":"パスワード（確認）"}',
    "Use Argon2id as the password hash",
    "The password is in 1Password.",
    "kubectl get secret orders-db-2024 -o yaml",
    "echo aGVsbG8gd29ybGQ= | base64 -d",
    "echo v1.2.3 | sudo tee /etc/orders-version",
    "docker run -p 8080:80 -u 1000:1000 orders:v2.1.0",
    'readFile("/etc/passwd", "utf8", callback);',
    "#define EVP_PKEY_CTX_set1_tls1_prf_secret EVP_PKEY_CTX_set2",
    "| field | type |\n| --- | --- |\n| password | string(72) |",
    "user,password_hash_algorithm\nbob,argon2id",
  ])("%s", (text) => {
    expect(redactor.text(text)).toBe(text);
  });
});

describe("RED-R2: what people choose goes where it is announced", () => {
  test.each([
    ["the login is admin, pw is correct-otter-battery-lamp, try it", "correct-otter-battery-lamp"],
    ["Passwort ist sonne-mond-regen", "sonne-mond-regen"],
    ["le mot de passe est soleil-lune-pluie-vent", "soleil-lune-pluie-vent"],
    ["the password for the NAS is lamp-river-cloud-seven", "lamp-river-cloud-seven"],
    ["use kakao33 as the password", "kakao33"],
    ["try winter-moon-lamp as password", "winter-moon-lamp"],
    ["nimm kakao33 als Passwort", "kakao33"],
    ["the alarm is on, arm code is 739104", "739104"],
    ["disarm code 0042", "0042"],
    ["I am on backup codes for Google, use 8282 3579 for the console", "8282 3579"],
    ["my 2fa backup codes are 8282 3579, 1192 3388 and 4410 0033", "4410 0033"],
  ])("%s", (text, secret) => {
    expect(redactor.text(text)).not.toContain(secret);
  });

  test.each([
    "password is case-sensitive",
    "the password is out-of-date",
    "password is not-yet-set",
    "password is base64-encoded-string",
    "password is stored-in-vault-only",
    "use bcrypt for the password, and argon2id as the password hash of admins",
    "try it with v2 as the password",
    "put input1 as the password field",
    "backup codes were introduced in 2024 2025 for everybody",
    "arm code generation 2048 works",
    "exit code is 137, status code is 404",
  ])("and what is only said about it stays: %s", (text) => {
    expect(redactor.text(text)).toBe(text);
  });
});
