import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = readFileSync(`${root}docs/add-an-agent.md`, "utf8");
const [, adapterStep = "", listStep = "", fixtureStep = "", tryStep = ""] = page.split(/^## \d\. /m);

/** The files of a step's table, in the page's order. */
const listed = (step: string) => [...step.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, name = ""]) => name);

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .toSorted();

test("the page lists exactly the files that the stub adds", () => {
  expect(listed(adapterStep).toSorted()).toEqual(filesIn(`${root}test/agents/scribe`));
  expect(listed(fixtureStep).toSorted()).toEqual(filesIn(`${root}test/fixtures/scribe`));
});

test("S38: an agent that is added as the page says is connected, captured, recovered and disconnected by the built program", () => {
  const copy = temporaryDirectory("eighth");
  followPage(copy);
  const env = { PATH: process.env["PATH"], HOME: join(copy, "home"), HOLDFAST_NO_DAEMON: "1" };
  const start = { cwd: join(copy, "project"), env, encoding: "utf8" } as const;
  buildPrograms(copy);
  const [, command = ""] = /^holdfast (connect scribe)$/m.exec(tryStep) ?? [];
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [join(copy, "dist/main.cjs"), ...args], start);

  run(...command.split(" "), "--force", "--yes");
  const { hooks } = JSON.parse(readFileSync(join(copy, "home/.scribe/add-ons/holdfast/hooks.json"), "utf8"));
  const send = (event: string, fields: object) => {
    const payload = JSON.parse(
      readFileSync(join(copy, `test/fixtures/scribe/payloads/${event}.json`), "utf8"),
    );
    const input = JSON.stringify({ ...payload, cwd: start.cwd, ...fields });
    return execFileSync("/bin/sh", ["-c", hooks[event][0].hooks[0].command], { ...start, input });
  };
  send("opened", { session_id: "first" });
  send("asked", { session_id: "first", words: "Build the importer. Never touch prod." });
  send("worked", { session_id: "first" });
  send("left", { session_id: "first" });
  expect(JSON.parse(run("status", "--json"))).toMatchObject({ sessions: 1 });
  expect(JSON.parse(send("opened", { session_id: "second" })).whisper).toContain("Never touch prod.");

  run("disconnect", "scribe");
  expect(existsSync(join(copy, "home/.scribe"))).toBe(false);
});

/** Steps 1 to 3 in a copy of the sources. */
function followPage(copy: string): void {
  for (const name of ["src", "scripts", "package.json"])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  for (const name of ["home", "project", "src/agents/scribe"]) mkdirSync(join(copy, name));
  for (const name of listed(adapterStep)) {
    const text = readFileSync(`${root}test/agents/scribe/${name}`, "utf8");
    const moved = text.replaceAll("../../../src/agents/", "../").replaceAll("../../../src/", "../../");
    writeFileSync(join(copy, "src/agents/scribe", name), moved);
  }
  const [, line = ""] = /```ts\n(.*)\n```/.exec(listStep) ?? [];
  const registry = join(copy, "src/agents/registry.ts");
  const text = readFileSync(registry, "utf8");
  writeFileSync(registry, `${line}\n${text.replace(/,?\s*];\s*$/, ", scribe];\n")}`);
  for (const name of listed(fixtureStep))
    cpSync(join(root, "test/fixtures/scribe", name), join(copy, "test/fixtures/scribe", name), {
      recursive: true,
    });
}

/** Step 4, without the library and its types, which no agent changes. */
function buildPrograms(copy: string): void {
  const build = `import("./scripts/build/programs.mjs").then(({ buildPrograms }) =>
    buildPrograms("dist", { main: "src/main.ts", hook: "src/hook.ts" }))`;
  execFileSync(process.execPath, ["-e", build], { cwd: copy });
}
