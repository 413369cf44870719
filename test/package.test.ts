import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ERRORS } from "../src/kernel/errors.ts";

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
      "docs/hooks.md",
      "dist/THIRD-PARTY-NOTICES",
      "dist/index.d.ts",
      "dist/main.cjs",
      "dist/hook.cjs",
      "dist/hook.sh",
      "dist/testing.js",
    ]),
  );
  expect(unpackedSize).toBeLessThan(9 * 2 ** 20);
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

test("SEC-S78: the one dependency with an install script works without it, from its prebuilt file", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { hasInstallScript?: boolean; dev?: boolean }>;
  };
  const withScript = Object.entries(packages).filter(([, one]) => one.hasInstallScript && !one.dev);
  expect(withScript.map(([name]) => name)).toEqual(["node_modules/@photostructure/sqlite"]);
  const copy = mkdtempSync(join(tmpdir(), "holdfast-unscripted-"));
  try {
    // What `npm install --ignore-scripts` leaves: the package as it was published, and nothing compiled.
    const from = join(root, "node_modules", "@photostructure", "sqlite");
    const to = join(copy, "node_modules", "@photostructure", "sqlite");
    for (const name of ["package.json", "dist", "prebuilds"])
      cpSync(join(from, name), join(to, name), { recursive: true });
    const { stdout } = listIn(copy);
    expect(JSON.parse(stdout)).toMatchObject({ checkpoints: [] });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});

test("without the optional package, a Node without SQLite gets an error with what to install", () => {
  const copy = mkdtempSync(join(tmpdir(), "holdfast-without-"));
  try {
    // As a Node that was built without SQLite.
    const { stderr, status } = listIn(copy, "delete process.versions.sqlite");
    expect(status).toBe(ERRORS.store_unavailable.exit);
    const { message, next } = JSON.parse(stderr) as { message: string; next: string };
    expect(message).toContain("has no SQLite, and the package @photostructure/sqlite is not installed");
    expect(next).toContain("--include=optional");
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});

/** Lists the checkpoints of a new user with the programs in this directory; what Node is to run before is optional. */
function listIn(folder: string, before = "") {
  cpSync(join(root, "dist"), join(folder, "dist"), { recursive: true });
  writeFileSync(join(folder, "before.cjs"), before);
  const env = { PATH: process.env["PATH"], HOME: folder, HOLDFAST_HOME: join(folder, "state") };
  const program = [join(folder, "dist", "main.cjs"), "list", "--json"];
  return spawnSync(process.execPath, ["--require", join(folder, "before.cjs"), ...program], {
    env: { ...env, HOLDFAST_NO_DAEMON: "1" },
    cwd: folder,
    encoding: "utf8",
  });
}

test("the bill of materials lists bundled and installed packages, and no development tools", () => {
  const bill = JSON.parse(
    execFileSync(process.execPath, [join(root, "scripts", "sbom.mjs")], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  ) as { metadata: { component: { name: string } }; components: { name: string; properties: object[] }[] };
  expect(bill.metadata.component.name).toBe("holdfast");
  const names = bill.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["pg", "@photostructure/sqlite", "kysely", "zod", "hono"]));
  for (const tool of ["vitest", "typescript", "esbuild"]) expect(names).not.toContain(tool);
  expect(bill.components.flatMap(({ properties }) => properties)).toEqual([]);
});

test("the release workflow runs the gate on Linux and macOS, and publishes with provenance", () => {
  const workflow = (name: string) => readFileSync(join(root, ".github", "workflows", name), "utf8");
  const gate = workflow("check.yml");
  expect(gate).toMatch(/os: \[ubuntu-latest, macos-latest\]/);
  expect(gate).toMatch(/- run: npm run check -- --all$/m);
  const release = workflow("release.yml");
  expect(release).toMatch(
    /uses: \.\/\.github\/workflows\/check\.yml\n[^]*needs: check\n[^]*npm publish .*--provenance/,
  );
  expect(release).toContain("node scripts/sbom.mjs");
  const named = [...(gate + release).matchAll(/npm run ([a-z0-9:]+)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
});

function isExpected(path: string): boolean {
  const built =
    /^dist\/(?:THIRD-PARTY-NOTICES|(?:chunks\/|plugins\/|programs\/)?[\w.-]+\.(?:c?js|sh|d\.ts|bin)|web\/(?:index\.html|page\.(?:css|js)))$/;
  return built.test(path) || /^(?:LICENSE|package\.json|[A-Z]+\.md|docs\/[\w-]+\.(?:md|svg|png))$/.test(path);
}

function builtFiles(): string[] {
  const dist = join(root, "dist");
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test("the end-to-end runner loads in a fresh clone, where the packages that it installs are still missing", () => {
  const from = readdirSync(join(root, "e2e"), { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".mjs") && !path.includes("node_modules"),
  );
  expect(from).toContain("run.mjs");
  const early = from.flatMap((path) =>
    [
      ...readFileSync(join(root, "e2e", path), "utf8").matchAll(
        /^(?:import|export)\b[^;]*?\bfrom "([^".][^"]*)"/gmu,
      ),
    ]
      .map(([, name = ""]) => name)
      .filter((name) => !name.startsWith("node:"))
      .map((name) => `${path}: ${name}`),
  );
  expect(early).toEqual([]);
});
