import { HoldfastError } from "../../../kernel/errors.ts";
import { PAGE_SESSION_SECONDS, type PageAccess, type PageCredentials } from "./page-access.ts";

/** A browser sends cookies of this machine to each of its ports, so the page sends this header too. */
const KEY_HEADER = "x-holdfast-page";

/** The operations that the page calls. It may not call others: a fault in the page must not reach them. */
const OPERATIONS = [
  "changes",
  "delete",
  "deliveries",
  "diff",
  "dismiss",
  "doctor",
  "inspect",
  "list",
  "log",
  "name",
  "restore",
  "status",
  "undo",
  "workflow",
];

/** Whether the page may make this call. Throws if its credentials are right but the call is not its own. */
export function isPageCall(request: Request, port: number, access: PageAccess): boolean {
  const { method, headers } = request;
  if (!access.admits(credentialsOf(headers, port))) return false;
  if (method !== "GET") requireOrigin(headers);
  const { pathname } = new URL(request.url);
  if (method === "GET" && pathname === "/events") return true;
  const operation = /^\/v1\/([a-z]+)$/.exec(pathname)?.[1] ?? "";
  if (method === "POST" && OPERATIONS.includes(operation)) return true;
  throw new HoldfastError("forbidden", `The page may not call ${method} ${pathname.slice(0, 60)}.`, {
    next: "Use the command line for this.",
  });
}

/** The guard has already refused a foreign Origin; a missing one proves nothing. */
export function requireOrigin(headers: Headers): void {
  if (headers.get("origin") === null)
    throw new HoldfastError("forbidden", "A call that changes something needs an Origin header.", {
      next: "Open the page in a browser: `holdfast ui`.",
    });
}

/** Sent by the browser with each call, and readable by no script. */
export function cookieHeader(cookie: string, port: number): string {
  const attributes = `HttpOnly; SameSite=Strict; Path=/; Max-Age=${PAGE_SESSION_SECONDS}`;
  return `${cookieName(port)}=${cookie}; ${attributes}`;
}

function credentialsOf(headers: Headers, port: number): PageCredentials {
  const pairs = (headers.get("cookie") ?? "").split(/; */);
  const prefix = `${cookieName(port)}=`;
  const cookie = pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length) ?? "";
  return { cookie, key: headers.get(KEY_HEADER) ?? "" };
}

/** Daemons of several state directories serve several ports, and a browser does not keep their cookies apart. */
function cookieName(port: number): string {
  return `holdfast_page_${port}`;
}
