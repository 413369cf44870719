import { bounded, type Capture, LIMITS } from "./capture-state.ts";
import type { FoundRule } from "./find-rules.ts";

const DEMAND = 3;
/** "It shows the old value in view 7", then in view 9: what comes again in the same shape is news, not a fact. */
const WORN = 0;

type Rule = Capture["rules"][number];

/**
 * Adds rules within the bound. The least certain leave first. Among equals the newest demand wins over an old one, but of
 * facts and remarks the oldest stay: what a session rests on is said early, and once.
 */
export function keepRules(rules: readonly Rule[], fresh: readonly FoundRule[], at: number): Rule[] {
  const shapes = new Map(rules.map((rule) => [shapeOf(rule.text), rule]));
  const added: Rule[] = [];
  const worn = new Set<Rule>();
  for (const { text, weight } of fresh) {
    const known = shapes.get(shapeOf(text));
    if (known && sameWords(known.text, text)) continue;
    if (known && known.weight < DEMAND) {
      worn.add(known);
      continue;
    }
    added.push({ text: bounded(text, LIMITS.rule), weight, at });
  }
  const all = [...rules.map((rule) => (worn.has(rule) ? { ...rule, weight: WORN } : rule)), ...added];
  if (all.length <= LIMITS.rules) return all;
  const kept = new Set(byWorth(all).slice(0, LIMITS.rules));
  return all.filter((rule) => kept.has(rule));
}

/** Most important first. */
export function byWorth(rules: readonly Rule[]): Rule[] {
  return [...rules].sort((a, b) => b.weight - a.weight || (a.weight >= DEMAND ? b.at - a.at : a.at - b.at));
}

function sameWords(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

function shapeOf(text: string): string {
  return plain(text).replaceAll(/\S*\d\S*/g, "#");
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
