import { isAbsolute } from "node:path";
import { HoldfastError } from "../../kernel/errors.ts";

/** The address of a repository as git takes it, and the only protocol that git may use for it. */
export interface RemoteAddress {
  url: string;
  protocol: "ssh" | "https" | "file";
}

const MAX_LENGTH = 2_000;
const CONTROL = /\p{Cc}/u;
/** A user or host that begins with a hyphen would be an option of ssh. */
const NAME = "[A-Za-z0-9_][\\w.-]*";
/** `git@host:path`. A path with `::` would name a program that git runs. */
const SHORT_FORM = new RegExp(`^${NAME}@${NAME}:(?![:-]).+$`);
const HOST = /^(?:[A-Za-z0-9_][\w.-]*|\[[0-9A-Fa-f:.]+\])$/;
const USER = new RegExp(`^(?:${NAME})?$`);

/** Accepts only what names a repository: no other protocol, and nothing that git or ssh takes for an option. */
export function parseAddress(text: string): RemoteAddress {
  const url = text.trim();
  if (url === "" || url.length > MAX_LENGTH || CONTROL.test(url)) throw refused("It cannot be the address");
  if (isAbsolute(url)) return { url, protocol: "file" };
  if (SHORT_FORM.test(url)) return { url, protocol: "ssh" };
  if (!URL.canParse(url)) throw refused("It is not the address");
  return parseUrl(url);
}

function parseUrl(url: string): RemoteAddress {
  const { protocol, hostname, username, password, pathname } = new URL(url);
  if (protocol === "file:" && hostname === "" && pathname !== "/") return { url, protocol: "file" };
  if (protocol !== "https:" && protocol !== "ssh:") throw refused("It is not the address");
  if (password !== "")
    throw new HoldfastError(
      "invalid_input",
      "The address contains a password, which other users could see.",
      {
        next: "Leave it out: git asks your credential helper for it.",
      },
    );
  if (!HOST.test(hostname) || !USER.test(decodeURIComponent(username)))
    throw refused("It is not the address");
  return { url, protocol: protocol === "https:" ? "https" : "ssh" };
}

function refused(what: string): HoldfastError {
  return new HoldfastError("invalid_input", `${what} of a remote repository.`, {
    next: "Pass git@host:path, ssh://…, https://…, or the absolute path of a bare repository.",
  });
}
