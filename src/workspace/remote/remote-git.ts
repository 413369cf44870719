import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeOwnFile } from "../../files/own-file.ts";
import { ensurePrivateDirectory } from "../../files/private-directory.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { shellQuoted } from "../../text/shell-quoted.ts";
import { type GitPlace, runGit } from "../snapshots/run-git.ts";
import { CONFIG } from "../snapshots/store-layout.ts";
import { createTransferDirectory } from "../snapshots/transfer-directory.ts";
import { endWithParent } from "./end-with-parent.ts";
import { explainFailure } from "./explain-failure.ts";
import { parseAddress, type RemoteAddress } from "./parse-address.ts";
import { accessEnvironment } from "./user-settings.ts";

export interface RemoteOptions {
  /** The directory below which files on their way are kept. */
  directory: string;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}

/** A repository of our own for one transfer, and how to reach the other one. */
export interface RemoteGit {
  directory: string;
  url: string;
  /** Works on our own repository only. */
  local(args: readonly string[], call?: Parameters<typeof runGit>[2]): Promise<Buffer>;
  /** Talks to the remote. Failures are `remote_unavailable`. */
  remote(args: readonly string[], timeoutMs: number): Promise<Buffer>;
  close(): void;
}

/** Encrypted content cannot be compressed or compared. */
const OWN_SETTINGS = ["core.compression=0", "core.bigFileThreshold=64k", "transfer.fsckObjects=true"];
const REMOTE_SETTINGS = ["http.followRedirects=false", "http.lowSpeedLimit=500", "http.lowSpeedTime=60"];

export async function openRemoteGit(options: RemoteOptions, address: string): Promise<RemoteGit> {
  const { url, protocol } = parseAddress(address);
  const directory = createTransferDirectory(options.directory);
  try {
    const place = prepare(directory, options);
    const environment = await accessEnvironment(place, options.env, options.home);
    const launcher = await endWithParent(place.searchPath);
    const only = [...REMOTE_SETTINGS, `protocol.${protocol}.allow=always`];
    return {
      directory,
      url,
      local: async (args, call) => await runGit(place, args, call),
      remote: async (args, timeoutMs) => {
        const settings = [...OWN_SETTINGS, ...only];
        return await runGit({ ...place, environment, settings, launcher }, args, { timeoutMs }).catch(
          (error: unknown) => {
            throw (
              missingRepository({ url, protocol }) ??
              toRemoteError(error, { address: { url, protocol }, command: args[0] ?? "" })
            );
          },
        );
      },
      close: () => rmSync(directory, { recursive: true, force: true }),
    };
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

function prepare(directory: string, { env }: RemoteOptions): GitPlace {
  const store = join(directory, "git");
  for (const each of [store, ...["objects", "refs"].map((name) => join(store, name))])
    ensurePrivateDirectory(each);
  writeOwnFile(join(store, "config"), CONFIG.sha1);
  writeOwnFile(join(store, "HEAD"), "ref: refs/heads/none\n");
  const searchPath = env["PATH"] ?? "";
  return { searchPath, store, worktree: directory, index: join(store, "index"), settings: OWN_SETTINGS };
}

/** What git says about a directory that is not there helps nobody. */
function missingRepository({ url, protocol }: RemoteAddress): HoldfastError | undefined {
  const path = url.startsWith("file:") ? fileURLToPath(url) : url;
  if (protocol !== "file" || existsSync(path)) return undefined;
  return new HoldfastError("remote_unavailable", `There is no repository at ${path}.`, {
    next: `If it is on a drive or a server, connect that. To create it: git init --bare ${shellQuoted(path)}`,
  });
}

function toRemoteError(
  error: unknown,
  { address, command }: { address: RemoteAddress; command: string },
): unknown {
  if (!(error instanceof HoldfastError) || error.code !== "snapshot_failed") return error;
  const said = typeof error.cause === "string" && error.cause !== "" ? error.cause : error.message;
  const { reason, next } = explainFailure(said.replace(/^git \S+ failed: /, ""), address);
  return new HoldfastError("remote_unavailable", `git ${command} with ${address.url} failed: ${reason}`, {
    cause: error,
    ...(next === undefined ? {} : { next }),
  });
}
