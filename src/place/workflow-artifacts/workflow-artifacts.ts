import type { SharedFormat } from "../files/shared-directory.ts";
import { findDocuments } from "./find-documents.ts";
import { appendLedgerRow } from "./ledger.ts";
import { findNewestPlaceFile, isPrecompact, readPlaceFile } from "./place-files.ts";
import { readSessionState } from "./read-session-state.ts";
import { redactDirectory } from "./redact-directory.ts";
import { writePlaceFile } from "./write-place-file.ts";

/** The layout of quoin's checkpoint skill. */
export const workflowArtifacts: SharedFormat = {
  directoryName: ".workflow_artifacts",
  open: (root) => ({
    readState: (session) => readSessionState(root, session),
    findDocuments: (globs, task) => findDocuments(root, globs, task),
    writePlace: (place, how) => writePlaceFile(root, place, how),
    findNewestPlace: () => findNewestPlaceFile(root),
    readPlace: (target) => readPlaceFile(root, target),
    isVoluntary: (target) => !isPrecompact(target),
    recordUse: (use) => appendLedgerRow(root, use),
    redact: (redactor, options) => redactDirectory(root, redactor, options),
  }),
};
