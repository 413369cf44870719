/** Which facts stand in a text, and which that should not. Spaces and case do not count. */
export function score(facts, text) {
  const told = plain(text);
  const wanted = facts.filter(({ absent }) => !absent);
  return {
    told: wanted.filter((fact) => told.includes(plain(fact.text))),
    missing: wanted.filter((fact) => !told.includes(plain(fact.text))),
    wrong: facts.filter((fact) => fact.absent && told.includes(plain(fact.text))),
  };
}

/** Counts by kind over all sessions; the share of a kind is told / planted. */
export function byKind(scores) {
  const kinds = new Map();
  const of = (kind) => kinds.get(kind) ?? kinds.set(kind, { planted: 0, told: 0, wrong: 0 }).get(kind);
  for (const { told, missing, wrong } of scores) {
    for (const { kind } of told) of(kind).told += 1;
    for (const { kind } of [...told, ...missing]) of(kind).planted += 1;
    for (const { kind } of wrong) of(kind).wrong += 1;
  }
  return [...kinds].map(([kind, counts]) => ({ kind, ...counts, share: counts.told / counts.planted }));
}

function plain(text) {
  return text.replaceAll(/\s+/g, " ").trim().toLowerCase();
}
