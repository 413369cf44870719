import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The repository that the recorded session worked on, as it was before its first prompt. */
export function makeProject(path) {
  for (const directory of ["src", "test"]) mkdirSync(join(path, directory), { recursive: true });
  writeFileSync(
    join(path, "src/limiter.js"),
    "export const rate = 100;\n\nexport function allow(count) {\n  return count < rate;\n}\n",
  );
  writeFileSync(
    join(path, "test/limiter.test.js"),
    'import assert from "node:assert";\nimport { allow } from "../src/limiter.js";\nassert.equal(allow(99), true);\n',
  );
  writeFileSync(join(path, "package.json"), '{ "name": "shop-api", "type": "module" }\n');
  const git = (...args) =>
    execFileSync("git", ["-c", "user.name=demo", "-c", "user.email=demo@example.invalid", ...args], {
      cwd: path,
      stdio: "ignore",
    });
  git("init", "-b", "main");
  git("add", "-A");
  git("commit", "-m", "Start");
}
