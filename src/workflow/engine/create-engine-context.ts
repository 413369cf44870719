import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, resolve } from "node:path";
import type { Context } from "../../kernel/context.ts";
import { locateDirectory } from "../../sessions/locate-directory.ts";
import type { EngineContext } from "./engine-context.ts";

type Parts = Pick<Context, "store" | "redactor" | "newId" | "clock" | "sleep" | "processes" | "workspace">;

/** The engine's context in this process, for work in one directory. */
export function createEngineContext(parts: Parts, cwd: string): EngineContext {
  const { store, redactor, newId, clock, sleep, processes } = parts;
  return {
    store,
    redactor,
    newId,
    clock,
    sleep,
    processes,
    async locate() {
      const location = await locateDirectory(parts, cwd, clock());
      return { ...location, projectName: basename(location.worktree) };
    },
    fingerprint: (path) => hashFile(resolve(cwd, path)),
    self: {
      host: hostname(),
      pid: process.pid,
      startTime: processes.startTime(process.pid) ?? "",
      engine: randomBytes(6).toString("hex"),
    },
    every(ms, call) {
      const timer = setInterval(call, ms);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}

async function hashFile(path: string): Promise<string | null> {
  try {
    return createHash("sha256")
      .update(await readFile(path))
      .digest("hex");
  } catch {
    return null; // missing or unreadable
  }
}
