import { deleteOperation } from "./checkpoints/operations/delete.ts";
import { diff } from "./checkpoints/operations/diff.ts";
import { inspect } from "./checkpoints/operations/inspect.ts";
import { list } from "./checkpoints/operations/list.ts";
import { prune } from "./checkpoints/operations/prune.ts";
import { resume } from "./checkpoints/operations/resume.ts";
import { save } from "./checkpoints/operations/save.ts";
import { digest } from "./continuity/operations/digest.ts";
import { stats } from "./continuity/operations/stats.ts";
import { debrief } from "./debrief/operations/debrief.ts";
import type { Operation } from "./kernel/operation.ts";
import { forget } from "./memory/operations/forget.ts";
import { recall } from "./memory/operations/recall.ts";
import { remember } from "./memory/operations/remember.ts";
import { launch } from "./panes/operations/launch.ts";
import { restart } from "./panes/operations/restart.ts";
import { connect, disconnect } from "./setup/operations/connect.ts";
import { doctor } from "./setup/operations/doctor.ts";
import { redact } from "./setup/operations/redact.ts";
import { status } from "./setup/operations/status.ts";

/** Everything the product can do. Command line, HTTP, OpenAPI and MCP are derived from this list. */
export const operations: readonly Operation[] = [
  save,
  list,
  inspect,
  resume,
  deleteOperation,
  diff,
  status,
  doctor,
  connect,
  disconnect,
  prune,
  redact,
  debrief,
  launch,
  restart,
  digest,
  stats,
  remember,
  recall,
  forget,
];
