import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { findPostgres } from "./postgres-binaries.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string | null;
  }
}

/** The unprivileged user for PostgreSQL, which refuses to run as root. */
const NOBODY = 65_534;

/**
 * Starts one temporary server for the whole run, and provides its address to the tests. Without a server the run fails,
 * unless HOLDFAST_TEST_WITHOUT_POSTGRES=1 is set outside CI.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["TEST_POSTGRES_URL"];
  if (given) {
    project.provide("postgresUrl", given);
    return async () => {};
  }
  if (process.env["HOLDFAST_TEST_WITHOUT_POSTGRES"] === "1" && !process.env["CI"]) {
    process.stderr.write("PostgreSQL tests are left out: HOLDFAST_TEST_WITHOUT_POSTGRES=1\n");
    project.provide("postgresUrl", null);
    return async () => {};
  }
  const server = await startServer();
  project.provide("postgresUrl", server.url);
  return server.stop;
}

async function startServer() {
  const scratch = mkdtempSync(join(tmpdir(), "holdfast-postgres-"));
  const remove = () => rmSync(scratch, { recursive: true, force: true });
  try {
    return await serve(scratch, remove);
  } catch (error) {
    remove();
    throw error;
  }
}

async function serve(scratch: string, remove: () => void) {
  const bin = findPostgres(scratch);
  if (!bin)
    throw new Error(
      "No PostgreSQL server was found. Install Debian's `postgresql`, or set TEST_POSTGRES_URL.",
    );
  const data = join(scratch, "data");
  mkdirSync(data, { mode: 0o700 });
  chmodSync(scratch, 0o755);
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid);
  const options = { ...user, cwd: data, env: { PATH: process.env["PATH"], LC_ALL: "C" } };
  const initialize = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-locale"];
  execFileSync(join(bin, "initdb"), initialize, { ...options, stdio: "pipe" });
  const port = await freePort();
  const settings = ["fsync=off", `unix_socket_directories=${data}`, "listen_addresses=127.0.0.1"];
  const flags = settings.flatMap((setting) => ["-c", setting]);
  const server = spawn(join(bin, "postgres"), ["-D", data, "-p", String(port), ...flags], {
    ...options,
    stdio: "ignore",
  });
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill("SIGQUIT");
      await once(server, "exit");
    }
    remove();
  };
  await answers(url, () => server.exitCode !== null).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, stop };
}

async function answers(url: string, hasEnded: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt++) {
    if (hasEnded()) throw new Error("The PostgreSQL server ended as it started.");
    const client = new pg.Client(url);
    client.on("error", () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(100); // not up yet
    }
  }
  throw new Error("The PostgreSQL server did not answer within 15 seconds.");
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("No free port on loopback.");
  return address.port;
}
