import { isStandIn } from "./secret-value.ts";
import type { Span } from "./span.ts";

const USERINFO = /(?<user>[^\s:/@"'`<>?#]{0,256}):(?<password>[^\s"'`<>]{1,512}?)@(?=[\w[.$%{-])/y;
const BARE_USERINFO = /(?<token>[A-Za-z0-9_.~-]{20,256})@(?=[\w.-]+\.[a-z]{2,})/y;

/** The password of `scheme://user:password@host`; `at` is the place of `://`. */
export function findUrlCredentials(text: string, at: number): Span | undefined {
  const start = at + 3;
  USERINFO.lastIndex = start;
  const groups = USERINFO.exec(text)?.groups;
  if (groups !== undefined) {
    const password = groups["password"] ?? "";
    const from = start + (groups["user"] ?? "").length + 1;
    const isPort = /^\d{1,5}\//.test(password);
    if (isPort || isStandIn(password) || /^[[{(]|\/\//.test(password)) return undefined;
    return { start: from, end: from + password.length };
  }
  BARE_USERINFO.lastIndex = start;
  const token = BARE_USERINFO.exec(text)?.groups?.["token"];
  if (token === undefined || !/\d/.test(token) || isStandIn(token)) return undefined;
  return { start, end: start + token.length };
}
