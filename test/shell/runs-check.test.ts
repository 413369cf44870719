import { describe, expect, test } from "vitest";
import { readInvocation } from "../../src/shell/invocations/read-invocation.ts";
import { parseCommands } from "../../src/shell/parse-commands.ts";
import { isCheck } from "../../src/shell/runs/is-check.ts";

const checks = (line: string) =>
  parseCommands(line).some((command) => isCheck(readInvocation(command, "/repo"), command.words));

describe("D44: a command that checks the work is recognized even if its tool is not listed", () => {
  test.each([
    "buck2 test //...",
    "dune runtest",
    "terragrunt validate",
    "dbt test",
    "alembic check",
    "npx spectral lint api.yml",
    "npm audit",
    "pip check",
    "anchor test",
    "wasm-pack test --node",
    "mkdocs build --strict",
    "ansible-playbook --syntax-check site.yml",
    "docker compose config -q",
    "jq empty settings.json",
    "sshd -t",
    "systemd-analyze verify app.service",
    "coverage run -m pytest",
  ])("%s", (line) => {
    expect(checks(line)).toBe(true);
  });

  test.each([
    "cd test",
    "ls build",
    "rm -rf build",
    "git checkout test",
    "npm install",
    "pip install build",
    "make install",
    "composer install",
    "docker compose up -d",
    "kubectl get test",
    "grep check notes.txt",
    "mkdir -p build",
    "echo lint",
    "terraform plan",
  ])("%s is not a check", (line) => {
    expect(checks(line)).toBe(false);
  });
});
