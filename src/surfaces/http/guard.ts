import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../../kernel/clock.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { rateLimit } from "./rate-limit.ts";

/** File permissions protect the unix socket; a token protects loopback TCP. */
export type HttpAccess =
  | { type: "socket" }
  | { type: "loopback"; port: number; token: () => string; clock: Clock };

const LOCAL_NAMES = ["localhost", "127.0.0.1", "[::1]"];
/** Reveals only status and version. */
const PUBLIC = "/healthz";
const WRONG_TOKENS_PER_MINUTE = 20;

/** Rejects foreign pages (Host, Origin, Sec-Fetch-Site), tokens in the URL and wrong tokens, before any route. */
export function guardFor(access: HttpAccess): (request: Request) => void {
  if (access.type === "socket") return () => {};
  const countWrongToken = rateLimit(access.clock, WRONG_TOKENS_PER_MINUTE, "wrong tokens");
  return (request) => {
    refuseForeign(request, access.port);
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === PUBLIC) return;
    if (searchParams.has("token")) {
      throw new HoldfastError("unauthorized", "A token in a URL ends up in logs. Send it as a header.");
    }
    if (hasToken(request, access.token())) return;
    countWrongToken();
    throw new HoldfastError("unauthorized", "The token is missing or wrong.");
  };
}

function refuseForeign({ headers }: Request, port: number): void {
  const own = LOCAL_NAMES.map((name) => `${name}:${port}`);
  const [host, origin, site] = [headers.get("host"), headers.get("origin"), headers.get("sec-fetch-site")];
  if (host === null || !own.includes(host))
    throw new HoldfastError("forbidden", "This Host header is not allowed.");
  if (origin !== null && !own.includes(origin.replace(/^http:\/\//, ""))) {
    throw new HoldfastError("forbidden", "Pages from other origins may not call this API.");
  }
  if (site !== null && site !== "same-origin" && site !== "none") {
    throw new HoldfastError("forbidden", "Pages from other sites may not call this API.");
  }
}

function hasToken({ headers }: Request, token: string): boolean {
  const given = Buffer.from(/^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1] ?? "");
  const expected = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
