import { type Detection, type Detector, NOTHING } from "../detector.ts";
import { isPlaceholder } from "../values/placeholder.ts";
import { entropy, isWordy } from "../values/randomness.ts";
import { TOKEN_SHAPES } from "./vendor-tokens.ts";
import { findCutToken, findWrap, withWrap } from "./wrapped-tokens.ts";

const INSIDE_LEAD = 128;
const INSIDE_REACH = 256;

/** One detector for each published token shape; its pattern compiles when first tried. */
export function vendorTokenDetectors(): Detector[] {
  return TOKEN_SHAPES.map(([keyword, pattern]) => createTokenDetector(keyword, pattern));
}

function createTokenDetector(keyword: string, pattern: string): Detector {
  const inside = pattern.startsWith("^");
  let compiled: RegExp | undefined;
  const detect = (text: string, at: number, from: number): Detection => {
    compiled ??= inside
      ? new RegExp(`(?<![A-Za-z0-9])(?:${pattern.slice(1)})(?![A-Za-z0-9])`, "g")
      : new RegExp(`(?<![A-Za-z0-9]|\\w\\.|pk_)(?:${pattern})(?![A-Za-z0-9])`, "y");
    compiled.lastIndex = inside ? Math.max(from, at - INSIDE_LEAD) : at;
    const match = compiled.exec(inside ? text.slice(0, at + INSIDE_REACH) : text);
    if (match === null) return inside ? NOTHING : findUnfinished(text, at, { keyword, compiled });
    const { index: start, 0: token } = match;
    const end = start + token.length;
    if (isTokenLike(token)) return { spans: [withWrap(text, { start, end })], readTo: end };
    // Continue in the middle of the match: its second half may begin a token, and a long run still takes linear time.
    return { spans: [], readTo: Math.max(at, start) + Math.ceil(token.length / 2) };
  };
  return { keywords: [keyword], detect };
}

/** Tries again for a token that is cut off at the end of the text, or that a terminal wrapped. */
function findUnfinished(
  text: string,
  at: number,
  { keyword, compiled }: { keyword: string; compiled: RegExp },
): Detection {
  const cut = findCutToken(text, at, keyword.length);
  if (cut !== undefined) return { spans: [cut], readTo: cut.end };
  const wrap = findWrap(text, at);
  if (wrap === undefined) return NOTHING;
  const before = text.slice(Math.max(0, at - 2), at);
  const joined = before + text.slice(at, wrap.breakAt) + text.slice(wrap.restStart, wrap.restEnd);
  compiled.lastIndex = before.length;
  const token = compiled.exec(joined)?.[0];
  if (token === undefined || !isTokenLike(token)) return NOTHING;
  return { spans: [{ start: at, end: wrap.restEnd }], readTo: wrap.restEnd };
}

// The name of a Kubernetes pod: words, the hash of a template, and a random suffix.
const POD = /^[a-z]+(?:-[a-z0-9]+)*-[a-z0-9]{8,10}-[a-z0-9]{5}$/;

/** Excludes identifiers that begin like a token but consist of words. */
function isTokenLike(token: string): boolean {
  if (POD.test(token) && /-(?=[a-z0-9]*\d)[a-f0-9]{8,10}-/.test(token)) return false;
  return (
    !isPlaceholder(token) && entropy(token) >= 2.5 && (/\d[^_]*$/.test(token.slice(4)) || !isWordy(token))
  );
}
