import { describe, expect, test } from "vitest";
import { isRetriedWhenReady } from "../../../src/shell/runs/retried-when-ready.ts";

/** Whether a line that passed made up for another one with this output. */
const retried = (failed: string, output: string, later: string) =>
  isRetriedWhenReady({ command: later, output: "" }, { command: failed, output: `Exit code 1\n${output}` });

type Case = [failed: string, output: string, later: string];

describe("D44: a tool that was started too early, or elsewhere, has succeeded since", () => {
  test.each<Case>([
    ["npm test", "npm error Could not read package.json", "cd app && npm test"],
    ["cargo build", "error: could not find `Cargo.toml` in `/p`", "cd core && cargo build --release"],
    ["git status", "fatal: not a git repository", "cd repo && git status -s"],
    ["make all", "make: *** No rule to make target 'all'. Stop.", "make build"],
  ])("%s: %s: then %s", (...given) => {
    expect(retried(...given)).toBe(true);
  });

  test.each<Case>([
    ["npm test", "npm error Could not read package.json", "npm run lint"],
    ["npm test", "1 test failed", "cd app && npm test -- a.test.ts"],
    ["make all", "make: *** No rule to make target 'all'. Stop.", "make"],
    ["ls src/cart.ts", "ls: src/cart.ts: No such file or directory", "ls lib/shop.ts"],
    ["npm start --port 3000", "Error: listen EADDRINUSE: address already in use :::3000", "npm test"],
    ["vitest run", "sh: 1: vitest: not found", "npx jest"],
    ["gcc -o app main.c", "main.c:1: error: x", "gcc -o other main.c"],
  ])("but not %s: %s: by %s", (...given) => {
    expect(retried(...given)).toBe(false);
  });
});
