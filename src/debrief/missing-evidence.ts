import picomatch from "picomatch";
import type { DebriefRule } from "../kernel/project-config.ts";
import { runsCheck, showsEvidence } from "./shows-evidence.ts";
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
      (run) => showsEvidence(run, rule.evidence) && (!rule.afterLastEdit || run.at >= lastEdit),
    );
    if (changed.length === 0 || isShown) return [];
    return [{ evidence: rule.evidence, files: changed.map(({ path }) => path) }];
  });
}

/** Where a project has no rules: any command that looks like a check, after the last change. */
export function uncheckedFiles(facts: TurnFacts): string[] {
  const lastCheck = Math.max(0, ...facts.passed.filter(runsCheck).map(({ at }) => at));
  return facts.changed.filter(({ path, at }) => at > lastCheck && !isProse(path)).map(({ path }) => path);
}

/** Nothing runs on these. */
function isProse(path: string): boolean {
  return /\.(?:md|mdx|txt|rst|adoc)$/i.test(path);
}
