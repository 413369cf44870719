import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
};

test("SEC-S77: the package holds the program, its types and its papers, and nothing of where it was built", () => {
  const packed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ files, unpackedSize }] = JSON.parse(packed.toString()) as [
    { files: { path: string }[]; unpackedSize: number },
  ];
  const strange = files.map(({ path }) => path).filter((path) => !isExpected(path));
  expect(strange).toEqual([]);
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "LICENSE",
      "README.md",
      "dist/main.cjs",
      "dist/hook.cjs",
      "dist/hook.sh",
      "dist/testing.js",
    ]),
  );
  expect(unpackedSize).toBeLessThan(6 * 2 ** 20);
  const telling = builtFiles().filter((path) => readFileSync(path, "latin1").includes(root));
  expect(telling).toEqual([]);
});

test("SEC-S78 SEC-S79: installing it runs no script of ours and brings at most fifteen packages that we name", () => {
  const onInstall = Object.keys(manifest.scripts).filter((name) =>
    /^(?:pre|post)?(?:install|prepare)$/.test(name),
  );
  expect(onInstall).toEqual([]);
  expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(15);
});

function isExpected(path: string): boolean {
  return /^(?:LICENSE|README\.md|package\.json|dist\/(?:types\/.+\.d\.ts|(?:chunks\/|programs\/)?[\w.-]+\.(?:c?js|sh)))$/.test(
    path,
  );
}

function builtFiles(): string[] {
  const dist = join(root, "dist");
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
