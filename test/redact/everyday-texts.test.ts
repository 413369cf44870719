import { describe, expect, test } from "vitest";
import { createRedactor } from "../../src/redact/create-redactor.ts";

const redactor = createRedactor();

describe("RED-R2: secrets of everyday texts go, and nothing beside them", () => {
  test.each([
    ["G-", "482913", " is your Google verification code."],
    ["", "739204", " is your login code for Acme"],
    ["| Umgebung | Passwort |\n| --- | --- |\n| Test | ", "Hagebutte1", " |"],
    ["AZURE_STORAGE_KEY=", "QHcJ2BbkDApiDMphYIzQpoxAzf4POeUSkJlVC1TjXXjHznz8YcFW2zSKQU9oK6NX", "\n"],
    ["https://api.weather.example/forecast?q=Oslo&appid=", "36157ad90a359c822c59318c12b4bdd2", ""],
    ["Server=mssql;UID=etl;PWD={", "P@ss;w0rt", "};Database=dw"],
    ["127.0.0.1:6379> AUTH default ", "cuttlefish-7", "\nOK"],
    ["user: admin, password: ", "letmein", ""],
    ["COOKIE_SECRET=", "a-very-private-duck-pond", "\n"],
    ["new StripeClient('acct_1', '", "hK29dkLsm2Q0pLx83nVbqWe7Zt", "');"],
    ["await page.fill('#pin', '", "739164", "')"],
    ["rclone obscure ", "Fjord_Boat8", ""],
    ["reset here https://app.example.com/reset/", "Zk3nQ8vLs0pT7xWb2Yc9dF4g", ""],
    ["Enter the code ", "482 913", " to sign in"],
    ["the garage keypad is ", "4471", ""],
    ["The safe combination is ", "14-33-08", ""],
    ['cookies={\n  "grafana_session": "', "d3ac0e092f4bc18cf921e5b8b83a8ed0", '",\n}'],
    ['accounts: ["', `0x${"a246936f675788a4".repeat(4)}`, '"]'],
    ["the setup key by hand: ", "pkew ffzs s3rb 7elu 2ski d74u jxl7 tga6", " — write me"],
  ])("%s…", (before, secret, after) => {
    expect(redactor.text(before + secret + after)).toBe(`${before}[REDACTED]${after}`);
  });
});

describe("RED-R4: what everyday texts only name stays", () => {
  test.each([
    'return <input type="password" value={password} onChange={(e) => setPassword(e.target.value)} />',
    "System.Web, Version=4.0.0.0, Culture=neutral, PublicKeyToken=31bf3856ad364e35",
    "public key token: b77a5c561934e089, Culture=neutral",
    "https://app.example.com/login/callback-and-continue",
    "the exit code 137 to log in the report",
    'db.connect("localhost", "orders_2024_archive_table")',
    'accounts: ["alice", "bob"], chainId: 31337',
    "api-key-service-6d5f7c9b8-x2kqz   1/1   Running   0   3d2h",
    "cookie: _ga=GA1.1.123456789.1700000000; _gid=GA1.1.987654321.1700000001",
    'next_page_token: "CAESBggBEAIYAw", page_size: 50',
    "I lost my password, the recovery mail went to anna@example.org, ticket INC0048213",
    "Stripe publishable key pk_test_TYooMQauvdEDq54NiTphI7jx is from the docs",
    'existingSecret: "grafana-admin-user-creds"',
  ])("%s", (text) => {
    expect(redactor.text(text)).toBe(text);
  });
});
