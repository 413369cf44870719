import { capturedBy } from "../captured.ts";
import { createDetector, type Detector } from "../detector.ts";
import { classifyName } from "../names/classify-name.ts";
import type { Span } from "../span.ts";
import { isSecretValue } from "../values/secret-value.ts";

const TAG = /[^<>]{1,1024}/y;
const ATTRIBUTE =
  /(?<name>[\w:-]{1,64})\s{0,4}=\s{0,4}(?:"(?<double>[^"]{0,512})"|'(?<single>[^']{0,512})'|(?<bare>[^\s"'>{][^\s"'>]{0,255}))/dg;

/** The value of a password field or meta tag, in any order of attributes. */
export const htmlInputDetector: Detector = createDetector(["<input", "<meta"], findFieldValue);

function findFieldValue(text: string, at: number): Span | undefined {
  TAG.lastIndex = at + 1;
  const tag = TAG.exec(text)?.[0] ?? "";
  const attributes = [...tag.matchAll(ATTRIBUTE)]
    .map(capturedBy)
    .filter((attribute) => attribute !== undefined);
  const value = attributes.find(({ groups }) => /^(?:value|content)$/i.test(groups["name"] ?? ""));
  const kind = attributes
    .filter(({ groups }) => /^(?:type|name|id)$/i.test(groups["name"] ?? ""))
    .map((attribute) => classifyName(attribute.value))
    .find((found) => found !== undefined);
  if (value === undefined || kind === undefined || !isSecretValue(value.value, { kind, data: true }))
    return undefined;
  return { start: at + 1 + value.start, end: at + 1 + value.end };
}
