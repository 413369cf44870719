import type { Capture } from "../../kernel/capture.ts";
import { bounded, boundedEnd } from "../../text/bounded.ts";
import { collectFacts, type Facts, type Source } from "./collect-facts.ts";

export interface Section {
  title: string;
  items: string[];
  /** How many items of this kind are not shown. */
  omitted: number;
}

type Kind = keyof Facts;
type Fits = (sections: Section[]) => boolean;

/** The order in which a reader needs them: what binds, what is asked, what is open, then the circumstances. */
const TITLES: readonly [Kind, string][] = [
  ["rules", "Rules of the user (verbatim)"],
  ["request", "Latest request (verbatim)"],
  ["before", "The request before it"],
  ["goal", "The session began with"],
  ["todos", "Open todos"],
  ["decisions", "Decisions"],
  ["refusals", "Refused by the user"],
  ["noted", "Noted by the agent"],
  ["failures", "Still failing"],
  ["files", "Files changed"],
  ["remarks", "Also said by the user"],
  ["stopped", "Where it stopped"],
  ["summary", "Summary by the client (not the user's words)"],
];

/** Nobody can reconstruct what a person demanded or what is left to do: these are always delivered, shortened if necessary. */
const ALWAYS: readonly [Kind, number][] = [
  ["request", 1],
  ["rules", 8],
  ["todos", 10],
];
/** The length that one of them may have; the first that leaves `SPARE` for the rest wins, else the first that fits. */
const LENGTHS = [400, 320, 260, 220, 190, 165, 145, 125, 110, 95, 80, 68, 56, 46, 36, 26];
const ENOUGH = 165;

/**
 * Then, while there is room, in this order: what the next session would get wrong without knowing (a failure, a
 * decision), what it would have to search for (files, the goal), then more of everything.
 */
const EXTRAS: readonly [Kind, count: number, chars: number][] = [
  ["before", 1, 160],
  ["failures", 1, 170],
  ["noted", 1, 300],
  ["decisions", 3, 150],
  ["refusals", 2, 160],
  ["files", 4, 80],
  ["goal", 1, 140],
  ["stopped", 1, 100],
  ["files", 8, 80],
  ["rules", 10, 140],
  ["decisions", 6, 150],
  ["failures", 3, 170],
  ["noted", 1, 700],
  ["remarks", 3, 140],
  ["stopped", 1, 160],
  ["goal", 1, 320],
  ["rules", 14, 200],
  ["remarks", 8, 140],
  ["todos", 16, 120],
  ["decisions", 12, 200],
  ["files", 14, 100],
  ["rules", 20, 260],
  ["remarks", 14, 200],
  ["stopped", 1, 400],
  ["failures", 5, 260],
  ["files", 30, 120],
  ["todos", 30, 160],
  ["refusals", 6, 200],
  ["summary", 1, 400],
];

type Shares = Record<Kind, { count: number; chars: number }>;

const NOTHING: Shares = {
  rules: { count: 0, chars: 0 },
  request: { count: 0, chars: 0 },
  remarks: { count: 0, chars: 0 },
  before: { count: 0, chars: 0 },
  goal: { count: 0, chars: 0 },
  todos: { count: 0, chars: 0 },
  decisions: { count: 0, chars: 0 },
  refusals: { count: 0, chars: 0 },
  noted: { count: 0, chars: 0 },
  failures: { count: 0, chars: 0 },
  files: { count: 0, chars: 0 },
  stopped: { count: 0, chars: 0 },
  summary: { count: 0, chars: 0 },
};

/** The facts worth delivering, as many as `fits` lets through. `spare` asks whether so many characters would still be free. */
export function rankFacts(
  capture: Capture,
  source: Source,
  fits: (sections: Section[], spare: number) => boolean,
): Section[] {
  const facts = collectFacts(capture, source);
  let shares = always(facts, fits);
  for (const [kind, count, chars] of EXTRAS) {
    shares = widened(facts, shares, { kind, count, chars }, (sections) => fits(sections, 0));
  }
  return sectionsOf(facts, shares);
}

/** Room for the rest is worth a shorter wording, but only down to the length of a full sentence. */
const SPARE = 420;

function always(facts: Facts, fits: (sections: Section[], spare: number) => boolean): Shares {
  const plans = LENGTHS.map((chars) => ({
    chars,
    shares: ALWAYS.reduce<Shares>((shares, [kind, count]) => {
      const length =
        kind === "request" ? Math.min(600, chars * 2) : kind === "todos" ? Math.min(chars, 160) : chars;
      return { ...shares, [kind]: { count, chars: length } };
    }, NOTHING),
  }));
  const roomy = plans.find(({ chars, shares }) => chars >= ENOUGH && fits(sectionsOf(facts, shares), SPARE));
  const fitting = roomy ?? plans.find(({ shares }) => fits(sectionsOf(facts, shares), 0));
  return fitting?.shares ?? { ...NOTHING, request: { count: 1, chars: 60 }, rules: { count: 2, chars: 60 } };
}

/** One item more at a time, up to the wanted count, as long as it fits. */
function widened(
  facts: Facts,
  shares: Shares,
  wanted: { kind: Kind; count: number; chars: number },
  fits: Fits,
): Shares {
  const { kind } = wanted;
  const limit = Math.min(wanted.count, facts[kind].length);
  const chars = Math.max(wanted.chars, shares[kind].chars);
  let best = shares;
  for (let count = Math.max(1, shares[kind].count); count <= limit; count++) {
    const tried = { ...best, [kind]: { count, chars } };
    if (!fits(sectionsOf(facts, tried))) break;
    best = tried;
  }
  return best;
}

function sectionsOf(facts: Facts, shares: Shares): Section[] {
  return TITLES.flatMap(([kind, title]) => {
    const { count, chars } = shares[kind];
    if (count === 0 || facts[kind].length === 0) return [];
    const cut = kind === "stopped" ? boundedEnd : bounded;
    const chosen = facts[kind].slice(0, count);
    const items = chosen.sort((a, b) => a.order - b.order).map(({ text }) => cut(text, chars));
    return [{ title, items, omitted: facts[kind].length - items.length }];
  });
}
