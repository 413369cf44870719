import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../../kernel/clock.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { type Page, PUBLIC_PAGE_PATHS } from "./page/add-page-routes.ts";
import { isPageCall } from "./page/page-call.ts";
import { rateLimit } from "./rate-limit.ts";

/** File permissions protect the unix socket; a token protects loopback TCP, and the page has its own credentials. */
export type HttpAccess =
  | { type: "socket" }
  | {
      type: "loopback";
      port: number;
      /** Absent if only the page is served. */
      token?: () => string;
      page?: Page;
      clock: Clock;
    };

const LOCAL_NAMES = ["localhost", "127.0.0.1", "[::1]"];
/** Absent in programs; `none` is what a person typed or a program opened. */
const OWN_SITES: readonly (string | null)[] = [null, "same-origin", "none"];
/** Reveals only status and version. */
const PUBLIC = "/healthz";
const WRONG_TOKENS_PER_MINUTE = 20;

/** Rejects foreign pages (Host, Origin, Sec-Fetch-Site), tokens in the URL and wrong tokens, before any route. */
export function guardFor(access: HttpAccess): (request: Request) => void {
  if (access.type === "socket") return () => {};
  const countWrongToken = rateLimit(access.clock, WRONG_TOKENS_PER_MINUTE, "wrong tokens");
  return (request) => {
    const { port, page, token } = access;
    const { pathname, searchParams } = new URL(request.url);
    refuseForeign(request, port, page !== undefined && pathname === "/");
    if (pathname === PUBLIC || (page && PUBLIC_PAGE_PATHS.includes(pathname))) return;
    if (searchParams.has("token")) {
      throw new HoldfastError("unauthorized", "A token in a URL ends up in logs. Send it as a header.");
    }
    if (token && hasToken(request, token())) return;
    if (page && isPageCall(request, port, page.access)) return;
    countWrongToken();
    throw new HoldfastError("unauthorized", "The token is missing or wrong.");
  };
}

/** A link elsewhere may lead to the page, which contains no data; nothing else may be called from other sites. */
function refuseForeign({ headers, method }: Request, port: number, isPage: boolean): void {
  const own = LOCAL_NAMES.map((name) => `${name}:${port}`);
  const [host, origin, site] = [headers.get("host"), headers.get("origin"), headers.get("sec-fetch-site")];
  if (host === null || !own.includes(host))
    throw new HoldfastError("forbidden", "This Host header is not allowed.");
  if (origin !== null && !own.includes(origin.replace(/^http:\/\//, ""))) {
    throw new HoldfastError("forbidden", "Pages from other origins may not call this API.");
  }
  const isLink = isPage && method === "GET" && headers.get("sec-fetch-dest") === "document";
  if (!isLink && !OWN_SITES.includes(site)) {
    throw new HoldfastError("forbidden", "Pages from other sites may not call this API.");
  }
}

function hasToken({ headers }: Request, token: string): boolean {
  const given = Buffer.from(/^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1] ?? "");
  const expected = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
