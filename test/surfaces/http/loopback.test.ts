import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLoopback } from "../../../src/daemon/loopback-server.ts";
import { readToken } from "../../../src/surfaces/http/token.ts";
import { shareCodeCache } from "../../support/share-code-cache.ts";

const main = fileURLToPath(new URL("../../../dist/main.cjs", import.meta.url));

let root: string;
let env: Record<string, string>;
let daemon: ChildProcess;
let address: URL;
let token: string;

function configure(http: object): void {
  writeFileSync(join(root, "config.json"), JSON.stringify({ daemon: { http } }));
}

const run = (...words: string[]) =>
  execFileSync(process.execPath, [main, ...words], { env, cwd: root }).toString();

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "holdfast-port-"));
  env = { PATH: process.env["PATH"] ?? "", HOME: root, HOLDFAST_HOME: root };
  shareCodeCache(root);
  configure({ enabled: true, port: 0 });
  daemon = spawn(process.execPath, [main, "daemon", "run"], { env, cwd: root, stdio: "ignore" });
  for (let tries = 0; ; tries++) {
    const status = JSON.parse(run("daemon", "status", "--json")) as { address?: string };
    if (status.address) {
      address = new URL(status.address);
      break;
    }
    if (tries > 100) throw new Error("the daemon opened no port");
    await sleep(100);
  }
  token = run("token").trim();
});

afterAll(async () => {
  daemon.kill("SIGTERM");
  if (daemon.exitCode === null) await new Promise((ended) => daemon.once("exit", ended));
  rmSync(root, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, address), { headers: { authorization: `Bearer ${token}`, ...headers } });

/** What comes back for bytes as they are, and whether the other end hung up. */
function raw(text: string): Promise<{ answer: string; closed: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(Number(address.port), "127.0.0.1", () => socket.write(text));
    let answer = "";
    const done = (closed: boolean) => {
      socket.destroy();
      resolve({ answer, closed });
    };
    const timer = setTimeout(() => done(false), 3_000);
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      done(true);
    });
  });
}

/** Connections that have begun a request and do not end it. */
function halfOpen(port: number, count: number): Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect(port, "127.0.0.1", () => socket.write("GET /healthz HTTP/1.1\r\nX-Slow: "));
    return socket.on("error", () => {}).resume();
  });
}

describe("the daemon's loopback port", () => {
  test("SEC-S1 SEC-S3: is on the loopback address only, and serves nothing but health without the token", async () => {
    const listening = readFileSync("/proc/net/tcp", "latin1");
    const port = Number(address.port).toString(16).toUpperCase().padStart(4, "0");
    expect(listening).toContain(`0100007F:${port}`);
    expect(listening).not.toContain(`00000000:${port}`);
    expect((await get("/v1/list")).status).toBe(200);
    for (const path of ["/v1/list", "/api/checkpoints?project=/x", "/mcp", "/openapi.json"]) {
      const refused = await fetch(new URL(path, address));
      expect(refused.status).toBe(401);
      expect(await refused.json()).toMatchObject({ code: "unauthorized" });
    }
    expect((await fetch(new URL("/healthz", address))).status).toBe(200);
  });

  test("SEC-S17 SEC-S23 SEC-S24: the token is private, in no process's arguments, and a rotation takes effect immediately", async () => {
    expect(statSync(join(root, "token")).mode & 0o777).toBe(0o600);
    for (const file of ["cmdline", "environ"])
      expect(readFileSync(`/proc/${daemon.pid}/${file}`, "latin1")).not.toContain(token);
    const old = token;
    token = run("token", "--rotate").trim();
    expect((await get("/v1/list", { authorization: `Bearer ${old}` })).status).toBe(401);
    expect((await get("/v1/list")).status).toBe(200);
  });

  test("SEC-S15: a request of two lengths, a folded or a torn header is refused and its connection closed", async () => {
    const host = `Host: 127.0.0.1:${address.port}\r\nAuthorization: Bearer ${token}\r\n`;
    for (const headers of [
      "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
      "Content-Length: 4\r\nContent-Length: 5\r\n",
      "Transfer-Encoding: chunked, identity\r\n",
      "Content-Length: +4\r\n",
      "Content-Length : 4\r\n",
      "X-Folded: a\r\n b\r\n",
      "X-Nul: a\0b\r\n",
    ]) {
      const { answer, closed } = await raw(`POST /v1/list HTTP/1.1\r\n${host}${headers}\r\n0\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(closed).toBe(true);
    }
  });

  test("SEC-S6: two Hosts, or another host in the request line, are refused", async () => {
    const own = `127.0.0.1:${address.port}`;
    const end = `Authorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
    for (const head of [
      `GET /v1/list HTTP/1.1\r\nHost: ${own}\r\nHost: evil.example\r\n`,
      `GET http://evil.example/v1/list HTTP/1.1\r\nHost: ${own}\r\n`,
      "GET /v1/list HTTP/1.1\r\n",
    ]) {
      expect((await raw(`${head}${end}`)).answer).toMatch(/^HTTP\/1\.1 40[03] /);
    }
  });

  test("SEC-S16: two hundred half-open connections do not block other callers", async () => {
    const sockets = halfOpen(Number(address.port), 200);
    expect((await get("/v1/list")).status).toBe(200);
    expect(JSON.parse(run("daemon", "status", "--json"))).toMatchObject({ state: "running" });
    for (const socket of sockets) socket.destroy();
  });

  test("SEC-S16: connections that never finish, or never say a word, are dropped", async () => {
    const api = () => () => new Response("");
    const where = { port: 0, bind: "127.0.0.1" };
    const quick = { headersTimeout: 300, connectionsCheckingInterval: 50 };
    const [usual, { server, port }] = await Promise.all([
      openLoopback(where, api),
      openLoopback(where, api, quick),
    ]);
    expect(usual.server).toMatchObject({ headersTimeout: 8_000, requestTimeout: 30_000 });
    usual.server.close();
    const sockets = [...halfOpen(port, 20), connect(port, "127.0.0.1").resume()];
    const slow = setInterval(
      () => sockets.forEach((socket) => socket.bytesWritten > 0 && socket.write("a")),
      50,
    );
    await Promise.all(sockets.map((socket) => new Promise((closed) => socket.once("close", closed))));
    clearInterval(slow);
    server.close();
  });

  test("SEC-S16: headers have a bound", async () => {
    const own = `GET /v1/list HTTP/1.1\r\nHost: 127.0.0.1:${address.port}\r\nAuthorization: Bearer ${token}\r\n`;
    expect((await raw(`${own}X-Long: ${"a".repeat(20_000)}\r\n\r\n`)).answer).toMatch(/^HTTP\/1\.1 431 /);
    const origin = "Origin: https://evil.example\r\nConnection: close\r\n\r\n";
    expect((await raw(own + "a:b\r\n".repeat(2_500) + origin)).answer).toMatch(/^HTTP\/1\.1 403 /);
  });

  test("SEC-S12: no upgrade and no stream for a foreign origin", async () => {
    const head = `Host: 127.0.0.1:${address.port}\r\nAuthorization: Bearer ${token}\r\nOrigin: https://evil.example\r\n`;
    const upgrade = "Connection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n";
    expect((await raw(`GET /mcp HTTP/1.1\r\n${head}${upgrade}`)).answer).toMatch(/^HTTP\/1\.1 403 /);
    const stream = "Accept: text/event-stream\r\nConnection: close\r\n\r\n";
    expect((await raw(`GET /mcp HTTP/1.1\r\n${head}${stream}`)).answer).toMatch(/^HTTP\/1\.1 403 /);
  });

  test("SEC-S2: a bind address that is not loopback ends the start with exit code 78", () => {
    const other = mkdtempSync(join(tmpdir(), "holdfast-port-"));
    try {
      writeFileSync(
        join(other, "config.json"),
        '{"daemon":{"http":{"enabled":true,"port":0,"bind":"0.0.0.0"}}}',
      );
      const start = () =>
        execFileSync(process.execPath, [main, "daemon", "run"], {
          env: { ...env, HOLDFAST_HOME: other },
          stdio: "pipe",
        });
      expect(start).toThrow(expect.objectContaining({ status: 78, stderr: expect.anything() }));
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });

  test("R-D5: a port in use disables only the port, and status reports it", async () => {
    const other = mkdtempSync(join(tmpdir(), "holdfast-port-"));
    const at = { ...env, HOME: other, HOLDFAST_HOME: other };
    shareCodeCache(other);
    // Not in this thread: connections that are kept open would be closed unseen meanwhile.
    const there = async (word: string) => {
      const words = [main, "daemon", word, "--json"];
      return JSON.parse((await promisify(execFile)(process.execPath, words, { env: at, cwd: other })).stdout);
    };
    try {
      const http = { enabled: true, port: Number(address.port) };
      writeFileSync(join(other, "config.json"), JSON.stringify({ daemon: { http } }));
      await there("start");
      expect(await there("status")).toMatchObject({
        state: "running",
        trouble: expect.stringContaining(`port ${address.port} is in use`),
      });
    } finally {
      await there("stop");
      rmSync(other, { recursive: true, force: true });
    }
  });

  test("SEC-S19: a token file that is a link, or that others can read, is refused", () => {
    const link = join(root, "linked-token");
    symlinkSync(join(root, "token"), link);
    expect(() => readToken(link)).toThrow("is not a token file");
    const open = join(root, "open-token");
    writeFileSync(open, "x".repeat(43), { mode: 0o644 });
    expect(() => readToken(open)).toThrow("is readable by other users");
  });
});

describe("MCP over HTTP", () => {
  test("agents get the same tools, with the token, for the folder that they name", async () => {
    const client = new Client({ name: "test", version: "1" });
    const project = join(root, "project");
    mkdirSync(project);
    const headers = { authorization: `Bearer ${token}`, "x-holdfast-directory": project };
    await client.connect(
      new StreamableHTTPClientTransport(new URL("/mcp", address), { requestInit: { headers } }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("checkpoint_save");
    const saved = await client.callTool({ name: "checkpoint_save", arguments: { name: "over-http" } });
    expect(JSON.stringify(saved)).toContain("chk_");
    await client.close();
    expect(await (await get("/v1/list", { "x-holdfast-directory": project })).text()).toContain("over-http");
    expect(await (await get("/v1/list")).text()).not.toContain("over-http");
    expect((await get("/mcp", { "x-holdfast-directory": "project" })).status).toBe(400);
  });
});
