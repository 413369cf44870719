import { timingSafeEqual } from "node:crypto";
import { HoldfastError } from "../../kernel/errors.ts";

/** On the private unix socket the folder's permissions are the key; on loopback TCP a token is. */
export type HttpAccess =
  | { type: "socket" }
  | { type: "loopback"; port: number; token: () => string; clock: () => number };

const LOCAL_NAMES = ["localhost", "127.0.0.1", "[::1]"];
/** Says that we are here, and nothing else. */
const PUBLIC = "/healthz";
const MAX_FAILURES = 20;
const MINUTE_MS = 60_000;
const failures = new WeakMap<object, { since: number; count: number }>();

/** Refuses foreign pages (Host, Origin, Sec-Fetch-Site), tokens in the address, and wrong tokens, before any route. */
export function guard(request: Request, access: HttpAccess): void {
  if (access.type === "socket") return;
  refuseForeign(request, access.port);
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === PUBLIC) return;
  if (searchParams.has("token")) {
    throw new HoldfastError("unauthorized", "A token in the address ends up in logs: send it as a header.");
  }
  if (hasToken(request, access.token())) return;
  countFailure(access);
  throw new HoldfastError("unauthorized", "The token is missing or wrong.");
}

function refuseForeign({ headers }: Request, port: number): void {
  const own = LOCAL_NAMES.map((name) => `${name}:${port}`);
  const [host, origin, site] = [headers.get("host"), headers.get("origin"), headers.get("sec-fetch-site")];
  if (host === null || !own.includes(host))
    throw new HoldfastError("forbidden", "This Host is not served here.");
  if (origin !== null && !own.includes(origin.replace(/^http:\/\//, ""))) {
    throw new HoldfastError("forbidden", "Pages of other origins may not call this API.");
  }
  if (site !== null && site !== "same-origin" && site !== "none") {
    throw new HoldfastError("forbidden", "Pages of other sites may not call this API.");
  }
}

function hasToken({ headers }: Request, token: string): boolean {
  const given = Buffer.from(/^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1] ?? "");
  const expected = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function countFailure(access: Extract<HttpAccess, { type: "loopback" }>): void {
  const now = access.clock();
  const known = failures.get(access);
  const window = known && now - known.since < MINUTE_MS ? known : { since: now, count: 0 };
  failures.set(access, { ...window, count: window.count + 1 });
  if (window.count >= MAX_FAILURES) throw new HoldfastError("rate_limited", "Too many wrong tokens.");
}
