import type { Provenance } from "../../src/recovery/record/provenance.ts";

/** Where a record came from: a session that was cut off ten minutes ago, in the same worktree. */
export const PROVENANCE: Provenance = {
  agent: "claude-code",
  session: "2dc79b80",
  ageMs: 600_000,
  reason: "newest here",
  ending: "cut off",
  worktree: "/home/user/app",
  isHere: true,
  branch: "main",
  drift: [],
  noted: null,
  checkpointId: "chk_0000000000000000",
};
