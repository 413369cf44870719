/**
 * The permissions of a file if it was given them on purpose: 0600, 0444, 0777. Undefined for those that a new file or
 * program usually gets, whatever the umask for the group.
 */
export function unusualPermissions(mode: number): number | undefined {
  const permissions = mode & 0o777;
  const execute = permissions & 0o111;
  const isUsual = (permissions & 0o646) === 0o644 && (execute === 0 || execute === 0o111);
  return isUsual ? undefined : permissions;
}

/** The same for a directory: 0700, 0750, 0555. */
export function unusualDirectoryPermissions(mode: number): number | undefined {
  const permissions = mode & 0o777;
  return (permissions & 0o755) === 0o755 ? undefined : permissions;
}

/** The permissions of a new file or program that should get usual ones, also where the umask gives others nothing. */
export function usualPermissions(isProgram: boolean, umask: number): number {
  const mode = (isProgram ? 0o777 : 0o666) & ~umask;
  return unusualPermissions(mode) === undefined ? mode : isProgram ? 0o755 : 0o644;
}

/** The same for a directory. */
export function usualDirectoryPermissions(umask: number): number {
  const mode = 0o777 & ~umask;
  return unusualDirectoryPermissions(mode) === undefined ? mode : 0o755;
}
