import { describe, expect, test } from "vitest";
import { succeededAnotherWay } from "../../../src/shell/runs/succeeded-another-way.ts";

/** Whether a line that passed reached what another one, with this output, did not. */
const reached = (failed: string, output: string, later: string) =>
  succeededAnotherWay({ command: later, output: "" }, { command: failed, output: `Exit code 1\n${output}` });

type Case = [failed: string, output: string, later: string];

const NO_JQ = "bash: jq: command not found";
const NO_DOCKER = "Cannot connect to the Docker daemon at unix:///var/run/docker.sock.";
const REFUSED = "curl: (7) Failed to connect to localhost port 3000: Connection refused";
const NO_FILE = "ls: src/cart.ts: No such file or directory";
const IN_USE = "Error: listen EADDRINUSE: address already in use :::3000";

describe("D44: what failed was reached in another way", () => {
  test.each<Case>([
    // A port or a name was taken.
    ["npm start --port 3000", IN_USE, "npm start --port 3001"],
    ["PORT=3000 npm start", "port 3000 is already allocated", "PORT=3001 npm start"],
    ["python3 -m http.server 8000", "OSError: Address already in use", "python3 -m http.server 8001"],
    ["docker run --name db -d postgres", "The container name /db is already in use", "docker start db"],
    ["podman run --name db postgres", "The container name /db is already in use", "podman restart db"],
    // The program is elsewhere.
    ["vitest run", "sh: 1: vitest: not found", "npx vitest run"],
    ["vitest run", "zsh: command not found: vitest", "pnpm vitest run"],
    ["jest", "bash: jest: command not found", "npx jest@29 --ci"],
    ["ruff .", "bash: ruff: command not found", "uvx ruff@0.4 ."],
    ["golint ./...", "bash: golint: command not found", "go run golang.org/x/lint/golint ./..."],
    ["docker-compose up -d", "bash: docker-compose: command not found", "docker compose up -d"],
    // Another program did it.
    ["wget https://x.org/a.tgz", "bash: wget: command not found", "curl -LO https://x.org/a.tgz"],
    ["curl -s https://x.org/a | jq .name", NO_JQ, "curl -s https://x.org/a | python3 -m json.tool"],
    // It answers now.
    ["curl localhost:3000/", REFUSED, "curl -s localhost:3000/health"],
    ["docker ps", NO_DOCKER, "docker compose up -d"],
    ["docker ps", NO_DOCKER, "docker-compose up -d"],
    // It was started too early, or elsewhere.
    ["npm test", "npm error Could not read package.json", "cd app && npm test"],
    ["cargo build", "error: could not find `Cargo.toml` in `/p`", "cd core && cargo build --release"],
    ["git status", "fatal: not a git repository", "cd repo && git status -s"],
    ["make all", "make: *** No rule to make target 'all'. Stop.", "make build"],
    // The same file was made.
    ["curl -o a.tgz https://x.org/a", "curl: (22) 404", "wget -O a.tgz https://y.org/a"],
    ["gcc -o app main.c", "main.c:1: error: x", "gcc -o app other.c"],
    ["cp a.txt out.txt", "cp: a.txt: No such file", "cp b.txt out.txt"],
    ["sed -i s/a/b/ src/a.ts", "sed: 1: bad flag", "perl -pi -e s/a/b/ src/a.ts"],
    // It was looked for elsewhere.
    ["ls src/cart.ts", NO_FILE, "ls lib/cart.ts"],
    ["cat src/cart.ts", "cat: src/cart.ts: No such file or directory", "find . -name cart.js"],
    ["rg parseRow src", "bash: rg: command not found", "grep -rn parseRow src"],
    ["bat src/cart.ts", "bash: bat: command not found", "cat src/cart.ts"],
    ["ls -la a", "ls: a: No such file or directory", "ls a b"],
    ["ls src/mytest.ts", "ls: src/mytest.ts: No such file or directory", "ls lib/mytest.ts"],
    ["ls src/testing.ts", "ls: src/testing.ts: No such file or directory", "ls lib/testing.ts"],
    ["ls src/cart.test.ts", "ls: src/cart.test.ts: No such file or directory", "ls lib/cart.test.js"],
    // Other commands of the line make no difference.
    ["npm start -p 3000", IN_USE, "npm start --port 3001"],
    ["cd x && docker run --name db postgres", "container name /db is already in use", "docker start db"],
    ["vitest run", "sh: 1: vitest: not found", "mkdir -p out && npx vitest run"],
    ["curl localhost:3000/", REFUSED, "cd x && curl -s localhost:3000/health"],
    ["curl -o a.tgz https://x.org/a", "curl: (22) 404", "mkdir -p out && wget -O a.tgz https://y.org/a"],
    ["wget https://x.org/a.tgz", "bash: wget: command not found", "cd x && curl -LO https://x.org/a.tgz"],
    ["./bin/wget https://x.org/a.tgz", "wget: command not found", "curl -LO https://x.org/a.tgz"],
    ["sed -i s/a/b/ src/a.ts", "sed: 1: bad flag", "cd x && perl -pi -e s/a/b/ src/a.ts"],
    ["ls src/cart.ts", NO_FILE, "cd x && ls lib/cart.ts"],
  ])("%s: %s: then %s", (...given) => {
    expect(reached(...given)).toBe(true);
  });

  test.each<Case>([
    ["npm start --port 3000", IN_USE, "npm test"],
    ["curl localhost:3000", IN_USE, "curl localhost:3000"],
    ["docker run --name db -d postgres", "The container name /db is already in use", "docker start web"],
    ["docker run --name db -d postgres", "The container name /db is already in use", "podman start db"],
    ["docker run --name db -d postgres", "The container name /db is already in use", "docker stop db"],
    ["docker run --label db -d postgres", "The container name /db is already in use", "docker start db"],
    ["vitest run", "sh: 1: vitest: not found", "npx jest"],
    ["vitest run", "sh: 1: vitest: not found", "echo vitest"],
    ["vitest run", "sh: 1: vitest: not found", "rm -rf vitest"],
    ["docker-compose up", "bash: docker-compose: command not found", "docker ps"],
    ["wget https://x.org/a.tgz", "bash: wget: command not found", "curl -LO https://x.org/b.tgz"],
    ["wget https://x.org/a.tgz", "bash: wget: command not found", "echo https://x.org/a.tgz"],
    ["eslint src/a.ts", "bash: eslint: command not found", "prettier src/a.ts"],
    ["curl -s https://x.org/a | jq .", NO_JQ, "curl -s https://x.org/b | head"],
    ["curl -s https://x.org/a | jq .", NO_JQ, "wget https://x.org/a"],
    ["curl localhost:3000/", REFUSED, "curl -s localhost:4000/health"],
    ["curl localhost:3000/", REFUSED, "wget localhost:3000"],
    ["docker ps", NO_DOCKER, "make up"],
    ["npm test", "npm error Could not read package.json", "npm run lint"],
    ["npm test", "1 test failed", "cd app && npm test -- a.test.ts"],
    ["make all", "make: *** No rule to make target 'all'. Stop.", "make"],
    ["ls src/cart.ts", NO_FILE, "ls lib/shop.ts"],
    ["ls -la a", "ls: a: No such file or directory", "ls -la b"],
    ["ls src/index.ts", "ls: src/index.ts: No such file or directory", "ls lib/index.js"],
    ["ls -la src/cart.ts", "ls: src/cart.ts: No such file or directory", "cp lib/cart.ts x.ts"],
    ["rg parseRow src", "bash: rg: command not found", "grep -rn readRow lib"],
    ["touch a/b.txt", "touch: a/b.txt: Permission denied", "touch a/b.txt c.txt"],
    ["gcc -o app main.c", "main.c:1: error: x", "gcc -o other main.c"],
    ["make x && bat src/cart.ts", "bash: bat: command not found", "cat src/cart.ts"],
    ["ls src/ab", "ls: src/ab: No such file or directory", "ls lib/ab"],
    ["npm test", "sh: 1: vitest: not found", "npx jest"],
    ["wget foo", "bash: wget: command not found", "curl foo"],
    ["wget ./", "bash: wget: command not found", "curl ./"],
    ["gcc -o app main.c", "main.c:1: error: x", "clang -o app main.c"],
  ])("but not %s: %s: by %s", (...given) => {
    expect(reached(...given)).toBe(false);
  });
});
