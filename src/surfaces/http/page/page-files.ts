import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { HoldfastError } from "../../../kernel/errors.ts";

/** The files of the page by path, and their types. The build writes them to `web/` next to the programs. */
const FILES: Readonly<Record<string, readonly [name: string, type: string]>> = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/page.js": ["page.js", "text/javascript; charset=utf-8"],
  "/page.css": ["page.css", "text/css; charset=utf-8"],
};

export const PAGE_FILE_PATHS = Object.keys(FILES);

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const HEADERS = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // An upgrade replaces the daemon and these files under the same address.
  "cache-control": "no-cache",
};

/** Responds with a file of the page. They contain no data and no secret. */
export async function pageFileResponse(programDir: string, path: string): Promise<Response> {
  const [name, type] = FILES[path] ?? [];
  if (name === undefined || type === undefined) throw new HoldfastError("not_found", "Unknown path.");
  try {
    const bytes = await readFile(join(programDir, "web", name));
    return new Response(bytes, { headers: { ...HEADERS, "content-type": type } });
  } catch (error) {
    throw new HoldfastError("not_found", "The files of the page are not there.", {
      cause: error,
      next: "Install Holdfast again, or run `npm run build` in a clone.",
    });
  }
}
