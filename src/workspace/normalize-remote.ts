/** `git@host:path`, without a scheme. A drive letter of Windows is one character. */
const SHORT_FORM = /^(?:[^@/]+@)?([^:/]{2,}):(?!\/\/)(.+)$/;

/**
 * Brings the address of a remote repository into one form, `host/path`, whatever the protocol, user, password and port.
 * Undefined for a directory, which means something else on each machine.
 */
export function normalizeRemote(address: string): string | undefined {
  const short = SHORT_FORM.exec(address);
  if (short) return join(short[1] ?? "", short[2] ?? "");
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, pathname } = new URL(address);
  return protocol === "file:" || hostname === "" ? undefined : join(hostname, pathname);
}

function join(host: string, path: string): string {
  const trimmed = path.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "");
  return `${host.toLowerCase()}/${trimmed}`;
}
