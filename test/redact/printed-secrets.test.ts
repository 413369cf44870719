import { describe, expect, test } from "vitest";
import { createRedactor } from "../../src/redact/create-redactor.ts";

const redactor = createRedactor();

describe("RED-R2: what a command printed whose purpose is to make or to show a secret goes", () => {
  test.each([
    ["pwgen -sy 20 1", "k]4Rv'x8Lq!mZ0(wT2e~"],
    ["openssl rand -base64 24", "pX3vN0yJmKq8Zr1LhT6wCdF2sGbE9aUo"],
    ["kubectl get secret db -o jsonpath='{.data.password}'", "c3VwZXItc2VjcmV0LTQ3MTE="],
    ["cat /etc/app/api_token", "9f2c1ab34de77c0b5a6d"],
    ["printenv DB_PASSWORD", "Butterblume_3"],
    ["cat /var/lib/rancher/k3s/server/node-token", `K10${"ab12".repeat(16)}::server:${"c3d4".repeat(8)}`],
  ])("%s", (command, secret) => {
    expect(redactor.text(`$ ${command}\n${secret}\n$ ls`)).toBe(`$ ${command}\n[REDACTED]\n$ ls`);
  });

  test.each([
    "$ cat token.ts\nexport\n",
    "$ openssl rand -hex 32 > /run/secrets/session_key\nok\n",
    "$ kubectl get secrets\nNAME TYPE DATA AGE\n",
    "$ cat secret.txt | wc -c\n1184\n",
    "$ git rev-parse HEAD\n9f2c1ab34de77c0b5a6d7e8f90123456789abcde\n",
  ])("and nothing else: %s", (text) => {
    expect(redactor.text(text)).toBe(text);
  });
});

describe("RED-R2: secrets that a protocol, a relay or a state holds", () => {
  test.each([
    ["S: 334 UGFzc3dvcmQ6\nC: ", "dGlnZXItbG9uZy1udWxsNDc=", "\nS: 235 OK"],
    ["[smtp.relay.example]:587  bot@example.org:", "Kranich/1999", "\n"],
    ['"type": "random_password",\n"instances": [{ "result": "', "zL8!vR{2mQ)x0T]wKp", '" }]'],
    ["ipmitool -I lanplus -H 10.0.0.4 -U ADMIN -P ", "UKGZPRQWVA", " power status"],
    ["smbclient //nas/share -U OFFICE\\ada%", "Kranich/1999", " -c ls"],
    ["smbclient //nas/share -U 'OFFICE\\ada%", "Kranich/1999", "' -c ls"],
  ])("%s", (before, secret, after) => {
    expect(redactor.text(before + secret + after)).toBe(`${before}[REDACTED]${after}`);
  });

  test("the prompt for a password in base64 is none", () => {
    const text = "warning: SASL LOGIN authentication failed: UGFzc3dvcmQ6";
    expect(redactor.text(text)).toBe(text);
  });

  test("codes below a line that says more about them than their name", () => {
    const text =
      "Recovery codes of the bot (each works once), print them:\n50e0f25f7171ed09\na38c515de314bfcc\n";
    expect(redactor.text(text)).not.toMatch(/50e0|a38c/);
  });
});
