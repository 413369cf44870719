import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { chooseTests } from "../scripts/choose-tests.mjs";
import { ground, rooms } from "../scripts/lint/rooms.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (name: string) => readFileSync(join(root, name), "utf8");
const importsOf: Readonly<Record<string, readonly string[]>> = rooms;

test("no room imports one that is listed below it, so there is no cycle", () => {
  const names = Object.keys(importsOf);
  for (const [i, name] of names.entries())
    for (const imported of importsOf[name] ?? []) expect(names.slice(0, i), name).toContain(imported);
});

test("every directory of src is a room of the table", () => {
  const entries = readdirSync(join(root, "src"), { withFileTypes: true });
  const directories = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(Object.keys(importsOf)).toEqual(expect.arrayContaining(directories));
});

test("S50: ARCHITECTURE.md shows the rooms and arrows that lint enforces", () => {
  const rows = [...read("ARCHITECTURE.md").matchAll(/^\| `([\w/]+)\/` +\| ([^|]*?) +\|/gm)];
  const shown = rows.map(([, name = "", cell = ""]) => [name, cell.match(/\w+(?:\/\w+)?/g) ?? []]);
  const enforced = Object.entries(importsOf).filter(([name]) => name !== "operations");
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(enforced));
  for (const name of ground) expect(read("ARCHITECTURE.md")).toContain(`\`${name}/\``);
});

const REFUSED: Readonly<Record<string, readonly [line: string, message: string]>> = {
  "src/kernel/a.ts": ['import { b } from "../store/b.ts"; b();', "kernel/ may not import store/"],
  "src/capture/a.ts": ['export type { B } from "../recovery/b.ts";', "capture/ may not import recovery/"],
  "src/terminals/a.ts": ['export { b } from "./tmux/b.ts";', "terminals/ may not import terminals/tmux/"],
  "src/memory/operations/a.ts": ['import { b } from "../../app.ts"; b();', "only app.ts"],
  "src/sessions/a.ts": ['import("kysely/helpers/sqlite");', "sessions/ may not import kysely"],
};

const ACCEPTED: Readonly<Record<string, string>> = {
  "src/capture/facts/a.ts": 'import { b } from "../fold/b.ts"; b();',
  "src/recovery/a.ts": 'import { b } from "../capture/b.ts"; b();',
  "src/app.ts": 'import { b } from "./store/b.ts"; b();',
  "src/store/sqlite/a.ts": 'import { b } from "kysely"; b();',
};

test("lint refuses the imports that the table does not name, and no others", () => {
  const project = mkdtempSync(join(tmpdir(), "holdfast-rooms-"));
  try {
    cpSync(join(root, "scripts/lint"), join(project, "scripts/lint"), { recursive: true });
    const config = { jsPlugins: ["./scripts/lint/plugin.mjs"], rules: { "holdfast/arrows": "error" } };
    writeFileSync(join(project, ".oxlintrc.json"), JSON.stringify(config));
    const refused = Object.entries(REFUSED).map(([path, [line]]) => [path, line] as const);
    for (const [path, line] of [...refused, ...Object.entries(ACCEPTED)]) {
      mkdirSync(join(project, dirname(path)), { recursive: true });
      writeFileSync(join(project, path), `${line}\n`);
    }
    const oxlint = join(root, "node_modules/.bin/oxlint");
    const { stdout } = spawnSync(oxlint, ["--format=unix", "src"], { cwd: project, encoding: "utf8" });
    for (const [path, [, message]] of Object.entries(REFUSED))
      expect(stdout.split("\n").find((line) => line.includes(path))).toContain(message);
    for (const path of Object.keys(ACCEPTED)) expect(stdout).not.toContain(path);
  } finally {
    rmSync(project, { recursive: true });
  }
});

test("before a commit, the tests of the changed rooms run, and all of them if the change may reach every room", () => {
  const changed = ["src/surfaces/cli/a.ts", "test/memory/a.test.ts", "web/page.tsx", "docs/store.md"];
  expect(chooseTests(changed)).toEqual(["test/memory/", "test/surfaces/", "test/web/"]);
  expect(chooseTests(["README.md", "test/rooms.test.ts"])).toEqual([]);
  for (const path of ["src/kernel/a.ts", "src/app.ts", "test/support/a.ts", "package.json"])
    expect(chooseTests(["src/memory/a.ts", path]), path).toBeUndefined();
});
