import { HoldfastError } from "../../kernel/errors.ts";
import type { OutgoingPart, Remote, RemoteEntry } from "../../kernel/ports/remotes.ts";
import { readParts } from "./read-parts.ts";
import { openRemoteGit, type RemoteGit, type RemoteOptions } from "./remote-git.ts";
import { writePart } from "./write-part.ts";

/** Where parts are. A normal clone or fetch asks for branches and tags only. */
const REFS = "refs/holdfast/";
const NAME = /^[a-z0-9_]+(?:\/[a-z0-9_]+){0,3}$/;
const LIST_MS = 60_000;
const TRANSFER_MS = 3_600_000;

/** Keeps parts in a repository, each as a commit without history in a ref of its own. */
export async function openRemote(options: RemoteOptions, address: string): Promise<Remote> {
  const git = await openRemoteGit(options, address);
  return {
    directory: git.directory,
    list: async () => await list(git),
    async put(parts) {
      const entries = await writeAll(git, parts);
      if (entries.length > 0)
        await push(
          git,
          [],
          entries.map(({ name, version }) => `+${version}:${REFS}${name}`),
        );
      return entries;
    },
    create: async (part) => await create(git, part),
    async *get(names) {
      const refs = names.map((name) => REFS + checked(name));
      if (refs.length === 0) return;
      const specs = refs.map((ref) => `+${ref}:${ref}`);
      const options = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules"];
      await git.remote(["fetch", ...options, "--", git.url, ...specs], TRANSFER_MS);
      yield* readParts(git, names, REFS);
    },
    async remove(names) {
      if (names.length > 0)
        await push(
          git,
          [],
          names.map((name) => `:${REFS}${checked(name)}`),
        );
    },
    close: git.close,
  };
}

async function list(git: RemoteGit): Promise<RemoteEntry[]> {
  const output = await git.remote(["ls-remote", "--refs", "--", git.url, `${REFS}*`], LIST_MS);
  return output
    .toString()
    .split("\n")
    .flatMap((line) => {
      const [version = "", ref = ""] = line.split("\t");
      const name = ref.slice(REFS.length);
      return ref.startsWith(REFS) && NAME.test(name) ? [{ name, version }] : [];
    });
}

async function create(git: RemoteGit, part: OutgoingPart): Promise<boolean> {
  const [entry] = await writeAll(git, [part]);
  if (!entry) return false;
  const ref = REFS + entry.name;
  try {
    // Without a value, the lease says that the ref must not exist.
    await push(git, [`--force-with-lease=${ref}:`], [`${entry.version}:${ref}`]);
    return true;
  } catch (error) {
    if ((await list(git)).some(({ name }) => name === entry.name)) return false;
    throw error;
  }
}

async function push(git: RemoteGit, options: readonly string[], specs: readonly string[]): Promise<void> {
  const plain = ["--quiet", "--no-verify", "--no-follow-tags", "--recurse-submodules=no", "--no-signed"];
  await git.remote(["push", ...plain, ...options, "--", git.url, ...specs], TRANSFER_MS);
}

async function writeAll(git: RemoteGit, parts: readonly OutgoingPart[]): Promise<RemoteEntry[]> {
  const entries: RemoteEntry[] = [];
  for (const part of parts) entries.push({ name: checked(part.name), version: await writePart(git, part) });
  return entries;
}

function checked(name: string): string {
  if (NAME.test(name)) return name;
  throw new HoldfastError(
    "invalid_input",
    `${JSON.stringify(name.slice(0, 80))} cannot be stored in a remote.`,
  );
}
