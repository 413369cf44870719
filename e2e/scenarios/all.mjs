import * as allRestored from "./all-restored.mjs";
import { clearedSession } from "./cleared-session.mjs";
import { codexCompacted } from "./codex-compacted.mjs";
import { compactedSession } from "./compacted-session.mjs";
import { connectDisconnect } from "./connect-disconnect.mjs";
import {
  codexContinued,
  continued,
  geminiContinued,
  ohMyPiContinued,
  opencodeContinued,
  piContinued,
} from "./continued.mjs";
import { daemonTrouble } from "./daemon-trouble.mjs";
import {
  codexDebriefed,
  debriefed,
  geminiDebriefed,
  ohMyPiDebriefed,
  opencodeDebriefed,
  piDebriefed,
  quietlyDebriefed,
} from "./debriefed.mjs";
import { codexDigestPermitted, digestPermitted, geminiDigestPermitted } from "./digest-permitted.mjs";
import { editedAfterKill } from "./edited-after-kill.mjs";
import * as editedBetweenTurns from "./edited-between-turns.mjs";
import {
  codexFilesRestored,
  filesRestored,
  geminiFilesRestored,
  ohMyPiFilesRestored,
  openclawFilesRestored,
  opencodeFilesRestored,
  piFilesRestored,
} from "./files-restored.mjs";
import { filesWentBack, opencodeFilesWentBack } from "./files-went-back.mjs";
import {
  claudeFollowed,
  codexFollowed,
  geminiFollowed,
  ohMyPiFollowed,
  openclawFollowed,
  opencodeFollowed,
  piFollowed,
} from "./followed.mjs";
import { codexForked, forked, opencodeForked, piForked } from "./forked.mjs";
import { geminiCompressed } from "./gemini-compressed.mjs";
import { handedOn, handedOver } from "./handed-over.mjs";
import { hintTyped, ohMyPiHintTyped, opencodeHintTyped, piHintTyped } from "./hint-typed.mjs";
import { installedPackage } from "./installed-package.mjs";
import * as interrupted from "./interrupted.mjs";
import {
  codexKilled,
  geminiKilled,
  killedSession,
  ohMyPiKilled,
  openclawKilled,
  opencodeKilled,
  piKilled,
} from "./killed-session.mjs";
import {
  claudeKnown,
  codexKnown,
  geminiKnown,
  ohMyPiKnown,
  openclawKnown,
  opencodeKnown,
  piKnown,
} from "./known.mjs";
import { missedStop } from "./missed-stop.mjs";
import { MOVES } from "./moved.mjs";
import { notAPrompt } from "./not-a-prompt.mjs";
import { codexNotified, geminiNotified, notified } from "./notified.mjs";
import { ohMyPiRewound } from "./oh-my-pi-rewound.mjs";
import { openclawCompacted } from "./openclaw-compacted.mjs";
import { openclawContinued, openclawHanded } from "./openclaw-continued.mjs";
import { openclawHookPack } from "./openclaw-hook-pack.mjs";
import { openclawRewound } from "./openclaw-rewound.mjs";
import { openclawToolSearch } from "./openclaw-tool-search.mjs";
import { opencodeCompacted } from "./opencode-compacted.mjs";
import * as otherRepository from "./other-repository.mjs";
import { page } from "./page.mjs";
import { ohMyPiCompacted, piCompacted } from "./pi-compacted.mjs";
import { picker } from "./picker.mjs";
import {
  codexPlaceCompacted,
  codexPlaceSaved,
  codexPromptHeld,
  placeCompacted,
  placeSaved,
  promptHeld,
} from "./place.mjs";
import { ohMyPiTrouble, piTrouble } from "./plugin-trouble.mjs";
import { codexSearched, recordSearched } from "./record-searched.mjs";
import * as renamed from "./renamed.mjs";
import {
  codexRestarted,
  geminiRestarted,
  ohMyPiRestarted,
  opencodeRestarted,
  piRestarted,
  restarted,
} from "./restarted.mjs";
import { codexRestoreNoticed, geminiRestoreNoticed, restoreNoticed } from "./restore-noticed.mjs";
import { codexRewound, rewound } from "./rewound.mjs";
import { opencodeRewoundCompacted } from "./rewound-compacted.mjs";
import { opencodeRewound, piRewound } from "./rewound-live.mjs";
import { codexRules, geminiRules, rulesKept } from "./rules-kept.mjs";
import {
  codexSecret,
  geminiSecret,
  ohMyPiSecret,
  openclawSecret,
  opencodeSecret,
  piSecret,
  secretAndTools,
} from "./secret-and-tools.mjs";
import { codexShown, geminiShown, shown } from "./shown.mjs";
import * as subagentFiles from "./subagent-files.mjs";
import {
  codexDelegated,
  codexDestructive,
  codexManyFiles,
  delegated,
  destructive,
  geminiDelegated,
  geminiDestructive,
  manyFiles,
  ohMyPiDelegated,
  opencodeDelegated,
  piManyFiles,
} from "./triggers.mjs";
import * as turnFailed from "./turn-failed.mjs";
import {
  ohMyPiTwoSessions,
  openclawTwoSessions,
  opencodeTwoSessions,
  piTwoSessions,
  twoSessions,
} from "./two-sessions.mjs";
import { opencodeWentBack, piWentBack, wentBack } from "./went-back.mjs";

/** @type {import("../run-scenario.mjs").Scenario[]} */
export const SCENARIOS = [
  // The longest first: at the end, the other lanes would wait for them.
  page,
  picker,
  installedPackage,
  connectDisconnect,
  killedSession,
  compactedSession,
  clearedSession,
  twoSessions,
  daemonTrouble,
  secretAndTools,
  claudeKnown,
  geminiKnown,
  codexKnown,
  piKnown,
  ohMyPiKnown,
  opencodeKnown,
  openclawKnown,
  notAPrompt,
  geminiKilled,
  geminiCompressed,
  geminiSecret,
  codexKilled,
  codexCompacted,
  codexSecret,
  piKilled,
  piCompacted,
  piSecret,
  piTwoSessions,
  ohMyPiKilled,
  ohMyPiCompacted,
  ohMyPiSecret,
  ohMyPiTwoSessions,
  ohMyPiDebriefed,
  opencodeKilled,
  opencodeCompacted,
  opencodeSecret,
  opencodeTwoSessions,
  openclawKilled,
  openclawCompacted,
  openclawHookPack,
  openclawSecret,
  openclawToolSearch,
  openclawTwoSessions,
  debriefed,
  quietlyDebriefed,
  geminiDebriefed,
  codexDebriefed,
  piDebriefed,
  digestPermitted,
  geminiDigestPermitted,
  codexDigestPermitted,
  opencodeDebriefed,
  notified,
  geminiNotified,
  codexNotified,
  rulesKept,
  geminiRules,
  codexRules,
  restarted,
  geminiRestarted,
  codexRestarted,
  opencodeRestarted,
  piRestarted,
  ohMyPiRestarted,
  missedStop,
  codexFollowed,
  claudeFollowed,
  geminiFollowed,
  opencodeFollowed,
  openclawFollowed,
  piFollowed,
  ohMyPiFollowed,
  placeSaved,
  codexPlaceSaved,
  promptHeld,
  codexPromptHeld,
  placeCompacted,
  codexPlaceCompacted,
  hintTyped,
  opencodeHintTyped,
  piHintTyped,
  ohMyPiHintTyped,
  shown,
  codexShown,
  geminiShown,
  continued,
  ...MOVES,
  codexContinued,
  geminiContinued,
  piContinued,
  ohMyPiContinued,
  opencodeContinued,
  openclawContinued,
  handedOver,
  handedOn,
  openclawHanded,
  rewound,
  codexRewound,
  piRewound,
  opencodeRewound,
  ohMyPiRewound,
  openclawRewound,
  wentBack,
  piWentBack,
  opencodeWentBack,
  forked,
  codexForked,
  piForked,
  opencodeForked,
  opencodeRewoundCompacted,
  piTrouble,
  ohMyPiTrouble,
  delegated,
  codexDelegated,
  geminiDelegated,
  opencodeDelegated,
  ohMyPiDelegated,
  manyFiles,
  codexManyFiles,
  piManyFiles,
  destructive,
  codexDestructive,
  geminiDestructive,
  recordSearched,
  codexSearched,
  ...Object.values(editedBetweenTurns),
  ...Object.values(renamed),
  filesRestored,
  filesWentBack,
  opencodeFilesWentBack,
  editedAfterKill,
  ...Object.values(subagentFiles),
  ...Object.values(turnFailed),
  ...Object.values(interrupted),
  ...Object.values(otherRepository),
  codexFilesRestored,
  geminiFilesRestored,
  ohMyPiFilesRestored,
  openclawFilesRestored,
  opencodeFilesRestored,
  piFilesRestored,
  restoreNoticed,
  codexRestoreNoticed,
  geminiRestoreNoticed,
  ...Object.values(allRestored),
];
