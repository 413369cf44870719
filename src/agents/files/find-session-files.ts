import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SessionFile } from "../../kernel/agent/agent.ts";
import { readHead } from "./read-lines.ts";
import { isUsersLink } from "./users-link.ts";

/** Reads the session from the first lines of its file. Undefined for a file that is not a person's session. */
type Describe = (
  path: string,
  lines: readonly unknown[],
) => { nativeSession: string; cwd: string } | undefined;

interface Search {
  root: string;
  /** How many directories lie between the root and a file. */
  depth: number;
  wants: (path: string, modifiedAt: number) => boolean;
  describe: Describe;
}

/** How many files one search looks at, and how many of these it reads the beginning of. */
const MAX_FILES = 5_000;
const MAX_READ = 20;

/** The JSON-lines files of sessions, newest first. Of links only the user's own to directories are followed. */
export async function findJsonlSessions({ root, depth, wants, describe }: Search): Promise<SessionFile[]> {
  const paths: string[] = [];
  await collect(root, depth, paths);
  const dated = await Promise.all(paths.map(async (path) => ({ path, modifiedAt: await modifiedAt(path) })));
  const wanted = dated
    .filter(({ path, modifiedAt: at }) => at > 0 && wants(path, at))
    .sort((one, other) => other.modifiedAt - one.modifiedAt);
  const found: SessionFile[] = [];
  for (const file of wanted.slice(0, MAX_READ)) {
    const session = describe(file.path, await readHead(file.path));
    if (session) found.push({ ...file, ...session });
  }
  return found;
}

/** Visits the greatest names first: most clients name directories and files after the time. */
async function collect(directory: string, depth: number, paths: string[]): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const newestFirst = entries.sort((one, other) => (one.name < other.name ? 1 : -1));
  for (const entry of newestFirst) {
    if (paths.length >= MAX_FILES) return;
    const path = join(directory, entry.name);
    if (depth === 0 && entry.isFile() && entry.name.endsWith(".jsonl")) paths.push(path);
    const isFolder =
      depth > 0 && (entry.isDirectory() || (entry.isSymbolicLink() && (await isUsersLink(path))));
    if (isFolder) await collect(path, depth - 1, paths);
  }
}

async function modifiedAt(path: string): Promise<number> {
  return await stat(path).then(
    ({ mtimeMs }) => Math.floor(mtimeMs),
    () => 0,
  );
}
