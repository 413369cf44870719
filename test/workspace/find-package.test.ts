import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createRedactor } from "../../src/redact/create-redactor.ts";
import { createWorkspace } from "../../src/workspace/create-workspace.ts";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-packages-")));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text = ""): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

async function packageOf(directory: string): Promise<string | undefined> {
  const [found] = await createWorkspace(createRedactor()).packagesOf(root, [join(root, directory)]);
  return found;
}

test.each([
  ["npm", "packages/a/package.json", '{"name":"a"}'],
  ["cargo", "packages/a/Cargo.toml", ""],
  ["go", "packages/a/go.mod", ""],
  ["Maven", "packages/a/pom.xml", ""],
  ["Gradle", "packages/a/build.gradle.kts", ""],
  ["Gradle, listed in the settings", "settings.gradle", "include 'tools',\n  ':packages:a'"],
  ["Gradle, listed in Kotlin", "settings.gradle.kts", 'include(":tools")\ninclude(":packages:a")'],
  ["Bazel", "packages/a/BUILD.bazel", ""],
  ["Python", "packages/a/pyproject.toml", ""],
  [".NET", "packages/a/App.csproj", ""],
])("a directory belongs to the nearest package: %s", async (_tool, manifest, text) => {
  write("package.json", '{"name":"all","workspaces":["packages/*"]}');
  write("packages/a/src/deep/main.ts");
  write("packages/b/main.ts");
  write(manifest, text);
  expect(await packageOf("packages/a/src/deep")).toBe("packages/a");
  expect(await packageOf("packages/a")).toBe("packages/a");
  expect(await packageOf("packages/b")).toBeUndefined();
});

test("neither the worktree itself nor a directory outside of it is a package", async () => {
  write("package.json", '{"name":"all"}');
  write("src/main.ts");
  expect(await packageOf("")).toBeUndefined();
  expect(await packageOf("src")).toBeUndefined();
  expect(await packageOf("..")).toBeUndefined();
});

test("a package.json that only sets the type of modules is no package", async () => {
  write("packages/a/package.json", '{"name":"a"}');
  write("packages/a/dist/cjs/package.json", '{"type":"commonjs"}');
  expect(await packageOf("packages/a/dist/cjs")).toBe("packages/a");
});

test("the package of a deleted directory, and of one that is reached through a link, is found", async () => {
  write("packages/a/package.json", '{"name":"a"}');
  symlinkSync(join(root, "packages"), join(root, "linked"));
  expect(await packageOf("packages/a/gone/deeper")).toBe("packages/a");
  expect(await packageOf("linked/a")).toBe("packages/a");
});
