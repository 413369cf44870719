import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SessionFile } from "../../kernel/agent/agent.ts";
import { readHead } from "./read-head.ts";

/** What the first lines of a file say of its session; undefined for a file that is none of a person's. */
type Describe = (
  path: string,
  lines: readonly unknown[],
) => { nativeSession: string; cwd: string } | undefined;

interface Search {
  root: string;
  /** How many folders lie between the root and a file. */
  depth: number;
  wants: (path: string, modifiedAt: number) => boolean;
  describe: Describe;
}

/** Most files that one search looks at, and most that it reads the beginning of. */
const MOST_FILES = 5_000;
const MOST_READ = 20;

/** The JSON-lines files of sessions, newest first. Links are not followed: they could lead anywhere. */
export async function findJsonlSessions({ root, depth, wants, describe }: Search): Promise<SessionFile[]> {
  const paths: string[] = [];
  await collect(root, depth, paths);
  const dated = await Promise.all(paths.map(async (path) => ({ path, modifiedAt: await modifiedAt(path) })));
  const wanted = dated
    .filter(({ path, modifiedAt: at }) => at > 0 && wants(path, at))
    .sort((one, other) => other.modifiedAt - one.modifiedAt);
  const found: SessionFile[] = [];
  for (const file of wanted.slice(0, MOST_READ)) {
    const session = describe(file.path, await readHead(file.path));
    if (session) found.push({ ...file, ...session });
  }
  return found;
}

/** Folders and files are mostly named by time: the newest names first. */
async function collect(folder: string, depth: number, paths: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const newestFirst = entries.sort((one, other) => (one.name < other.name ? 1 : -1));
  for (const entry of newestFirst) {
    if (paths.length >= MOST_FILES) return;
    const path = join(folder, entry.name);
    if (depth === 0 && entry.isFile() && entry.name.endsWith(".jsonl")) paths.push(path);
    if (depth > 0 && entry.isDirectory()) await collect(path, depth - 1, paths);
  }
}

async function modifiedAt(path: string): Promise<number> {
  return await stat(path).then(
    ({ mtimeMs }) => Math.floor(mtimeMs),
    () => 0,
  );
}
