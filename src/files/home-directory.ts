import { userInfo } from "node:os";
import { isAbsolute } from "node:path";

/** No user can create anything below this path, and the resulting error names it. */
const NOWHERE = "/dev/null";

/**
 * The user's home: the path from the environment if it is absolute, else the entry of the user database. An empty
 * `HOME` would make every path below it relative to the current directory, a repository. `hook.sh` has the same rule.
 */
export function homeDirectory(env: Readonly<Record<string, string | undefined>>): string {
  const given = env[process.platform === "win32" ? "USERPROFILE" : "HOME"];
  if (given && isAbsolute(given)) return given;
  const registered = registeredHome();
  return registered && isAbsolute(registered) ? registered : NOWHERE;
}

function registeredHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    // A user id without an entry, as in some containers.
    return undefined;
  }
}
