import { execFileSync, spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { version } from "../src/version.ts";
import { installGlobally, packInto } from "./support/install-package.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const MEGABYTE = 2 ** 20;

let folder: string;
let tarball: string;
let installed: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-installed-")));
  mkdirSync(join(folder, "home", ".claude"), { recursive: true });
  tarball = packInto(folder);
  installed = installGlobally(tarball, join(folder, "prefix"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As a new user runs it, whose path has node and nothing of ours. */
function holdfast(...words: string[]) {
  const env = { PATH: process.env["PATH"], HOME: join(folder, "home"), HOLDFAST_NO_DAEMON: "1" };
  const command = join(folder, "prefix", "bin", "holdfast");
  return spawnSync(command, words, { cwd: folder, env, encoding: "utf8" });
}

test("the installed program prints its version, connects an agent and passes doctor", () => {
  expect(holdfast("--version").stdout).toBe(`${version}\n`);
  expect(holdfast("connect", "claude-code", "--json").status).toBe(0);
  const { stdout, status } = holdfast("doctor", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  expect(status).toBe(0);
});

test("the installed program recovers the demo's session", () => {
  const words = [join(root, "scripts", "demo.mjs"), join(installed, "dist")];
  const shown = execFileSync(process.execPath, words, { encoding: "utf8" });
  expect(shown).toContain("│ Production runs on Node 18");
  expect(shown).toContain("before-the-fix");
});

test("at most 40 MB are installed, and no package that is bundled", () => {
  const packages = readdirSync(join(installed, "node_modules"));
  expect(packages).toContain("pg");
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    devDependencies: object;
  };
  expect(packages.filter((name) => Object.hasOwn(devDependencies, name))).toEqual([]);
  expect(bytesBelow(join(folder, "prefix"))).toBeLessThan(40 * MEGABYTE);
});

test("the licences of all bundled packages are in the package", () => {
  const notices = readFileSync(join(installed, "dist", "THIRD-PARTY-NOTICES"), "utf8");
  for (const name of ["kysely", "zod", "commander", "hono", "unbash", "@modelcontextprotocol/server"])
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(.+\\)\n\n.*\\w`, "m"));
  expect(notices).toMatch(/Copyright \(c\) \d{4} Sami Koskim/);
  expect(notices).toContain("Copyright (c) 2019 Zachary Rice");
});

test("packing twice gives the same bytes", () => {
  const again = mkdtempSync(join(folder, "again-"));
  expect(readFileSync(packInto(again)).equals(readFileSync(tarball))).toBe(true);
});

test("every link of the README leads to a file of the package", () => {
  const readme = readFileSync(join(installed, "README.md"), "utf8");
  const links = [...readme.matchAll(/\]\((?!https?:)([\w./-]+)(?:#[\w-]+)?\)/g)].map(([, path = ""]) => path);
  expect(links.length).toBeGreaterThan(10);
  for (const path of links) expect(lstatSync(join(installed, path)).isFile(), path).toBe(true);
});

test("a program is type-checked against the package, with nothing but the package installed", () => {
  const program = join(folder, "prefix", "lib", "program.ts");
  writeFileSync(
    program,
    `import { openStore, type Session } from "holdfast";
import { type AgentFixtures, describeAgent, describeStore } from "holdfast/testing";
export const checked = (adapter: Parameters<typeof describeAgent>[1], fixtures: AgentFixtures): void =>
  describeAgent("my agent", adapter, fixtures);
describeStore("ours", () => openStore({ file: ":memory:", childKeys: () => [] }));
export const todos = ({ capture }: Session): string[] => capture.todos.map(({ content }) => content);
// @ts-expect-error no such field
export const none = ({ capture }: Session) => capture.nonsense;
`,
  );
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--ignoreConfig"];
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const { stdout } = spawnSync(process.execPath, [compiler, ...options, program], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stdout).toBe("");
});

test("a bundler and Node find one file of types for each entry, and nothing is wrong with them", async () => {
  const types = readdirSync(join(installed, "dist"), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".d.ts"));
  const declared = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === "string" ? [] : entry.types,
  );
  expect(types.map((name) => `./dist/${name}`).toSorted()).toEqual(declared.toSorted());
  const result = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
  if (!("problems" in result)) throw new Error("The package has no types.");
  // There is no CommonJS entry, and the resolution of Node 10 knows no `exports`.
  const relevant = result.problems.filter(
    (problem) => !("resolutionKind" in problem) || !/^node1(?:0|6-cjs)$/.test(problem.resolutionKind),
  );
  expect(relevant).toEqual([]);
});

function bytesBelow(path: string): number {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + lstatSync(join(entry.parentPath, entry.name)).size, 0);
}
