import { type GlobNode, isNoSlash, parseGlob } from "./parse-glob.ts";

/** One state of the automaton: it takes a character that it accepts, or passes on without one. */
interface State {
  accepts?: (character: string) => boolean;
  next: number[];
}

export interface Glob {
  states: readonly State[];
  start: number;
}

/** The remaining budget of a match; each state that is examined for a character is one step. */
export interface GlobBudget {
  steps: number;
}

/**
 * Compiles a glob to an automaton that is in all of its states at once, so that matching costs at most the pattern's length
 * times the path's: the patterns come from repositories that may be anyone's, and a regular
 * expression made of them can backtrack forever. Names that begin with a dot are matched like others.
 */
export function compileGlob(pattern: string): Glob {
  const states: State[] = [{ next: [] }];
  return { start: addSequence(states, parseGlob(pattern), ACCEPT), states };
}

/** Whether a path matches, from its first to its last character. False, with no steps left, when the budget ends. */
export function matchesGlob({ states, start }: Glob, path: string, budget: GlobBudget): boolean {
  // At which character each state was entered last: it is active once.
  const entered = new Uint32Array(states.length);
  let active = enter(states, { ids: [start], entered, moment: 1 });
  let moment = 1;
  for (const character of path) {
    moment += 1;
    const ids = active.flatMap((id) => (states[id]?.accepts?.(character) ? (states[id]?.next ?? []) : []));
    active = enter(states, { ids, entered, moment });
    budget.steps -= active.length + 1;
    if (active.length === 0 || budget.steps < 0) return false;
  }
  return active.includes(ACCEPT);
}

const ACCEPT = 0;

interface Entering {
  ids: readonly number[];
  entered: Uint32Array;
  moment: number;
}

/** The states that these lead to without a character, each once. */
function enter(states: readonly State[], { ids, entered, moment }: Entering): number[] {
  const active: number[] = [];
  const add = (id: number) => {
    if (entered[id] === moment) return;
    entered[id] = moment;
    active.push(id);
  };
  for (const id of ids) add(id);
  // Grows while it is walked.
  for (const id of active) {
    const state = states[id];
    if (state && !state.accepts) for (const next of state.next) add(next);
  }
  return active;
}

const anything = () => true;

/** Adds the states of a sequence that continues at `end`; where it begins. */
function addSequence(states: State[], nodes: readonly GlobNode[], end: number): number {
  return nodes.reduceRight((next, node) => addNode(states, node, next), end);
}

function addNode(states: State[], node: GlobNode, end: number): number {
  const add = (state: State) => states.push(state) - 1;
  const loop = (accepts: State["accepts"] & {}, after: number) => {
    const begin = add({ next: [after] });
    states[begin]?.next.push(add({ accepts, next: [begin] }));
    return begin;
  };
  switch (node.type) {
    case "one":
      return add({ accepts: node.accepts, next: [end] });
    case "star":
      return loop(isNoSlash, end);
    case "folders": {
      const slash = add({ accepts: (character) => character === "/", next: [end] });
      return add({ next: [end, loop(anything, slash)] });
    }
    case "rest":
      return add({ accepts: anything, next: [loop(anything, end)] });
    case "either":
      return add({ next: node.options.map((option) => addSequence(states, option, end)) });
  }
}
