import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSmallFile } from "../files/read-small-file.ts";
import type { ProjectIdentity } from "../kernel/ports/workspace.ts";
import { findRepository, type Repository } from "./find-repository.ts";
import { readHead } from "./read-head.ts";
import { runGit } from "./snapshots/run-git.ts";
import { layoutOf, prepareStore } from "./snapshots/store-layout.ts";

const MAX_REMOTES = 20;
const UNKNOWN: ProjectIdentity = { remotes: [], rootCommit: null };

/** What identifies the repository of a directory on every machine. Unknown outside of git. */
export async function identifyProject(directory: string, searchPath: string): Promise<ProjectIdentity> {
  const repository = findRepository(directory);
  if (!repository) return UNKNOWN;
  return { remotes: remotesOf(repository), rootCommit: await rootCommitOf(repository, searchPath) };
}

function remotesOf({ commonDir }: Repository): string[] {
  const config = readSmallFile(join(commonDir, "config")) ?? "";
  const sections = config.split(/^(?=\s*\[)/m).filter((section) => /^\s*\[remote\s/i.test(section));
  const addresses = sections.flatMap((section) =>
    [...section.matchAll(/^\s*url\s*=\s*"?([^"\n]+?)"?\s*$/gim)].map(([, address = ""]) => address),
  );
  return [...new Set(addresses.flatMap((address) => normalizeRemote(address) ?? []))]
    .sort()
    .slice(0, MAX_REMOTES);
}

/**
 * The oldest commit without a parent. An empty repository of our own reads the user's objects, so the configuration of
 * theirs has no effect. Null in a shallow clone, whose oldest commit is not the first one.
 */
async function rootCommitOf(repository: Repository, searchPath: string): Promise<string | null> {
  const { head } = readHead(repository);
  if (head === null) return null;
  const directory = mkdtempSync(join(tmpdir(), "holdfast-identity-"));
  try {
    const layout = layoutOf(directory, repository, searchPath);
    prepareStore(directory, layout, repository);
    const roots = await runGit(layout, ["rev-list", "--max-parents=0", head]);
    return roots.toString().trim().split("\n").at(-1) || null;
  } catch {
    return null; // no git, a shallow clone, or damaged objects
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** `git@host:path`, without a scheme. A drive letter of Windows is one character. */
const SHORT_FORM = /^(?:[^@/]+@)?([^:/]{2,}):(?!\/\/)(.+)$/;

/**
 * Brings the address of a remote repository into one form, `host/path`, whatever the protocol, user, password and port.
 * Undefined for a directory, which means something else on each machine.
 */
export function normalizeRemote(address: string): string | undefined {
  const short = SHORT_FORM.exec(address);
  if (short) return toHostAndPath(short[1] ?? "", short[2] ?? "");
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, pathname } = new URL(address);
  return protocol === "file:" || hostname === "" ? undefined : toHostAndPath(hostname, pathname);
}

function toHostAndPath(host: string, path: string): string {
  const trimmed = path.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "");
  return `${host.toLowerCase()}/${trimmed}`;
}
