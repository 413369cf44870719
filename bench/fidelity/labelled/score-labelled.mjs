/**
 * Scores the record of a labelled session. A fact is delivered if the text contains all of `must`, or all of one item of `mustAny`. A fact
 * that no longer holds counts as outdated if the text contains it with nothing of `unless` near it or after it.
 */
export function scoreLabelled({ facts, absent = [] }, text) {
  const record = normal(text);
  const isDelivered = ({ must, mustAny }) =>
    (mustAny ?? [must]).some((all) => all.every((part) => record.includes(normal(part))));
  return {
    facts: facts.map((fact) => ({ ...fact, delivered: isDelivered(fact) })),
    outdated: absent.filter((gone) => isUncorrected(gone, record)),
    absent: absent.length,
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
