import type { Command } from "unbash";
import { expandToText, type Variables } from "./expand-word.ts";

const MOST_VARIABLES = 100;

/** The variables after a command: `NAME=value` alone and after `export` stay; in front of a command they are that command's. */
export function assigned(variables: Variables, { name, prefix, args }: Command): Variables {
  const declares = name === undefined || /^(?:export|declare|local|readonly|typeset)$/.test(name.value);
  let now = variables;
  for (const each of declares ? [...prefix, ...args] : []) {
    if (each.type !== "Assignment") continue;
    const isPlain = each.value.type === "Word" && !each.append && each.index === undefined;
    now = withVariable(now, each.name, isPlain ? expandToText(each.value, now) : undefined);
  }
  return now;
}

/** Undefined: it has a value, but only running the line would show which. */
export function withVariable(variables: Variables, name: string, value: string | undefined): Variables {
  const now = new Map(variables);
  if (value === undefined) now.delete(name);
  else if (now.size < MOST_VARIABLES || now.has(name)) now.set(name, value);
  return now;
}
