import type * as z from "zod";
import type { OperationName, operationsByName } from "../../../operations-by-name.ts";
import type { Rendering } from "../layout/rendering.ts";
import { renderConnected, renderDisconnected, renderLaunched, renderRestarted } from "./agents.ts";
import { renderChanges } from "./changes.ts";
import { renderList, renderOverview, renderSave } from "./checkpoints.ts";
import { renderCost } from "./cost.ts";
import { renderDebrief } from "./debrief.ts";
import { renderDeliveries } from "./deliveries.ts";
import { renderTurns } from "./file-changes.ts";
import { renderDoctor, renderStatus } from "./health.ts";
import { renderInspect } from "./inspect.ts";
import { renderLog } from "./log.ts";
import { renderForgotten, renderNotes } from "./notes.ts";
import { renderPulled, renderPushed, renderRemote } from "./remote.ts";
import { renderRestore } from "./restore.ts";
import { renderResume } from "./resume.ts";
import { renderCollapsed, renderMark, renderRewound } from "./rewind.ts";
import { renderCapture, renderContinued, renderDismissed } from "./sessions.ts";
import { renderStats } from "./stats.ts";
import { renderArchive, renderDeleted, renderNamed, renderPruned, renderRedacted } from "./storage.ts";
import { renderExported, renderImported } from "./transfer.ts";
import { renderWorkflow } from "./workflows.ts";

type OutputOf<Name extends OperationName> = z.infer<
  Awaited<ReturnType<(typeof operationsByName)[Name]>>["output"]
>;

/** The human-readable form of each operation's output. The type requires an entry for each. */
const renderers = {
  save: renderSave,
  digest: renderSave,
  list: renderList,
  inspect: renderInspect,
  resume: renderResume,
  diff: renderChanges,
  changes: renderTurns,
  restore: renderRestore,
  undo: renderRestore,
  name: renderNamed,
  delete: renderDeleted,
  prune: renderPruned,
  archive: renderArchive,
  redact: renderRedacted,
  capture: renderCapture,
  continue: renderContinued,
  dismiss: renderDismissed,
  export: renderExported,
  import: renderImported,
  remote: renderRemote,
  push: renderPushed,
  pull: renderPulled,
  deliveries: renderDeliveries,
  debrief: renderDebrief,
  mark: renderMark,
  collapse: renderCollapsed,
  rewind: renderRewound,
  launch: renderLaunched,
  restart: renderRestarted,
  log: renderLog,
  stats: renderStats,
  cost: renderCost,
  workflow: renderWorkflow,
  remember: (note) => renderNotes([note]),
  recall: ({ memories }) => renderNotes(memories),
  forget: renderForgotten,
  connect: renderConnected,
  disconnect: renderDisconnected,
  status: renderStatus,
  doctor: renderDoctor,
} satisfies { [Name in OperationName]: (output: OutputOf<Name>, how: Rendering) => string[] };

/** The output of `holdfast` without a command: a list with hints. Not an operation. */
const OVERVIEW = "overview";

/** Renders an operation's output as lines. The caller passes the name that belongs to the output. */
export function render(name: OperationName | typeof OVERVIEW, output: unknown, how: Rendering): string[] {
  const renderer = name === OVERVIEW ? renderOverview : renderers[name];
  return (renderer as (output: unknown, how: Rendering) => string[])(output, how);
}
