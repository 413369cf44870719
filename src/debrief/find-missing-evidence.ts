import { compileGlob, type Glob, type GlobBudget, matchesGlob } from "../files/glob.ts";
import type { DebriefRule } from "../kernel/config/project-config.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { TurnFacts } from "./collect-turn-facts.ts";
import { hasEvidence, runsCheck } from "./has-evidence.ts";

export interface EvidenceGap {
  evidence: string;
  files: string[];
}

/** Limit per stop, well under 100 ms. A hundred rules for sixty files take a tenth of it. */
const MATCHING_STEPS = 1_000_000;

/** Rules with cached matches. */
export interface RuleMatcher {
  rules: readonly DebriefRule[];
  /** Throws `too_large` if the rules are too expensive to match, as in a hostile project. */
  isAbout(rule: DebriefRule, path: string): boolean;
}

/** Matches each file once and caches the result, so that most of the work can be done before a stop is handled. */
export function createRuleMatcher(rules: readonly DebriefRule[]): RuleMatcher {
  const budget = { steps: MATCHING_STEPS };
  const globs = new Map<DebriefRule, readonly Glob[]>();
  const known = new Map<DebriefRule, Map<string, boolean>>();
  return {
    rules,
    isAbout(rule, path) {
      const ofRule = emplace(known, rule, () => new Map<string, boolean>());
      const compiled = () => emplace(globs, rule, () => rule.files.map(compileGlob));
      return emplace(ofRule, path, () => matchWithin(budget, compiled(), path));
    },
  };
}

function emplace<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}

function matchWithin(budget: GlobBudget, globs: readonly Glob[], path: string): boolean {
  const isMatch = budget.steps >= 0 && globs.some((glob) => matchesGlob(glob, path, budget));
  if (budget.steps >= 0) return isMatch;
  throw new HoldfastError("too_large", "The rules in .holdfast.json take too long to match.", {
    next: "Use fewer or simpler globs in .holdfast.json.",
  });
}

/** Finds the rules whose files were changed in this turn without the required command passing afterwards. */
export function findMissingEvidence({ rules, isAbout }: RuleMatcher, facts: TurnFacts): EvidenceGap[] {
  return rules.flatMap((rule) => {
    const changed = facts.changed.filter(({ path }) => isAbout(rule, path));
    const lastEdit = Math.max(...changed.map(({ at }) => at));
    const runs = facts.passed.filter(({ at }) => !rule.afterLastEdit || at >= lastEdit);
    if (changed.length === 0 || hasEvidence(runs, rule.evidence, facts.root)) return [];
    return [{ evidence: rule.evidence, files: changed.map(({ path }) => path) }];
  });
}

/** For projects without rules: finds files that changed after the last command that looks like a check. */
export function findUncheckedFiles(facts: TurnFacts): string[] {
  const lastCheck = Math.max(0, ...facts.passed.filter(runsCheck).map(({ at }) => at));
  return facts.changed.filter(({ path, at }) => at > lastCheck && !isProse(path)).map(({ path }) => path);
}

/** Whether a file is documentation, which no check covers. */
function isProse(path: string): boolean {
  return /\.(?:md|mdx|txt|rst|adoc)$/i.test(path);
}
