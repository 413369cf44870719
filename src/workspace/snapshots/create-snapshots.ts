import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { withExclusiveLock } from "../../files/with-exclusive-lock.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { SnapshotPlace, SnapshotStore, Snapshots } from "../../kernel/ports/snapshots.ts";
import { realPath } from "../find-repository.ts";
import { type BlobWriter, createBlobWriter } from "./blob-writer.ts";
import { type CaptureLimits, captureFiles } from "./capture-files.ts";
import { changeIndex } from "./change-index.ts";
import { changeTree } from "./change-tree.ts";
import { findCommitsSince } from "./commits-since.ts";
import { comparePairs } from "./compare-pairs.ts";
import { compareTrees, countLines, createDiff, patchOf } from "./compare-trees.ts";
import { explainFullDisk } from "./disk-full.ts";
import { writeExcludeRules } from "./exclude-rules.ts";
import { readPermissions } from "./file-permissions.ts";
import { findContained } from "./find-contained.ts";
import { findIgnoreFile } from "./find-ignore-file.ts";
import { findIgnored, findIgnoredAt } from "./find-ignored.ts";
import { identifyFile } from "./identify-file.ts";
import { protectContent } from "./protect-content.ts";
import { refusePipes } from "./refuse-pipes.ts";
import { findUnreadable, repairAfterBoot, repairStore } from "./repair-store.ts";
import {
  listElsewhere,
  listImported,
  listSnapshots,
  removeSnapshots,
  saveSnapshots,
} from "./snapshot-records.ts";
import { layoutOf, prepareStore, type StoreLayout } from "./store-layout.ts";
import { uncapturedRules } from "./uncaptured-rules.ts";

/** A first snapshot of a large project takes this long, and others wait for it. */
const WAIT_MS = 60_000;

export interface SnapshotOptions {
  /** The directory of all stores. */
  directory: string;
  state: string;
  home: string;
  /** `XDG_CONFIG_HOME`; undefined for `.config` of the home directory. */
  configHome: string | undefined;
  searchPath: string;
  limits: CaptureLimits;
}

/** Captured files in bare repositories of our own. The user's repositories are only read. */
export function createSnapshots(options: SnapshotOptions): Pick<Snapshots, "use" | "read"> {
  const layout = (place: SnapshotPlace) => layoutOf(options.directory, place, options.searchPath);
  return {
    async use(place, work) {
      refuseHome(place, options);
      const found = layout(place);
      return await explainFullDisk(options.directory, async () => {
        prepareStore(options.directory, found, place);
        return await withExclusiveLock(found.lock, WAIT_MS, () => withStore(found, options, work));
      });
    },
    async read(place, work) {
      const found = layout(place);
      return existsSync(join(found.store, "HEAD")) ? await withStore(found, options, work) : undefined;
    },
  };
}

async function withStore<T>(
  layout: StoreLayout,
  options: SnapshotOptions,
  work: (store: SnapshotStore) => Promise<T>,
): Promise<T> {
  const blobs = createBlobWriter(layout);
  try {
    return await work(storeOf(layout, options, blobs));
  } finally {
    blobs.close();
  }
}

function storeOf(layout: StoreLayout, options: SnapshotOptions, blobs: BlobWriter): SnapshotStore {
  const { repository, worktree } = layout;
  const diffs = createDiff(layout);
  return {
    directory: layout.directory,
    worktree,
    async capture() {
      await repairAfterBoot(layout);
      refusePipes(worktree);
      const ignoreFile = await findIgnoreFile(layout, options);
      const sources = { repository, worktree, state: options.state, ignoreFile };
      const { applied, kept } = writeExcludeRules(layout.excludesFile ?? "", sources);
      const { selfIgnored, ...files } = await captureFiles(layout, options.limits, diffs);
      return { ...files, excludes: `${kept}${await uncapturedRules(layout, { applied, selfIgnored })}` };
    },
    save: (snapshot) => saveSnapshots(layout, [snapshot]),
    list: () => listSnapshots(layout),
    listElsewhere: () => listElsewhere(layout),
    listImported: () => listImported(layout),
    remove: (ids) => removeSnapshots(layout, ids),
    protect: (content) => protectContent(layout, content),
    compare: (trees) => compareTrees(diffs.diff, trees),
    comparePairs: (pairs) => comparePairs(layout, pairs),
    countLines: (from, to) => countLines(layout, from, to),
    patch: (from, to, limit) => patchOf(layout, { from, to, limit }),
    readPermissions: (blob) => readPermissions(layout, blob),
    findIgnored: (paths) => findIgnored(layout, paths),
    findIgnoredAt: (origin, paths) => findIgnoredAt(layout, { origin, paths, blobs }),
    commitsSince: (head) => findCommitsSince(layout, head),
    changeIndex: (change) => changeIndex(layout, change),
    changeTree: (tree, files) => changeTree(layout, tree, files),
    findContained: (tree, ids) => findContained(layout, tree, ids),
    findUnreadable: (ids) => findUnreadable(layout, blobs, ids),
    repair: () => repairStore(layout),
    writeBlob: (blob, descriptor) => blobs.write(blob, descriptor),
    identify: async (path) => identifyFile(layout, path),
  };
}

/** A session that was started in the home directory must not copy everything that the user has. */
function refuseHome({ worktree }: SnapshotPlace, { home }: SnapshotOptions): void {
  const own = realPath(home) ?? home;
  for (let at = own; ; at = dirname(at)) {
    if (at === worktree)
      throw new HoldfastError("snapshot_failed", `${worktree} contains your home directory.`, {
        next: "Start the agent in the directory of a project.",
      });
    if (at === dirname(at)) return;
  }
}
