import { type GlobNode, isNoSlash, parseGlob } from "./parse-glob.ts";

/** One state of the automaton. It consumes a character that it accepts or, without `accepts`, leads on without one. */
interface State {
  accepts?: (character: string) => boolean;
  next: number[];
}

export interface Glob {
  states: readonly State[];
  start: number;
}

/** The remaining budget of a match. Examining one state for one character is one step. */
export interface GlobBudget {
  steps: number;
}

/**
 * Compiles a glob to a nondeterministic automaton, so that the cost of a match is at most the length of the pattern
 * times that of the path. The patterns come from untrusted repositories, and a regular expression made of them could
 * backtrack forever. Names that begin with a dot match like any others.
 */
export function compileGlob(pattern: string): Glob {
  const states: State[] = [{ next: [] }];
  return { start: addSequence(states, parseGlob(pattern), ACCEPT), states };
}

/** Whether the whole path matches. Returns false, and no steps are left, if the budget runs out. */
export function matchesGlob({ states, start }: Glob, path: string, budget: GlobBudget): boolean {
  // The position at which each state was last entered, so that none is active twice.
  const entered = new Uint32Array(states.length);
  let active = enter(states, { ids: [start], entered, position: 1 });
  let position = 1;
  for (const character of path) {
    position += 1;
    const ids = active.flatMap((id) => (states[id]?.accepts?.(character) ? (states[id]?.next ?? []) : []));
    active = enter(states, { ids, entered, position });
    budget.steps -= active.length + 1;
    if (active.length === 0 || budget.steps < 0) return false;
  }
  return active.includes(ACCEPT);
}

const ACCEPT = 0;

interface Transition {
  ids: readonly number[];
  entered: Uint32Array;
  position: number;
}

/** The states that can be reached from these without consuming a character, each once. */
function enter(states: readonly State[], { ids, entered, position }: Transition): number[] {
  const active: number[] = [];
  const add = (id: number) => {
    if (entered[id] === position) return;
    entered[id] = position;
    active.push(id);
  };
  for (const id of ids) add(id);
  // The list grows during the iteration.
  for (const id of active) {
    const state = states[id];
    if (state && !state.accepts) for (const next of state.next) add(next);
  }
  return active;
}

const anything = () => true;

/** Adds the states of a sequence that continues at `end`. Returns its first state. */
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
    case "directories": {
      const slash = add({ accepts: (character) => character === "/", next: [end] });
      return add({ next: [end, loop(anything, slash)] });
    }
    case "rest":
      return add({ accepts: anything, next: [loop(anything, end)] });
    case "either":
      return add({ next: node.options.map((option) => addSequence(states, option, end)) });
  }
}
