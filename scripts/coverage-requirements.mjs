// Lists which requirement ids are cited by a test:  npm run coverage:requirements [-- --json]
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const NUMBERED = { T: 35, D: 70, W: 19, P: 45, S: 50 };
const ID = /(?<![\w-])(?:(?:R-[A-Z]|SEC-S|RED-R|[TDWPS])\d{1,2})\b/g;
// A name is the first string of test, test.each(...)( or describe, or what a scenario says. Other ids in a file do not
// count.
const NAME =
  /\b(?:test|it|describe)(?:\.each\([\s\S]*?\]\s*,?\s*\))?\(\s*(["'`])((?:(?!\1)[\s\S])*)\1|\bname:\s*"([^"]+)"|\btitle:\s*"([^"]+)"|\bsays:\s*[`"]([^`"]+)[`"]/g;

const citing = new Map();
for (const file of ["test", "src/testing", "e2e/scenarios"].flatMap(files)) {
  for (const [, , test, name, title, says] of readFileSync(join(root, file), "utf8").matchAll(NAME)) {
    const sentence = test ?? name ?? title ?? says ?? "";
    for (const [id] of sentence.matchAll(ID))
      citing.set(id, [...(citing.get(id) ?? []), `${file}: ${sentence}`]);
  }
}

const numbered = Object.entries(NUMBERED).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, i) => `${letter}${i + 1}`),
);
const own = [...citing.keys()].filter((id) => !numbered.includes(id)).sort((a, b) => a.localeCompare(b));
const covered = [...numbered.filter((id) => citing.has(id)), ...own];
const missing = numbered.filter((id) => !citing.has(id));

if (process.argv.includes("--json")) {
  console.log(
    JSON.stringify(
      { covered: Object.fromEntries(covered.map((id) => [id, citing.get(id)])), missing },
      null,
      1,
    ),
  );
} else {
  for (const id of covered) console.log(`${id.padEnd(8)} ${citing.get(id).join("\n         ")}`);
  for (const letter of Object.keys(NUMBERED)) {
    const open = missing.filter((id) => id.startsWith(letter));
    console.log(
      `\n${letter}: ${NUMBERED[letter] - open.length} of ${NUMBERED[letter]} cited; not yet: ${open.join(" ") || "none"}`,
    );
  }
}

function files(directory) {
  return readdirSync(join(root, directory), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length));
}
