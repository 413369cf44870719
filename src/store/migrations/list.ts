import type { Kysely } from "kysely";
import type { Tables } from "../tables/schema.ts";
import type { Traits } from "../traits.ts";
import { record } from "./0001-record.ts";
import { memory } from "./0002-memory.ts";
import { launch } from "./0003-launch.ts";
import { leanIndexes } from "./0004-lean-indexes.ts";
import { pendingRecovery } from "./0005-pending-recovery.ts";
import { leanRecord } from "./0006-lean-record.ts";
import { sessionRevision } from "./0007-session-revision.ts";
import { dismissed } from "./0008-dismissed.ts";
import { workflow } from "./0009-workflow.ts";
import { abandoned } from "./0010-abandoned.ts";
import { startedIn } from "./0011-started-in.ts";
import { pendingReplies } from "./0012-pending-replies.ts";
import { deliveredTexts } from "./0013-delivered-texts.ts";
import { sessionsByTime } from "./0014-sessions-by-time.ts";
import { machine } from "./0015-machine.ts";
import { sessionSlices } from "./0016-session-slices.ts";
import { sharedDatabase } from "./0017-shared-database.ts";
import { projectDirectory } from "./0018-project-directory.ts";

export interface Migration {
  name: string;
  up: (db: Kysely<Tables>, traits: Traits) => Promise<void>;
}

/** Forward only. The number of a migration is its position here, and released ones never change. */
export const MIGRATIONS: readonly Migration[] = [
  { name: "record", up: record },
  { name: "memory", up: memory },
  { name: "launch", up: launch },
  { name: "lean-indexes", up: leanIndexes },
  { name: "pending-recovery", up: pendingRecovery },
  { name: "lean-record", up: leanRecord },
  { name: "session-revision", up: sessionRevision },
  { name: "dismissed", up: dismissed },
  { name: "workflow", up: workflow },
  { name: "abandoned", up: abandoned },
  { name: "started-in", up: startedIn },
  { name: "pending-replies", up: pendingReplies },
  { name: "delivered-texts", up: deliveredTexts },
  { name: "sessions-by-time", up: sessionsByTime },
  { name: "machine", up: machine },
  { name: "session-slices", up: sessionSlices },
  { name: "shared-database", up: sharedDatabase },
  { name: "project-directory", up: projectDirectory },
];

export const NEWEST = MIGRATIONS.length;
