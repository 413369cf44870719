import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readSmallFile } from "../../files/read-small-file.ts";
import type { CommitsSince } from "../../kernel/ports/snapshots.ts";
import type { Repository } from "../find-repository.ts";
import { readHead } from "../read-head.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

const MOST = 20;
const MAX_REFS = 1_000;
const MAX_DEPTH = 8;
const ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const MS = 1_000;

/**
 * The commits between an earlier HEAD and the present one, and how many of them no remote-tracking branch has. The
 * objects are read through our own store, so that no configuration of the user's repository is. Undefined if they are
 * not known, for example in a shallow clone.
 */
export async function findCommitsSince(layout: StoreLayout, from: string): Promise<CommitsSince | undefined> {
  const { repository } = layout;
  const head = repository && readHead(repository).head;
  if (!head || !ID.test(from)) return undefined;
  if (head === from) return { commits: [], count: 0, unpushed: 0 };
  try {
    const format = "--format=%h%x00%ct%x00%s%x00";
    const log = ["log", "--no-mailmap", "--no-show-signature", `--max-count=${MOST}`, format];
    const commits = parse((await runGit(layout, [...log, `${from}..${head}`, "--"])).toString());
    const remote = remoteHeads(repository).map((id) => `^${id}\n`);
    const count = async (excluded: readonly string[]) => {
      const input = `${head}\n^${from}\n${excluded.join("")}`;
      const args = ["rev-list", "--count", "--ignore-missing", "--stdin"];
      return Number((await runGit(layout, args, { input })).toString());
    };
    return { commits, count: await count([]), unpushed: await count(remote) };
  } catch {
    return undefined; // a commit is missing
  }
}

function parse(output: string): CommitsSince["commits"] {
  const parts = output.split("\0");
  const commits: CommitsSince["commits"] = [];
  for (let i = 0; i + 2 < parts.length; i += 3)
    commits.push({
      id: (parts[i] ?? "").trim(),
      at: Number(parts[i + 1]) * MS,
      subject: parts[i + 2] ?? "",
    });
  return commits;
}

function remoteHeads({ commonDir }: Repository): string[] {
  const packed = (readSmallFile(join(commonDir, "packed-refs")) ?? "")
    .split("\n")
    .filter((line) => line.includes(" refs/remotes/"))
    .map((line) => line.slice(0, line.indexOf(" ")));
  const loose = filesIn(join(commonDir, "refs", "remotes"), 0).map((path) =>
    (readSmallFile(path) ?? "").trim(),
  );
  return [...loose, ...packed].filter((id) => ID.test(id)).slice(0, MAX_REFS);
}

function filesIn(directory: string, depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  try {
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? filesIn(path, depth + 1) : [path];
    });
  } catch {
    return []; // there are none
  }
}
