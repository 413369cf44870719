import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { SnapshotMoment } from "../../src/kernel/snapshot.ts";
import { queueSnapshot } from "../../src/snapshots/snapshot-queue.ts";

let ids = 0;

/** Requests a capture that nobody takes. Returns the path of the request. */
export function requestCapture(
  state: string,
  { at = Date.now(), moment = "prompt" }: { at?: number; moment?: SnapshotMoment } = {},
): string {
  const snapshots = join(state, "snapshots");
  const id = `snp_${ids++}`;
  const paths = { snapshots } as Parameters<typeof queueSnapshot>[0]["paths"];
  const place = { worktree: "/home/ann/shop", gitHead: null, gitBranch: null };
  const turn = { session: "ses_one", agent: "pi", turn: 1, checkpoint: null, name: null };
  const log = {
    info: () => {},
    error: (text: string) => {
      throw new Error(text);
    },
  };
  queueSnapshot({ paths, newId: () => id, log }, { ...place, ...turn, moment, at });
  const requests = join(snapshots, "requests");
  return join(requests, readdirSync(requests).find((name) => name.includes(id)) ?? "");
}
