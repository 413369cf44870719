import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

test("the example of docs/library.md runs, with the documented output", () => {
  const page = readFileSync(join(root, "docs/library.md"), "utf8");
  const [, example = ""] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  const said = /console\.log\(.*\); \/\/ (.+)/.exec(example)?.[1];
  const folder = mkdtempSync(join(tmpdir(), "holdfast-library-"));
  try {
    const library = pathToFileURL(join(root, "dist/index.js")).href;
    writeFileSync(join(folder, "example.mjs"), example.replace('from "holdfast"', `from "${library}"`));
    const printed = execFileSync(process.execPath, ["example.mjs"], { cwd: folder }).toString();
    expect(printed).toBe(`${said}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
