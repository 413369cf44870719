import type { Span } from "../span.ts";
import { withWrap } from "../tokens/wrapped-tokens.ts";
import { isPlaceholder } from "../values/placeholder.ts";

const SCHEME =
  /[bfru]{0,2}["'`]?(?:Bearer|Basic|Token|Digest|ApiKey|Api-Key|Api-Token|Key|Negotiate|GenieKey|Bot|SSWS|OAuth|Apikey|JWT|PRIVATE-TOKEN|Splunk|Klaviyo-API-Key|DeepL-Auth-Key|SharedAccessSignature)[ \t]{1,4}(?!realm=)(?:token=)?["']?(?<value>[A-Za-z0-9+/=_.~:|%$!*&-]{4,8192})/iy;

/** Shorter values fit on one line. */
const WRAPPED_LEAST = 12;

/** Reads the credentials after the scheme of an Authorization header. */
export function readCredentials(text: string, at: number): Span | undefined {
  SCHEME.lastIndex = at;
  const value = SCHEME.exec(text)?.groups?.["value"];
  if (value === undefined || isPlaceholder(value)) return undefined;
  const span = { start: SCHEME.lastIndex - value.length, end: SCHEME.lastIndex };
  return value.length < WRAPPED_LEAST ? span : withWrap(text, span);
}
