const ALL = { checkTime: () => {}, isPromising: () => true, keepsGlances: true };

/** The values of a text, each with the answer that its labels give; those that cover a secret in part teach nothing. */
export function rowsOf(document, weight, { plainView, readValues }) {
  const view = plainView(document.text);
  return readValues(view.text, [], ALL).flatMap(({ start, end, buckets, glance }) => {
    const place = view.toOriginal(start, end);
    const answer = document.only ? onlyThere(place, document.only) : answerOf(place, document.secrets);
    return answer === undefined
      ? []
      : [{ buckets, glance, answer: answer.is, weight: weight * answer.share }];
  });
}

function onlyThere(place, spans) {
  return spans.some((span) => overlap(place, span) > 0) ? { is: 0, share: 0.6 } : undefined;
}

function answerOf(place, secrets) {
  const secret = secrets.toSorted((a, b) => overlap(place, b) - overlap(place, a))[0];
  const common = secret === undefined ? 0 : overlap(place, secret);
  if (common <= 0) return { is: 0, share: 1 };
  const length = secret.end - secret.start;
  const more = place.end - place.start - common;
  if (common < 0.9 * length) return undefined;
  if (common >= 0.95 * length && more <= 2) return { is: 1, share: 1 };
  return more > 0.15 * length ? { is: 0, share: 0.5 } : undefined;
}

function overlap(a, b) {
  return Math.min(a.end, b.end) - Math.max(a.start, b.start);
}
