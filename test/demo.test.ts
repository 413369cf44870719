import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** Without what differs from run to run: ids, process ids, times, and paths of temporary directories. */
function comparable(line: string): string {
  return line
    .replaceAll(/chk_\w+/g, "chk")
    .replaceAll(/nonce="[^"]*"/g, "nonce")
    .replaceAll(/\S+(?=\/\.local\/)/g, "~")
    .replaceAll(/process \d+|\d+ s ago|\(\d+ characters\)/g, (found) => found.replaceAll(/\d+/g, "N"))
    .trimEnd();
}

/** The lines of the picture. Long ones are cut off. */
function drawnLines(): string[] {
  const lines = readFileSync(path("docs/demo.svg"), "utf8").matchAll(/<text [^>]*>([^<]*)<\/text>/g);
  return [...lines].map(([, text = ""]) =>
    comparable(text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")),
  );
}

test("the picture in README shows what the demo prints, from the first line to the files that came back", () => {
  const printed = execFileSync(process.execPath, [path("scripts/demo.mjs")], { encoding: "utf8" })
    .trimStart()
    .split("\n")
    .map(comparable);
  const drawn = drawnLines();
  expect(drawn.length).toBeGreaterThan(40);
  const matching = printed
    .slice(0, drawn.length)
    .map((line, i) => (drawn[i]?.endsWith("…") && line.startsWith(drawn[i].slice(0, -1)) ? drawn[i] : line));
  expect(matching).toEqual(drawn);
  expect(drawn).toContain("     + test/limiter.test.js  (+3 -0)");
  expect(drawn.at(-1)).toBe("   passed");
});

test("the lock file has every platform, no download address, and no field that only one npm writes", () => {
  const { packages } = JSON.parse(readFileSync(path("package-lock.json"), "utf8")) as {
    packages: Record<string, { optionalDependencies?: object; resolved?: string; libc?: string[] }>;
  };
  for (const [name, { resolved, libc }] of Object.entries(packages))
    expect({ name, resolved, libc }).toEqual({ name, resolved: undefined, libc: undefined });
  const { optionalDependencies = {} } = packages["node_modules/@biomejs/biome"] ?? {};
  const platforms = Object.keys(optionalDependencies);
  expect(platforms.length).toBeGreaterThan(5);
  for (const name of platforms) expect(packages).toHaveProperty([`node_modules/${name}`]);
});
