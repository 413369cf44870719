import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pathsFrom } from "../../src/kernel/paths.ts";
import { quarantineSpoolFile } from "../../src/spool/quarantine.ts";

test("R-P6: the newest 200 quarantined files stay", () => {
  const root = mkdtempSync(join(tmpdir(), "holdfast-quarantine-"));
  try {
    const paths = pathsFrom({ HOLDFAST_HOME: root }, root);
    mkdirSync(paths.spool);
    const setAside = (name: string, text: string) => {
      const file = join(paths.spool, name);
      writeFileSync(file, text);
      quarantineSpoolFile(paths, file, { reason: "a test", redact: (kept) => kept });
      return join(paths.quarantine, `spool-${name}.txt`);
    };
    for (let i = 0; i < 200; i++) utimesSync(setAside(`old-${i}`, "x"), 1_000 + i, 1_000 + i);
    setAside("new", "x");
    const names = readdirSync(paths.quarantine);
    expect(names).toHaveLength(200);
    expect(names).not.toContain("spool-old-0.txt");
    expect(names).toContain("spool-new.txt");
    expect(readdirSync(paths.spool)).toEqual([]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
