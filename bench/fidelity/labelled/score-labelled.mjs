/**
 * What a text tells of a labelled session. A fact is told when all of `must`, or of any one of `mustAny`, occur in it. What no longer
 * holds is told wrongly when nothing of `unless` stands beside it or after it.
 */
export function scoreLabelled({ facts, absent = [], labels }, text) {
  const told = normal(text);
  const isTold = ({ must, mustAny }) =>
    (mustAny ?? [must]).some((all) => all.every((part) => told.includes(normal(part))));
  return {
    facts: facts.map((fact) => ({ ...fact, told: isTold(fact) })),
    wrong: absent.filter((gone) => isToldAlone(gone, told)),
    absent: absent.length,
    rules: labels ? ruleLines(text).map((line) => ({ line, right: isRule(line, labels, facts) })) : [],
  };
}

export function normal(text) {
  return text.normalize("NFC").replaceAll(/[’‘]/g, "'").replaceAll(/\s+/g, " ").toLowerCase();
}

/** So many characters before it still stand beside it. */
const BESIDE = 200;

function isToldAlone({ must_not: parts, unless = [] }, told) {
  const at = Math.min(...parts.map((part) => told.indexOf(normal(part))).filter((place) => place >= 0));
  if (!Number.isFinite(at)) return false;
  return !unless.some((part) => told.lastIndexOf(normal(part)) >= at - BESIDE);
}

const RULES = /^Rules of the user \(verbatim\):[ \n]([^]*?)(?=\n[A-Z][^\n]{2,60}:|\n<\/holdfast|$(?![^]))/m;

function ruleLines(text) {
  const [, section = ""] = RULES.exec(text) ?? [];
  return section
    .split("\n")
    .map((line) => line.replace(/^- /, ""))
    .filter((line) => line !== "" && !/^\(\+\d/.test(line));
}

const BINDING = new Set(["constraint", "decision", "correction"]);

/** Whether a label calls what stands in a line binding. */
function isRule(line, labels, facts) {
  const said = normal(line).replace(/…$/, "");
  const isPart = (a, b) => a.includes(b.slice(0, 40)) || b.includes(a.slice(0, 40));
  const labelled = labels.filter(({ label }) => BINDING.has(label)).map(({ text }) => normal(text));
  const parts = facts
    .filter(({ kind }) => kind === "constraint")
    .flatMap(({ must, mustAny }) => (mustAny ?? [must]).flat().map(normal));
  return labelled.some((text) => isPart(text, said)) || parts.some((part) => said.includes(part));
}
