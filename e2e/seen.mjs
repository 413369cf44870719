import { readFileSync, writeFileSync } from "node:fs";
import { UNCLEAR } from "./client/hook-log.mjs";

const FILE = new URL("seen.json", import.meta.url);

/**
 * Which abilities of which agents a scenario saw, as in the table of docs/agents.md. `seen.json` keeps it for all of them; a
 * test compares the file with what the adapters declare.
 * @typedef {Record<string, Record<string, string>>} Seen
 * @typedef {Record<string, Seen>} SeenByScenario
 */

/** @returns {SeenByScenario} */
export function readSeen() {
  return JSON.parse(readFileSync(FILE, "utf8"));
}

/** What a scenario saw but should not have, and the reverse. @param {Seen} expected @param {Seen} seen */
export function differences(expected, seen) {
  const wanted = cells(expected);
  const found = cells(seen);
  return [
    ...[...wanted].flatMap(([cell, value]) => (found.has(cell) ? [] : [`did not see ${cell}: ${value}`])),
    ...[...found].flatMap(([cell, value]) =>
      value === UNCLEAR || value === wanted.get(cell)
        ? []
        : [`saw ${cell}: ${value}, and not ${wanted.get(cell) ?? "that at all"}`],
    ),
  ];
}

/** @param {SeenByScenario} seen */
export function writeSeen(seen) {
  const named = Object.entries(seen).filter(([, each]) => Object.keys(each).length > 0);
  const sorted = Object.fromEntries(named.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** @param {Seen} seen @returns {Map<string, string>} */
function cells(seen) {
  return new Map(
    Object.entries(seen).flatMap(([agent, abilities]) =>
      Object.entries(abilities).map(([ability, value]) => [`${agent}, ${ability}`, value]),
    ),
  );
}
