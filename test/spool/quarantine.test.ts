import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Paths, pathsFrom } from "../../src/kernel/paths.ts";
import { quarantineSpoolFile } from "../../src/spool/quarantine.ts";

let root: string;
let paths: Paths;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "holdfast-quarantine-"));
  paths = pathsFrom({ HOLDFAST_HOME: root }, root);
  mkdirSync(paths.spool);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function setAside(name: string, make: (file: string) => void): string {
  const file = join(paths.spool, name);
  make(file);
  quarantineSpoolFile(paths, file, { reason: "a test", redact: (kept) => kept });
  return join(paths.quarantine, `spool-${name}.txt`);
}

test("R-P6: the newest 200 quarantined files stay, and others in the folder are not counted", () => {
  const write = (file: string) => writeFileSync(file, "x");
  for (let i = 0; i < 200; i++) utimesSync(setAside(`old-${i}`, write), 1_000 + i, 1_000 + i);
  writeFileSync(join(paths.quarantine, "mine"), "");
  utimesSync(join(paths.quarantine, "mine"), 1, 1);
  expect(readdirSync(paths.quarantine)).toHaveLength(201);
  setAside("new", write);
  const names = readdirSync(paths.quarantine);
  expect(names).toHaveLength(201);
  expect(names).not.toContain("spool-old-0.txt");
  expect(names).toContain("spool-new.txt");
  expect(names).toContain("mine");
  expect(readdirSync(paths.spool)).toEqual([]);
});

test("a file that is too large, or a link, is noted without its content", () => {
  const large = setAside("large", (file) => writeFileSync(file, "y".repeat(1024 * 1024 + 1)));
  expect(readFileSync(large, "utf8")).toBe("# a test\n(too large to keep)\n");
  const fits = setAside("fits", (file) => writeFileSync(file, "y".repeat(1024 * 1024)));
  expect(readFileSync(fits, "utf8")).toHaveLength(1024 * 1024 + "# a test\n".length);
  const link = setAside("link", (file) => symlinkSync("/etc/passwd", file));
  expect(readFileSync(link, "utf8")).toBe("# a test\n(not a file of ours)\n");
});
