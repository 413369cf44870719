import { existsSync } from "node:fs";
import type { Snapshots } from "../../kernel/ports/snapshots.ts";
import type { SnapshotOptions } from "./create-snapshots.ts";
import { readFailures, recordFailure } from "./snapshot-failures.ts";

/** Loads the code that runs git at its first use. Most hooks and commands never do. */
export function lazySnapshots(options: SnapshotOptions): Snapshots {
  const load = async () => (await import("./create-snapshots.ts")).createSnapshots(options);
  return {
    async prune(retention) {
      if (!existsSync(options.directory)) return { snapshots: 0, bytes: 0, failures: [] };
      return await (await import("./prune-stores.ts")).pruneStores(options, retention);
    },
    recordFailure: (failure) => recordFailure(options.directory, failure),
    failures: () => readFailures(options.directory),
    use: async (place, work) => await (await load()).use(place, work),
    pack: async function* (place, files) {
      yield* (await import("./pack-files.ts")).packFiles(options, place, files);
    },
    receive: async () => (await import("./arriving-files.ts")).receiveFiles(options),
    moveProject: async (move) => await (await import("./move-store.ts")).moveStore(options, move),
    read: async (place, work) => await (await load()).read(place, work),
  };
}
