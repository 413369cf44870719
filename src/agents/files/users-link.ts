import { lstat, stat } from "node:fs/promises";

/** Whether a path is a symbolic link to a directory, and both belong to the user: nobody else has put them there. */
export async function isUsersLink(path: string): Promise<boolean> {
  const [link, target] = await Promise.all([lstat(path), stat(path)]).catch(() => []);
  if (!link?.isSymbolicLink() || !target?.isDirectory()) return false;
  const user = process.getuid?.() ?? link.uid;
  return link.uid === user && target.uid === user;
}
