const KEY = "holdfast.key";

/** Goes with each call besides the cookie, which the browser would send to other ports of this machine too. */
export function readKey(): string | null {
  return localStorage.getItem(KEY);
}

/**
 * Exchanges the token in the address for a cookie and a key, and removes it from the address. The message of the
 * failure, if there was one.
 */
export async function login(): Promise<string | undefined> {
  const token = /^#token=([\w-]+)$/.exec(location.hash)?.[1];
  if (token === undefined) return undefined;
  history.replaceState(null, "", "/#/");
  const response = await fetch("/page/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  const body = (await response.json()) as { key?: string; message?: string };
  if (body.key === undefined) return body.message ?? "The login failed.";
  localStorage.setItem(KEY, body.key);
  return undefined;
}
