import { captureEvent } from "../capture/capture-event.ts";
import { captureTranscript } from "../capture/capture-transcript.ts";
import { checkpointBeforeRisk } from "../capture/checkpoint-before-risk.ts";
import { checkpointSession } from "../capture/checkpoint-session.ts";
import { noteDebriefActedOn } from "../debrief/debrief-state.ts";
import { debriefStop } from "../debrief/debrief-stop.ts";
import type { Config } from "../kernel/config/config.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import { notifyOnStop } from "../notifications/notify-on-stop.ts";
import { reportDamage } from "../notifications/report-damage.ts";
import { adviseContext } from "../place/advise-context.ts";
import { announcePlace } from "../place/announce-place.ts";
import { publishStatus } from "../place/publish-status.ts";
import { savePlaceAtCompaction } from "../place/save-automatic-place.ts";
import { deliverRecovery } from "../recovery/deliver-recovery.ts";
import { keepDelivered } from "../recovery/delivered-facts.ts";
import { detectCompaction, instructSummary } from "../recovery/detect-compaction.ts";
import { recallNotes } from "../recovery/recall-notes.ts";
import { recallStatements } from "../recovery/recall-statements.ts";
import { adoptSession } from "../recovery/source/adopt-session.ts";
import { withdrawRecovery } from "../recovery/withdraw-recovery.ts";
import { followBranches } from "../rewind/follow-branches.ts";
import { observeOwnRewind } from "../rewind/observe-own-rewind.ts";
import { remindOpenMark } from "../rewind/remind-open-mark.ts";
import { countEvent } from "../sessions/count-event.ts";
import { followFork } from "../sessions/follow-fork.ts";
import { requestSnapshot } from "../snapshots/request-snapshot.ts";

/** The handlers of all events, in order. A new capability is one entry. Empty if continuity is disabled. */
export function pipelineFor({ continuity }: Config): readonly EventHandler[] {
  return continuity.enabled ? PIPELINE : [];
}

/**
 * What no handler here contributes, `redeliver-replies.ts` adds to the reply: earlier replies that were lost, and the
 * notices of restored files.
 */
const PIPELINE: readonly EventHandler[] = [
  reportDamage,
  // Before recovery, since a fork determines its source.
  followFork,
  detectCompaction,
  // Before the command is captured.
  checkpointBeforeRisk,
  // Before the transcript is captured, since this may wait until the turn is written.
  followBranches,
  captureTranscript,
  observeOwnRewind,
  // A stop that is answered with a reminder or a debrief skips the handlers below, so at most one of the two answers.
  remindOpenMark,
  debriefStop,
  notifyOnStop,
  // Before recovery, so that a rejected prompt, which skips the handlers below, delivers nothing that the model never sees.
  adviseContext,
  // Before counting and capture, so that this prompt does not count as earlier work.
  deliverRecovery,
  withdrawRecovery,
  announcePlace,
  adoptSession,
  noteDebriefActedOn,
  countEvent,
  captureEvent,
  keepDelivered,
  recallNotes,
  recallStatements,
  checkpointSession,
  savePlaceAtCompaction,
  // After every handler that may save the checkpoint to which the files belong.
  requestSnapshot,
  publishStatus,
  instructSummary,
];
