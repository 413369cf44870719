import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { SpoolWatch } from "../../src/daemon/spool-watch.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

afterEach(() => void vi.useRealTimers());

test("a spool that cannot be read leaves no timer behind", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const spool = join(temporaryDirectory("spool"), "loop");
  symlinkSync(spool, spool);
  const ignore = () => {};
  const drain = async () => ({ handled: 0, quarantined: 0, more: false, unfinished: 0 });
  const options = { spool, drain, onDrained: ignore, onTick: ignore, onError: ignore };
  expect(() => new SpoolWatch(options)).toThrow("ELOOP");
  expect(vi.getTimerCount()).toBe(0);
});
