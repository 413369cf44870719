import picomatch from "picomatch";
import type { DebriefRule } from "../kernel/project-config.ts";
import { withoutSettings } from "../sessions/files-of-command.ts";
import { shellCommands } from "../sessions/shell-commands.ts";
import type { TurnFacts } from "./turn-facts.ts";

export interface Missing {
  evidence: string;
  files: string[];
}

/** The rules whose files this turn changed without the command that would show them to be well. */
export function missingEvidence(rules: readonly DebriefRule[], facts: TurnFacts): Missing[] {
  return rules.flatMap((rule) => {
    const matches = picomatch(rule.files, { dot: true });
    const changed = facts.changed.filter(({ path }) => matches(path));
    const lastEdit = Math.max(...changed.map(({ at }) => at));
    const isShown = facts.passed.some(
      ({ command, at }) => runs(command, rule.evidence) && (!rule.afterLastEdit || at >= lastEdit),
    );
    if (changed.length === 0 || isShown) return [];
    return [{ evidence: rule.evidence, files: changed.map(({ path }) => path) }];
  });
}

/** Where a project has no rules: any command that looks like a check, after the last change. */
export function uncheckedFiles(facts: TurnFacts): string[] {
  const lastCheck = Math.max(
    0,
    ...facts.passed.filter(({ command }) => isCheck(command)).map(({ at }) => at),
  );
  return facts.changed.filter(({ path, at }) => at > lastCheck && !isProse(path)).map(({ path }) => path);
}

/** A segment that begins with the words of the evidence, settings in front aside. */
function runs(command: string, evidence: string): boolean {
  const wanted = evidence.trim().split(/\s+/);
  return shellCommands(command)
    .map(({ words }) => withoutSettings(words))
    .some((words) => wanted.every((word, i) => words[i] === word));
}

const CHECK =
  /^(?:(?:npm|pnpm|yarn|bun|npx|make|just|cargo|go|uv|poetry|mvn|gradle|\.\/gradlew|dotnet|bundle|rake|mix|composer|deno) .*?\b(?:test|tests|check|lint|typecheck|tsc|build|vet|clippy|verify|vitest|jest|spec|validate|biome|oxlint|eslint|mypy|pytest|ruff)\b|(?:make|just)$|(?:tsc|vitest|jest|mocha|eslint|biome|oxlint|pytest|mypy|ruff|tox|nox|rspec|phpunit|ctest|shellcheck)\b|node .*--test\b|python3? -m (?:pytest|unittest|mypy|ruff))/;

function isCheck(command: string): boolean {
  return shellCommands(command).some(({ words }) => CHECK.test(withoutSettings(words).join(" ")));
}

/** Nothing runs on these. */
function isProse(path: string): boolean {
  return /\.(?:md|mdx|txt|rst|adoc)$/i.test(path);
}
