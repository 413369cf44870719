import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareCodeCache } from "../../support/share-code-cache.ts";

const dist = fileURLToPath(new URL("../../../dist/", import.meta.url));
const main = join(dist, "main.cjs");

let root: string;
let env: Record<string, string>;
let address: URL;
let login = { cookie: "", key: "", setCookie: "" };

const run = (...words: string[]) =>
  execFileSync(process.execPath, [main, ...words], { env, cwd: root }).toString();
const openPage = () => new URL((JSON.parse(run("ui", "--no-open", "--json")) as { address: string }).address);
const tokenOf = (page: URL) => page.hash.replace("#token=", "");

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Without the headers of a browser that is logged in. */
  bare?: boolean;
}

/** `fetch` does not send the headers that a browser sets, such as Host and Origin. */
function ask(path: string, { method = "GET", headers = {}, body = "", bare = false }: Sent = {}) {
  const own = { cookie: login.cookie, "x-holdfast-page": login.key, origin: address.origin };
  const all = { "content-type": "application/json", ...(bare ? {} : own), ...headers };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "none"));
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const options = { host: "127.0.0.1", port: address.port, method, path, headers: sent, agent: false };
      const outgoing = request(options, (incoming) => {
        let text = "";
        incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        incoming.on("end", () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }),
        );
      });
      outgoing.on("error", reject);
      outgoing.end(body);
    },
  );
}

const post = (path: string, body: object, sent: Sent = {}) =>
  ask(path, { method: "POST", body: JSON.stringify(body), ...sent });

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "holdfast-page-"));
  env = { PATH: process.env["PATH"] ?? "", HOME: root, HOLDFAST_HOME: root };
  shareCodeCache(root);
  writeFileSync(join(root, "config.json"), JSON.stringify({ daemon: { http: { port: 0 } } }));
  address = openPage();
  const answer = await post("/page/login", { token: tokenOf(address) });
  const [setCookie = ""] = answer.headers["set-cookie"] as string[];
  login = { cookie: setCookie.split(";")[0] ?? "", key: String(JSON.parse(answer.text).key), setCookie };
});

afterAll(() => {
  run("daemon", "stop");
  rmSync(root, { recursive: true, force: true });
});

describe("the page", () => {
  test("`ui` starts the daemon and prints an address on the loopback interface, with a token in the fragment", () => {
    expect(address.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(tokenOf(address)).toMatch(/^[\w-]{43}$/);
    expect(address.search).toBe("");
    const listening = readFileSync("/proc/net/tcp", "latin1");
    const port = Number(address.port).toString(16).toUpperCase().padStart(4, "0");
    expect(listening).toContain(`0100007F:${port}`);
    expect(listening).not.toContain(`00000000:${port}`);
  });

  test("`ui` prints the address where the file for the browser cannot be written", () => {
    const file = join(root, "open-page.html");
    mkdirSync(file);
    expect(JSON.parse(run("ui", "--json"))).toMatchObject({
      address: expect.stringContaining("#token="),
      opened: false,
    });
    rmdirSync(file);
  });

  test("the token is exchanged once for a cookie that no script and no other site gets", async () => {
    expect(login.setCookie).toMatch(/; HttpOnly; SameSite=Strict; Path=\/; Max-Age=43200$/);
    expect((await post("/v1/list", { all: true })).status).toBe(200);
    expect((await post("/page/login", { token: tokenOf(address) })).status).toBe(401);
  });

  test("SEC-S3: without a login, another user of the machine gets the empty page and nothing else", async () => {
    for (const path of ["/v1/list", "/v1/inspect", "/v1/page", "/v1/stop", "/v1/identity"])
      expect((await post(path, {}, { bare: true })).status, path).toBe(401);
    for (const path of ["/events", "/openapi.json", "/mcp", "/api/checkpoints?project=/x"])
      expect((await ask(path, { bare: true })).status, path).toBe(401);
    expect((await ask("/", { bare: true })).status).toBe(200);
  });

  test("SEC-S14: the cookie alone, which other ports get too, and the key alone are not enough", async () => {
    for (const headers of [{ "x-holdfast-page": "none" }, { cookie: "none" }, { "x-holdfast-page": "wrong" }])
      expect((await post("/v1/list", {}, { headers })).status).toBe(401);
  });

  test("SEC-S5 SEC-S8 SEC-S9: a foreign Host, Origin or site is refused, and so is a missing Origin", async () => {
    const refused: Record<string, string>[] = [
      { host: "evil.example" },
      { host: `evil.example:${address.port}` },
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "http://127.0.0.1:1" },
      { origin: "none" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of refused) {
      expect((await post("/v1/list", {}, { headers })).status, JSON.stringify(headers)).toBe(403);
      const { status } = await post("/page/login", { token: "x" }, { headers });
      expect(status, JSON.stringify(headers)).toBe(403);
    }
  });

  test("a link on another site may open the page, but not call it", async () => {
    const headers = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document", origin: "none" };
    expect((await ask("/", { headers })).status).toBe(200);
    expect((await ask("/events", { headers })).status).toBe(403);
    expect((await ask("/page.js", { headers })).status).toBe(403);
  });

  test("no route hands out a token, and the token of the API is not accepted where only the page is served", async () => {
    expect((await post("/v1/page", {})).status).toBe(403);
    const authorization = `Bearer ${run("token").trim()}`;
    expect((await post("/v1/list", {}, { bare: true, headers: { authorization } })).status).toBe(401);
    const texts = await Promise.all(
      ["/", "/page.js", "/page.css"].map(async (path) => (await ask(path)).text),
    );
    for (const text of texts) expect(text).not.toContain(login.key);
  });

  test("the page may call only the operations that it shows", async () => {
    expect((await post("/v1/connect", {})).status).toBe(403);
    expect((await post("/v1/launch", {})).status).toBe(403);
    for (const unused of ["continue", "cost", "save"])
      expect((await post(`/v1/${unused}`, {})).status, unused).toBe(403);
    expect((await ask("/v1/list")).status).toBe(403);
    expect((await post("/v1/doctor", {})).status).toBe(200);
  });

  test("SEC-S61: its files have a strict policy, and contain no inline code and no other address", async () => {
    for (const path of ["/", "/page.js", "/page.css"]) {
      const { headers, text } = await ask(path);
      expect(headers["content-security-policy"]).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
      );
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["referrer-policy"]).toBe("no-referrer");
      const known = ["http://www.w3.org/", "https://preactjs.com"];
      const others = (text.match(/https?:\/\/[\w.-]+\/?/g) ?? []).filter(
        (url) => !known.some((one) => url.startsWith(one)),
      );
      expect(others, path).toEqual([]);
    }
    const { text } = await ask("/");
    expect(text).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc=)/i);
  });

  test("SEC-S11 SEC-S45: a login is JSON of at most 1 MiB", async () => {
    const headers = { "content-type": "text/plain" };
    expect((await post("/page/login", { token: "x" }, { headers })).status).toBe(415);
    expect((await post("/page/login", { token: "x".repeat(1_100_000) })).status).toBe(413);
  });

  test("SEC-S23: the browser is opened with a private file, since arguments are public", async () => {
    const seen = join(root, "opened");
    writeFileSync(join(root, "xdg-open"), `#!/bin/sh\nprintf %s "$1" > ${seen}\n`, { mode: 0o755 });
    const withScreen = { ...env, PATH: `${root}:${env["PATH"]}`, DISPLAY: ":99" };
    const output = execFileSync(process.execPath, [main, "ui", "--json"], { env: withScreen, cwd: root });
    const { address: page, opened } = JSON.parse(output.toString()) as { address: string; opened: boolean };
    expect(opened).toBe(true);
    for (let tries = 0; tries < 50 && !readdirSync(root).includes("opened"); tries++) await sleep(50);
    const file = readFileSync(seen, "utf8");
    expect(file).toBe(join(root, "open-page.html"));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).toContain(`url=${page}"`);
  });

  test("its files have at most 60 KB when compressed, and its libraries are in the notices", () => {
    const names = readdirSync(join(dist, "web"));
    expect(names.sort()).toEqual(["index.html", "page.css", "page.js"]);
    const sizes = names.map((name) => gzipSync(readFileSync(join(dist, "web", name))).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60 * 1024);
    const notices = readFileSync(join(dist, "THIRD-PARTY-NOTICES"), "utf8");
    for (const name of ["preact", "@preact/signals", "@preact/signals-core", "diff"])
      expect(notices).toContain(`\n${name} `);
  });

  test("SEC-S4: after twenty wrong tokens in a minute, further ones are delayed, but not the right one", async () => {
    const statuses = [];
    for (let tries = 0; tries < 21; tries++)
      statuses.push((await post("/page/login", { token: "wrong" })).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await post("/page/login", { token: tokenOf(openPage()) })).status).toBe(200);
  });
});
