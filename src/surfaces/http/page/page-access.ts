import { createHash } from "node:crypto";
import type { Clock } from "../../../kernel/clock.ts";

const TOKEN_MS = 60_000;
const SESSION_MS = 12 * 3_600_000;
/** More than a person opens. The oldest is dropped. */
const MAX = 20;

/** What a browser sends with each call of the page. The cookie alone is not enough: other ports of this machine get it too. */
export interface PageCredentials {
  cookie: string;
  key: string;
}

/** Who may use the page. Kept in the memory of the daemon only, so that it ends with the daemon. */
export interface PageAccess {
  /** A token for one login within a minute. */
  issueToken(): string;
  /** Exchanges a token for the credentials of a browser; undefined if it was used, is too old or was never issued. */
  redeemToken(token: string): PageCredentials | undefined;
  admits(credentials: PageCredentials): boolean;
}

export const PAGE_SESSION_SECONDS = SESSION_MS / 1_000;

/** `newSecret` returns at least 256 random bits as base64url. Only digests of secrets are kept. */
export function createPageAccess(clock: Clock, newSecret: () => string): PageAccess {
  const tokens = new Map<string, number>();
  const sessions = new Map<string, number>();
  return {
    issueToken() {
      const token = newSecret();
      keep(tokens, digestOf(token), clock());
      return token;
    },
    redeemToken(token) {
      const digest = digestOf(token);
      const issuedAt = tokens.get(digest);
      tokens.delete(digest);
      if (!isFresh(issuedAt, clock(), TOKEN_MS)) return undefined;
      const credentials = { cookie: newSecret(), key: newSecret() };
      keep(sessions, digestOfBoth(credentials), clock());
      return credentials;
    },
    admits: (credentials) => isFresh(sessions.get(digestOfBoth(credentials)), clock(), SESSION_MS),
  };
}

function keep(known: Map<string, number>, digest: string, now: number): void {
  known.set(digest, now);
  for (const oldest of known.keys()) {
    if (known.size <= MAX) break;
    known.delete(oldest);
  }
}

/** A clock that was set back ends what it would otherwise prolong. */
function isFresh(since: number | undefined, now: number, lifeMs: number): boolean {
  return since !== undefined && now >= since && now - since < lifeMs;
}

function digestOfBoth({ cookie, key }: PageCredentials): string {
  return digestOf(`${cookie} ${key}`);
}

/** Looking up a digest reveals nothing about a secret by the time that it takes. */
function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
