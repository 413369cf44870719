/**
 * Scores the record of a labelled session. A fact is delivered if the text contains all of `must`, or all of one item of `mustAny`. A fact
 * that no longer holds counts as outdated if the text contains it with nothing of `unless` near it or after it.
 */
export function scoreLabelled({ facts, absent = [], labels }, text) {
  const record = normal(text);
  const isDelivered = ({ must, mustAny }) =>
    (mustAny ?? [must]).some((all) => all.every((part) => record.includes(normal(part))));
  return {
    facts: facts.map((fact) => ({ ...fact, delivered: isDelivered(fact) })),
    outdated: absent.filter((gone) => isUncorrected(gone, record)),
    absent: absent.length,
    rules: labels ? ruleLines(text).map((line) => ({ line, right: isRule(line, labels, facts) })) : [],
  };
}

export function normal(text) {
  return text.normalize("NFC").replaceAll(/[’‘]/g, "'").replaceAll(/\s+/g, " ").toLowerCase();
}

/** A correction counts from this many characters before the fact on. */
const NEAR = 200;

function isUncorrected({ must_not: parts, unless = [] }, record) {
  const at = Math.min(...parts.map((part) => record.indexOf(normal(part))).filter((index) => index >= 0));
  if (!Number.isFinite(at)) return false;
  return !unless.some((part) => record.lastIndexOf(normal(part)) >= at - NEAR);
}

/** The mark of a rule, at the start of a line or after the title of a section with one item. */
const RULE = /^(?:User said[^:]*: )?! (.*)$/gm;

function ruleLines(text) {
  return [...text.matchAll(RULE)].map(([, line]) => line);
}

const BINDING = new Set(["constraint", "decision", "correction"]);

/** Whether a label says that a line is binding. */
function isRule(line, labels, facts) {
  const plain = normal(line).replace(/…$/, "");
  const isPart = (a, b) => a.includes(b.slice(0, 40)) || b.includes(a.slice(0, 40));
  const labelled = labels.filter(({ label }) => BINDING.has(label)).map(({ text }) => normal(text));
  const parts = facts
    .filter(({ kind }) => kind === "constraint")
    .flatMap(({ must, mustAny }) => (mustAny ?? [must]).flat().map(normal));
  return labelled.some((text) => isPart(text, plain)) || parts.some((part) => plain.includes(part));
}
