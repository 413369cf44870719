import { assignmentDetector } from "./assignments/assignments.ts";
import { flagPairDetector } from "./commands/flag-pairs.ts";
import { literalArgumentDetectors } from "./commands/literal-arguments.ts";
import { printedSecretDetector } from "./commands/printed-secrets.ts";
import { programArgumentDetectors } from "./commands/program-arguments.ts";
import type { Detector } from "./detector.ts";
import { digitCodeDetector } from "./documents/digit-codes.ts";
import { formatDetectors } from "./documents/formats.ts";
import { recoveryCodeDetector } from "./documents/recovery-codes.ts";
import { secretManifestDetector } from "./documents/secret-manifests.ts";
import { seedPhraseDetector } from "./documents/seed-phrases.ts";
import { tableDetector } from "./documents/tables.ts";
import { urlDetector } from "./documents/url-credentials.ts";
import { createKeywordIndex, type KeywordIndex } from "./keyword-index.ts";
import { type Found, judgeSpans } from "./learned/judge-spans.ts";
import { plainView } from "./plain-view.ts";
import { findRepeated } from "./repeated-values.ts";
import { findBareLogins } from "./sentences/bare-logins.ts";
import { findInOtherScripts } from "./sentences/other-scripts.ts";
import { ownWordDetector } from "./sentences/own-words.ts";
import { mergeSpans, type Span } from "./span.ts";
import { findEncodedSecrets } from "./tokens/encoded-secrets.ts";
import { gitleaksDetectors } from "./tokens/gitleaks-rules.ts";
import { privateKeyDetectors } from "./tokens/private-keys.ts";
import { findProductKeys } from "./tokens/product-keys.ts";
import { findRandomTokens } from "./tokens/random-tokens.ts";
import { vendorTokenDetectors } from "./tokens/vendor-token-detectors.ts";

/** Finds the secrets in a text. Throws when the deadline has passed. */
export type SecretFinder = (text: string, deadline: number) => Span[];

interface Trigger {
  detector: number;
  keyword: string;
}

/** Builds the finder; `now` is a monotonic clock in milliseconds. */
export function createSecretFinder(now: () => number): SecretFinder {
  const gitleaks = gitleaksDetectors();
  const vendorTokens = vendorTokenDetectors();
  // A value in the format of a published token or key is a secret in any context.
  const firmDetectors = [
    ...privateKeyDetectors,
    ...vendorTokens.filter(hasTellingPrefix),
    ...gitleaks.byForm,
    seedPhraseDetector,
    recoveryCodeDetector,
    digitCodeDetector,
  ];
  const detectors: Detector[] = [
    ...firmDetectors,
    ...gitleaks.byPlace,
    ...vendorTokens.filter((detector) => !hasTellingPrefix(detector)),
    assignmentDetector,
    urlDetector,
    ...programArgumentDetectors(),
    ...formatDetectors(),
    ...literalArgumentDetectors,
    printedSecretDetector,
    secretManifestDetector,
    tableDetector,
    ownWordDetector,
    flagPairDetector,
  ];
  const triggers: Trigger[] = detectors.flatMap(({ keywords }, detector) =>
    keywords.map((keyword) => ({ detector, keyword })),
  );
  const index = createKeywordIndex(triggers.map((trigger) => trigger.keyword));
  return (original, deadline) => {
    const view = plainView(original);
    const search = (text: string) =>
      scan(text, { index, triggers, detectors, firm: firmDetectors.length, deadline, now });
    const { firm, weak } = search(view.text);
    const ruled = {
      firm: [
        ...firm,
        ...findProductKeys(view.text),
        ...findEncodedSecrets(view.text, (decoded) => isFound(search(decoded))),
      ],
      weak: [
        ...weak,
        ...findRandomTokens(view.text),
        ...findInOtherScripts(view.text),
        ...findBareLogins(view.text),
      ],
    };
    const spans = judgeSpans(view.text, ruled, () => throwWhenLate(deadline, now));
    const all = [...spans, ...findRepeated(view.text, spans)];
    return mergeSpans(all.map((span) => view.toOriginal(span.start, span.end)));
  };
}

/** Names of other things begin with shorter prefixes too. */
function hasTellingPrefix({ keywords }: Detector): boolean {
  return keywords.every(({ length }) => length > 4);
}

function isFound({ firm, weak }: Found): boolean {
  return firm.length + weak.length > 0;
}

function throwWhenLate(deadline: number, now: () => number): void {
  if (now() > deadline) throw new RangeError("Out of time.");
}

interface Scanner {
  index: KeywordIndex;
  triggers: readonly Trigger[];
  detectors: readonly Detector[];
  /** How many detectors, from the first, find values that are secret in any context. */
  firm: number;
  deadline: number;
  now: () => number;
}

function scan(text: string, scanner: Scanner) {
  const found: { firm: Span[]; weak: Span[] } = { firm: [], weak: [] };
  const readTo = new Int32Array(scanner.detectors.length);
  let hits = 0;
  scanner.index.scan(text, (keyword, at) => {
    if ((++hits & 255) === 0) throwWhenLate(scanner.deadline, scanner.now);
    const id = scanner.triggers[keyword]?.detector ?? 0;
    const from = readTo[id] ?? 0;
    const detected = at < from ? undefined : scanner.detectors[id]?.detect(text, at, from);
    if (detected === undefined) return;
    (id < scanner.firm ? found.firm : found.weak).push(...detected.spans);
    readTo[id] = detected.readTo ?? at + 1;
  });
  return found;
}
