import { DBOS } from "@dbos-inc/dbos-sdk";
import { HoldfastError } from "../../kernel/errors.ts";
import type { WorkflowRun } from "../../kernel/workflow-record.ts";
import type { AnyWorkflow } from "../definition.ts";
import { notRunning } from "../engine/claim-run.ts";
import type { Driver } from "../engine/driver.ts";
import type { EngineContext } from "../engine/engine-context.ts";
import { listRecords } from "../engine/list-records.ts";
import { DBOS_CONTINUES, DBOS_OWNER, isOwnedByDbos } from "../engine/owner.ts";
import { fromJsonText } from "../json-text.ts";
import { type RecordedError, stepFailed } from "../recorded-error.ts";
import { releaseRun, suspendRuns } from "./orphaned-runs.ts";
import { createRetryingStore } from "./retrying-store.ts";
import { runProgram } from "./run-program.ts";
import { findRestartStep } from "./steps.ts";

export interface DbosSettings {
  url: string;
  /** Schema of DBOS's own tables. */
  dbosSchema: string;
  /** Identifies this process. When it starts again, the runs that it had go to any free process. */
  executorId: string;
  /** The version of the whole program. DBOS only recovers runs of the same version. */
  version: string;
  /** Runs work in one process at a time: DBOS's migrations fail if they run concurrently. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
}

type Program = () => Promise<string | null>;

/** Starts DBOS, which immediately queues the runs that this executor had, and returns a driver. One per process. */
export async function openDbosDriver(
  ctx: EngineContext,
  definitions: readonly AnyWorkflow[],
  settings: DbosSettings,
): Promise<Driver> {
  if (DBOS.isInitialized()) throw alreadyOpen();
  let isClosed = false;
  const store = createRetryingStore(ctx.store, () => isClosed);
  const programs = new Map<string, Program>();
  for (const definition of definitions) {
    const { type: name, maxAttempts } = definition;
    // A fork gets the arguments of its original, so the program asks DBOS for its own id.
    const run = () => runProgram({ ...ctx, store }, DBOS.workflowID ?? "", definition);
    programs.set(name, DBOS.registerWorkflow(run, { name, maxRecoveryAttempts: maxAttempts }));
  }
  const { url, dbosSchema, executorId, version, exclusively } = settings;
  DBOS.setConfig({
    name: "holdfast",
    systemDatabaseUrl: url,
    systemDatabaseSchemaName: dbosSchema,
    executorID: executorId,
    applicationVersion: version,
    runMigrations: false,
    logLevel: "error",
  });
  await exclusively(() => DBOS.migrate(url, { schemaName: dbosSchema }));
  const executor = { url, dbosSchema, executorId };
  await suspendRuns(ctx, definitions, executor);
  await DBOS.launch();
  await parkExhaustedRuns(ctx);
  return {
    idle: { owner: JSON.stringify(DBOS_OWNER), leaseUntil: DBOS_CONTINUES },
    owns: isOwnedByDbos,
    continuesAutomatically: ({ leaseUntil }) => leaseUntil === DBOS_CONTINUES,
    isDriven: () => false, // DBOS decides; beginning an existing run again only follows it
    register({ type }) {
      if (programs.has(type)) return;
      throw new HoldfastError("not_supported", `${type} was not registered when DBOS was started.`, {
        next: "Pass every workflow to `openDbosWorkflows`.",
      });
    },
    async drive(run, { type }) {
      if (run.status !== "running") throw notRunning(run);
      await begin(ctx, run, { program: programs.get(type), version });
      return { result: resultOf(ctx, run.id), stop: () => {} };
    },
    async send(signal) {
      const isNew = await ctx.store.sendSignal(signal);
      // Also if it was already recorded: the process that recorded it may have died before it sent it.
      if (await DBOS.getWorkflowStatus(signal.runId))
        await DBOS.send(signal.runId, "", signal.name, signal.id);
      return isNew;
    },
    cancel: ({ id }) => DBOS.cancelWorkflow(id),
    async close() {
      isClosed = true;
      await DBOS.shutdown({ deregister: true });
      await suspendRuns(ctx, definitions, executor).catch(() => {}); // without the database, the next start does this
    },
  };
}

/** Makes DBOS work on the run: from its start, from its fork, or from where it failed or was cancelled. */
async function begin(
  ctx: EngineContext,
  run: WorkflowRun,
  { program, version }: { program: Program | undefined; version: string },
): Promise<void> {
  if (!program) throw new HoldfastError("not_supported", `No workflow of type ${run.type} is registered.`);
  const existing = await DBOS.getWorkflowStatus(run.id);
  if (!existing) {
    if (run.forkedFrom !== null && (await DBOS.getWorkflowStatus(run.forkedFrom))) {
      const places = await completedPlaces(ctx, run);
      const startStep = await findRestartStep(run.forkedFrom, ({ place }) => places.has(place));
      const options = { newWorkflowID: run.id, applicationVersion: version };
      await DBOS.forkWorkflow(run.forkedFrom, startStep, options);
      return;
    }
    await DBOS.startWorkflow(program, { workflowID: run.id })();
    return;
  }
  const isActive = ["PENDING", "ENQUEUED", "DELAYED"].includes(existing.status);
  if (isActive && existing.applicationVersion === version) return;
  if (isActive) await DBOS.cancelWorkflow(run.id);
  const places = await completedPlaces(ctx, run);
  // Holdfast records a result after DBOS does, so it may only be in DBOS's record.
  const isDone = ({ place, kind, isFailed }: { place: string; kind: string; isFailed: boolean }) =>
    places.has(place) || (kind === "step" && !isFailed);
  const startStep = await findRestartStep(run.id, isDone);
  await releaseRun(ctx, run.id);
  await DBOS.rewindWorkflow(run.id, { startStep, applicationVersion: version });
}

/** Also of steps that failed: the failures that are still recorded are those that the program handled. */
async function completedPlaces({ store }: EngineContext, run: WorkflowRun): Promise<Set<string>> {
  const done = (await listRecords(store, run)).filter(({ endedAt }) => endedAt !== null);
  return new Set(done.map(({ place }) => place));
}

function alreadyOpen(): HoldfastError {
  const message = "DBOS is already running in this process; it can be opened only once.";
  return new HoldfastError("conflict", message, {
    next: "Pass all workflows to the first `openDbosWorkflows`.",
  });
}

async function resultOf(ctx: EngineContext, id: string): Promise<unknown> {
  const ended = await DBOS.retrieveWorkflow(id)
    .getResult()
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  await parkExhaustedRuns(ctx);
  // DBOS returns an error without its code; Holdfast's record is complete.
  const { status, output, error, type } = (await ctx.store.getRun(id)) ?? { status: "running", error: null };
  const kept = JSON.parse(error ?? "{}") as RecordedError;
  if (status === "completed") return fromJsonText(output);
  if (status === "failed") throw stepFailed(type, kept);
  if (status === "parked") throw new HoldfastError("workflow_changed", kept.message);
  throw new HoldfastError("conflict", `${id} is ${status === "running" ? "interrupted" : status}.`, {
    cause: ended,
    next: `Run \`holdfast workflow show ${id}\` to see why.`,
  });
}

/** Parks the runs that DBOS gave up after too many attempts. */
async function parkExhaustedRuns({ store, clock }: EngineContext): Promise<void> {
  const exhausted = await DBOS.listWorkflows({ status: "MAX_RECOVERY_ATTEMPTS_EXCEEDED", limit: 1_000 });
  for (const { workflowID } of exhausted) {
    const run = await store.getRun(workflowID);
    if (run?.status !== "running") continue;
    const change = { status: "parked", fence: run.fence + 1, updatedAt: clock() } as const;
    await store.changeRun({ runId: run.id, fence: run.fence }, change);
  }
}
