import { CHECKERS } from "./check-tools.ts";

/** Programs that start a tool of the project without changing what it does, with their flags that take a value. */
const RUNNERS =
  /^(?:(?:npx|bunx|pnpx|uvx)(?: (?:-p|--package|-c) \S+| -\S+)* |(?:npm|pnpm|yarn|bundle|composer|bun|mise|rye|pdm|hatch|pipenv|poetry|uv|dotenv|direnv|conda|asdf)(?: -\S+)* (?:exec|dlx|x|run)(?: (?:--with|--extra|--group|--python|-p|-n) \S+| --?[\w=.-]+)* (?:-- )?|(?:\S*\/)?(?:python|py)[\d.]*(?: -[uBIWXO]+)* -m |uv (?=pip )|(?:docker|podman)(?: |-)compose(?: -f \S+)* (?:run|exec)(?: (?:-e|-u|-w|--user|--workdir|--env|-v) \S+| -\S+)* [\w.-]+ |(?:docker|podman) (?:exec|run)(?: (?:-[euwvp]|--(?:env|user|workdir|volume|name|network|mount|platform|entrypoint)) \S+| -\S+)* [\w./:@-]+ |cross-env |dotenv -- )/;
const SCRIPT_RUNNER = /^(?:npm|pnpm|yarn|bun|composer)(?: -\S+)* (?:run|run-script|x) /;

/** `npx vitest run` is `vitest run`, `uv run python -m pytest` is `pytest`. Package scripts stay as they are. */
export function withoutRunners(words: readonly string[]): string[] {
  let rest = [...words];
  for (let left = 5; left > 0; left -= 1) {
    const line = rest.map((word) => word.replaceAll(/\s/g, "_")).join(" ");
    const runner = SCRIPT_RUNNER.test(line) ? undefined : RUNNERS.exec(`${line} `)?.[0];
    if (runner === undefined) return withoutPath(rest);
    rest = inContainer(runner, rest.slice(runner.trimEnd().split(" ").length));
    while (/^\w+=/.test(rest[0] ?? "")) rest.shift();
  }
  return withoutPath(rest);
}

/** `docker run koalaman/shellcheck:stable a.sh`: the image of a single tool has the tool's name. */
function inContainer(runner: string, command: readonly string[]): string[] {
  const [, tool = ""] = /^(?:docker|podman) run .*?([\w.-]+)(?:[:@]\S*)? $/.exec(runner) ?? [];
  return CHECKERS.has(tool) && command[0] !== tool ? [tool, ...command] : [...command];
}

const INTERPRETER = /^(?:(?:ba|z|da)?sh|php|ruby|node|perl)$/;
/** Scripts that are tools: files in a `bin` directory, wrappers and shell scripts. */
const TOOL_SCRIPT = /(?:^|\/)\.?bin\/[^/]+$|^(?:\.\/)?(?:gradlew|mvnw)$|\.sh$/;

/** `./node_modules/.bin/tsc`, `npx tsc@5` and `node node_modules/.bin/tsc` are `tsc`. */
function withoutPath(words: readonly string[]): string[] {
  const [first = "", script = ""] = words;
  const isInterpreted = INTERPRETER.test(first) && TOOL_SCRIPT.test(script);
  const [program = "", ...args] = isInterpreted ? words.slice(1) : words;
  const base = program.replace(/^.*\//, "");
  return [base.replace(/(?<=.)@.*$/, "").replace(/\.(?:exe|cmd|phar|bat)$/, ""), ...args];
}
