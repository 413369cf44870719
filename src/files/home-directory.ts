import { userInfo } from "node:os";
import { isAbsolute } from "node:path";

/** Nothing can be created below this path, by any user: the error that follows names it. */
const NOWHERE = "/dev/null";

/**
 * The user's home: what the environment says if that is an absolute path, else the entry of the user database. An empty `HOME`
 * would make every path below it one in the current directory, which is someone's repository. `hook.sh` has the same rule.
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
