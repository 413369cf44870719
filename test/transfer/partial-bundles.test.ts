import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { processMark } from "../../src/files/process-mark.ts";
import { openBundle, unlockBundle } from "../../src/transfer/bundle/bundle-file.ts";
import { exported, PASSPHRASE, withTwoMachines, work } from "./two-machines.ts";

test("an export deletes what a killed one left beside its file, and nothing of one that runs", () =>
  withTwoMachines(async (laptop) => {
    await work(laptop);
    const { root } = laptop.place;
    const { pid } = spawnSync(process.execPath, ["--version"]);
    const left = join(root, `old.holdfast.holdfast-${processMark().replace(/\d+$/, String(pid))}-1a.partial`);
    const running = join(root, `new.holdfast.holdfast-${processMark()}-1b.partial`);
    const own = join(root, "notes.partial");
    for (const path of [left, running, own]) writeFileSync(path, "x");
    await exported(laptop, { plain: true });
    expect([left, running, own].map((path) => existsSync(path))).toEqual([false, true, true]);
    expect(readdirSync(root).filter((name) => name.endsWith(".partial"))).toHaveLength(2);
  }));

test("the key of a passphrase is derived once for a bundle, however often it is read", () =>
  withTwoMachines(async (laptop) => {
    await work(laptop);
    const { file } = await exported(laptop);
    const keys = await unlockBundle(file, { passphrase: PASSPHRASE, identities: [] });
    expect(keys).not.toHaveProperty("passphrase");
    const counts = [];
    for (const _ of [1, 2]) {
      let count = 0;
      for await (const _line of openBundle(file, keys)) count += 1;
      counts.push(count);
    }
    expect(counts[0]).toBeGreaterThan(3);
    expect(counts[1]).toBe(counts[0]);
  }));
