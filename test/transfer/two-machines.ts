import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { OpenContext } from "../../src/app.ts";
import { exportOperation } from "../../src/transfer/operations/export.ts";
import { importOperation } from "../../src/transfer/operations/import.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

export const PASSPHRASE = "correct horse battery staple";
export const NATIVE = "6f1c2b1e-0000-4000-8000-000000000001";

export interface Machine {
  place: TestPlace;
  ctx: OpenContext;
}

/** Two homes, each with a clone of one repository in another directory. */
export async function withTwoMachines(
  work: (one: Machine, other: Machine) => Promise<void>,
  settings?: object,
): Promise<void> {
  await withPlace(async (one) => {
    await withPlace(async (other) => {
      git(one.project, "init", "-q");
      git(one.project, "remote", "add", "origin", "git@github.com:ada/shop.git");
      writeFileSync(join(one.project, "a.js"), "1\n");
      git(one.project, "add", ".");
      git(one.project, "commit", "-qm", "first");
      git(other.project, "clone", "-q", one.project, ".");
      git(other.project, "remote", "set-url", "origin", "https://ada:token@github.com/ada/shop");
      const env = { PATH: process.env["PATH"] ?? "" };
      const open = async (place: TestPlace, machine: string) => ({
        place,
        ctx: Object.assign(await place.open({}, { env }), { machine }),
      });
      await work(await open(one, "laptop"), await open(other, "tower"));
    }, settings);
  }, settings);
}

export function git(cwd: string, ...words: string[]): string {
  const env = { PATH: process.env["PATH"], HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" };
  const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  return execFileSync("git", [...who, ...words], { cwd, env, encoding: "utf8" });
}

/** A session of Claude Code in a package of the project, with its own file of the conversation. */
export async function work({ ctx, place }: Machine): Promise<{ session: AgentSession; transcript: string }> {
  const cwd = join(place.project, "packages", "b");
  mkdirSync(cwd, { recursive: true });
  const folder = join(place.root, "home", ".claude", "projects", cwd.replaceAll(/[^A-Za-z0-9]/g, "-"));
  mkdirSync(folder, { recursive: true });
  const transcriptPath = join(folder, `${NATIVE}.jsonl`);
  writeFileSync(transcriptPath, conversation(cwd));
  const session = new AgentSession(ctx, place.clock, { nativeSession: NATIVE, cwd, transcriptPath });
  await session.start();
  await session.prompt("Add pagination to the list of invoices. Page size must stay 20.");
  await session.use("Edit", { file_path: join(cwd, "list.js"), old_string: "a", new_string: "b" });
  await session.stop("The list has pages now.");
  await session.end();
  return { session, transcript: transcriptPath };
}

function conversation(cwd: string): string {
  const line = (fields: object) => `${JSON.stringify({ cwd, sessionId: NATIVE, ...fields })}\n`;
  return [
    line({
      type: "user",
      uuid: "u1",
      parentUuid: null,
      isSidechain: false,
      timestamp: "2026-11-21T12:00:00.000Z",
      message: { role: "user", content: "Add pagination to the list of invoices. Page size must stay 20." },
    }),
    line({
      type: "assistant",
      uuid: "a1",
      parentUuid: "u1",
      isSidechain: false,
      timestamp: "2026-11-21T12:00:01.000Z",
      message: { role: "assistant", content: [{ type: "text", text: "The list has pages now." }] },
    }),
  ].join("");
}

export async function exported({ ctx, place }: Machine, input: object = { passphrase: PASSPHRASE }) {
  return await exportOperation.call(ctx, { output: join(place.root, "work.holdfast"), ...input });
}

export async function imported({ ctx }: Machine, file: string, input: object = { passphrase: PASSPHRASE }) {
  return await importOperation.call(ctx, { file, ...input });
}

/** Changes the lines of an unencrypted bundle, and its last one so that it is intact. */
export function forge(file: string, change: (line: string) => string | string[]): void {
  const lines = gunzipSync(readFileSync(file)).toString().split("\n").slice(0, -2);
  const forged = lines.flatMap(change);
  const bytes = forged.map((line) => `${line}\n`).join("");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  writeFileSync(file, gzipSync(`${bytes}${JSON.stringify({ type: "end", lines: forged.length, sha256 })}\n`));
}
