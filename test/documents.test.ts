import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { pipelineFor } from "../src/events/pipeline.ts";
import { Config } from "../src/kernel/config/config.ts";
import { ProjectConfig } from "../src/kernel/config/project-config.ts";
import { ERRORS } from "../src/kernel/errors.ts";
import { loadOperations } from "../src/operations.ts";
import { operationsByName } from "../src/operations-by-name.ts";
import { openApi } from "../src/surfaces/http/open-api.ts";
import { version } from "../src/version.ts";
import { SLOW } from "./support/slow.ts";

const operations = await loadOperations();

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const read = (name: string) => readFileSync(path(name), "utf8");
const readme = read("README.md");
const manifest = JSON.parse(read("package.json")) as {
  version: string;
  scripts: Record<string, string>;
  dependencies: object;
};

const PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].concat(
  readdirSync(path("docs")).flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : [])),
);

/** Without code: an example may contain what looks like a link. */
const prose = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, "").replaceAll(/`[^`]*`/g, "");

/** As GitHub makes anchors of headings. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");

/** Whether a schema has a property for every name in a value. */
function hasAll({ properties, additionalProperties }: z.core.JSONSchema.BaseSchema, value: unknown): boolean {
  if (properties === undefined || typeof value !== "object" || value === null) return true;
  if (additionalProperties !== undefined && additionalProperties !== false) return true;
  return Object.entries(value).every(([name, inner]) => {
    const property = properties[name];
    return typeof property === "object" && hasAll(property, inner);
  });
}

describe("the documents are up to date", () => {
  test("errors.md lists every code with its status, exit code and next step, and no other", () => {
    const rows = [...read("docs/errors.md").matchAll(/^\| `(\w+)` +\| (\d+) +\| (\d+) +\| (.+?) +\|$/gm)].map(
      ([, code, http, exit, next]) => [code, { http: Number(http), exit: Number(exit), next }],
    );
    expect(Object.fromEntries(rows)).toEqual(ERRORS);
  });

  test("requirements.md says what every id means that the title of a test cites", () => {
    const cited = JSON.parse(
      execFileSync(process.execPath, [path("scripts/coverage-requirements.mjs"), "--json"], {
        encoding: "utf8",
        maxBuffer: 2 ** 26,
      }),
    ) as { covered: object; missing: string[] };
    const page = read("docs/requirements.md");
    const explained = new Set([...page.matchAll(/\*\*([A-Z-]+\d+)\*\*/g)].map(([, id]) => id));
    for (const [, family = "", from, to] of page.matchAll(/\*\*([A-Z-]+)(\d+)\*\* to \*\*\1(\d+)\*\*/g))
      for (let number = Number(from); number <= Number(to); number++) explained.add(`${family}${number}`);
    expect(Object.keys(cited.covered).length).toBeGreaterThan(250);
    expect(Object.keys(cited.covered).filter((id) => !explained.has(id))).toEqual([]);
  });

  test("dependencies.md gives a reason for every dependency", () => {
    const text = read("docs/dependencies.md");
    for (const name of Object.keys(manifest.dependencies)) expect(text).toContain(`\`${name}\``);
  });

  test("CONTRIBUTING.md lists the handlers of each kind of event in their order", () => {
    const rows = [...read("CONTRIBUTING.md").matchAll(/^\| `(\w+)` +\| ([\w, ]+?) +\|$/gm)];
    const handlers = pipelineFor(Config.parse({}));
    const kinds = new Set(handlers.flatMap(({ kinds: own }) => (own === "all" ? [] : own)));
    expect(rows.map(([, kind]) => kind)).toEqual(expect.arrayContaining([...kinds]));
    for (const [, kind, listed] of rows) {
      const called = handlers.filter(({ kinds: own }) => own === "all" || own.some((one) => one === kind));
      expect(listed, kind).toBe(called.map(({ name }) => name).join(", "));
    }
  });

  test("every npm script that the README and CONTRIBUTING.md name exists", () => {
    const names = [...(readme + read("CONTRIBUTING.md")).matchAll(/npm run ([a-z0-9:]+)/g)].map(
      ([, name]) => name,
    );
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(Object.keys(manifest.scripts)).toContain(name);
  });

  test("docs/api.md lists all tools and all paths that are not commands", () => {
    const page = read("docs/api.md");
    for (const { tool } of operations) if (tool) expect(page).toContain(`\`${tool}\``);
    const { paths } = openApi(operations, version);
    const others = Object.keys(paths).filter((path) => !path.startsWith("/v1/"));
    for (const path of others) expect(page).toContain(path.replaceAll(/\{(\w+)\}/g, ":$1"));
  });

  test("every promise of the README is held by a test that names it", () => {
    const promises = [...readme.matchAll(/^(\d+)\. \*\*[^*]+\*\*/gm)].map(([, number]) => `R-P${number}`);
    expect(promises).toEqual(Array.from({ length: 10 }, (_, i) => `R-P${i + 1}`));
    const { covered } = JSON.parse(
      execFileSync(process.execPath, [path("scripts/coverage-requirements.mjs"), "--json"]).toString(),
    ) as { covered: Record<string, string[]> };
    for (const promise of promises) expect(covered, promise).toHaveProperty(promise);
  });

  test.each(PAGES)("every link of %s leads to a file or heading that exists", (page) => {
    for (const [, file = "", heading] of prose(read(page)).matchAll(/\]\(([\w./-]*)(?:#([\w-]+))?\)/g)) {
      const target = file === "" ? page : join(dirname(page), file);
      const text = read(target);
      const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => anchorOf(title));
      if (heading !== undefined) expect(headings, target).toContain(heading);
    }
  });

  test.each(PAGES)("every holdfast command of %s exists, and each action of a command too", (page) => {
    const known = [
      ...operations.map(({ name }) => name),
      "daemon",
      "mcp",
      "token",
      "completion",
      "statusline",
      "uninstall",
      "ui",
    ];
    for (const [, name = "", action] of read(page).matchAll(
      /`(?:\w+="?\$\()?holdfast ([a-z]+)(?: ([a-z]+))?/g,
    )) {
      expect(known, `${page}: ${name}`).toContain(name);
      const { action: type } = (operations.find((each) => each.name === name)?.input.shape ?? {}) as {
        action?: z.ZodType;
      };
      if (type && action !== undefined) expect(type.safeParse(action).success, action).toBe(true);
    }
  });

  test.each(PAGES)("every JSON example of %s names settings that exist", (page) => {
    for (const [, text = ""] of read(page).matchAll(/^```json\n([\s\S]*?)^```$/gm)) {
      const example = JSON.parse(text) as object;
      // What the webhook receives.
      if ("event" in example) continue;
      const known = [Config, ProjectConfig].map((schema) => z.toJSONSchema(schema, { io: "input" }));
      expect(known.some((schema) => hasAll(schema, example))).toBe(true);
    }
  });

  test("S40 S41: a change is checked for type errors and by every test", () => {
    const { scripts } = manifest;
    expect(scripts["check"]).toBe("node scripts/check.mjs");
    const listed = (...words: string[]): unknown =>
      JSON.parse(
        execFileSync(process.execPath, [path("scripts/check.mjs"), ...words, "--list"]).toString(),
      ) as unknown;
    const types = expect.stringMatching(/ node_modules\/typescript\/bin\/tsc /) as unknown;
    expect(listed("--all")).toMatchObject({ types, tests: "node_modules/.bin/vitest run" });
    const quick = expect.stringMatching(/^node_modules\/\.bin\/vitest run --mode quick/) as unknown;
    expect(listed()).toMatchObject({ types, tests: quick });
    expect(read(".github/workflows/check.yml")).toMatch(/- run: npm run check -- --all$/m);
    expect(SLOW.filter((name) => !existsSync(path(`test/${name}.test.ts`)))).toEqual([]);
    expect(scripts["typecheck"]).toMatch(/node_modules\/typescript\/bin\/tsc$/);
    expect(scripts["test"]).toMatch(/vitest run$/);
    expect(JSON.parse(read("tsconfig.json"))).toMatchObject({
      compilerOptions: { strict: true },
      include: expect.arrayContaining(["src", "test"]),
    });
  });

  test("every operation is found under its own name", () => {
    expect(Object.keys(operationsByName)).toEqual(operations.map(({ name }) => name));
  });

  test("a tool is named after its operation; ARCHITECTURE.md names those that are not", () => {
    const others = operations.filter(({ name, tool = name }) => tool !== name && !tool.endsWith(`_${name}`));
    const page = read("ARCHITECTURE.md");
    for (const { name, tool } of others) expect(page).toContain(`the tool \`${tool}\` is \`${name}\``);
    expect(others.map(({ name }) => name)).toEqual(["mark", "collapse"]);
  });

  test("the program's version is the package's", () => {
    expect(version).toBe(manifest.version);
  });

  test("files are at most 300 lines, and half of them at most 100", () => {
    const sources = readdirSync(fileURLToPath(new URL("../src", import.meta.url)), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith(".ts"));
    const lengths = sources.map((name) => read(`src/${name}`).split("\n").length).sort((a, b) => a - b);
    expect(lengths.at(-1)).toBeLessThanOrEqual(300);
    expect(lengths[lengths.length >> 1]).toBeLessThanOrEqual(100);
  });
});
