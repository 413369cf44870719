import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { withExclusiveLock } from "../../src/files/with-exclusive-lock.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const lockFile = () => join(temporaryDirectory("lock"), "lock");

test("a second holder waits until the work of the first has ended", async () => {
  const lock = lockFile();
  const order: string[] = [];
  const first = withExclusiveLock(lock, 5_000, async () => {
    order.push("first begins");
    await setTimeout(150);
    order.push("first ends");
  });
  const second = withExclusiveLock(lock, 5_000, async () => order.push("second"));
  await Promise.all([first, second]);
  expect(order).toEqual(["first begins", "first ends", "second"]);
});

test("who waits too long is refused, and the lock is free once its holder failed", async () => {
  const lock = lockFile();
  const holder = withExclusiveLock(lock, 0, async () => {
    await expect(withExclusiveLock(lock, 50, async () => "in")).rejects.toThrow("Another process");
    throw new Error("broken off");
  });
  await expect(holder).rejects.toThrow("broken off");
  expect(await withExclusiveLock(lock, 0, async () => "in")).toBe("in");
});
