import { DBOS } from "@dbos-inc/dbos-sdk";
import { HoldfastError } from "../../kernel/errors.ts";
import type { WorkflowRun } from "../../kernel/workflow-record.ts";
import type { AnyWorkflow } from "../definition.ts";
import { notRunning } from "../engine/claim-run.ts";
import type { Driver } from "../engine/driver.ts";
import type { EngineContext } from "../engine/engine-context.ts";
import { listRecords } from "../engine/list-records.ts";
import { DBOS_GOES_ON, DBOS_OWNER, isOfDbos } from "../engine/owner.ts";
import { fromJsonText } from "../json-text.ts";
import { type RecordedError, stepFailed } from "../recorded-error.ts";
import { holdRuns, releaseRun } from "./left-runs.ts";
import { patientStore } from "./patient-store.ts";
import { runProgram } from "./run-program.ts";
import { firstOutside } from "./steps.ts";

export interface DbosSettings {
  url: string;
  /** Schema of DBOS's own tables. */
  dbosSchema: string;
  /** Names this process: when it is started again, the runs that it had go to whichever process is free. */
  executorId: string;
  /** Of the whole program; DBOS recovers runs of this one only. */
  version: string;
  /** Runs one process after another: DBOS's migrations fail when they run concurrently. */
  oneByOne: <T>(work: () => Promise<T>) => Promise<T>;
}

type Program = () => Promise<string | null>;

/** Starts DBOS, which at once queues what this executor had, and gives a driver on it. A process can have one. */
export async function openDbosDriver(
  ctx: EngineContext,
  definitions: readonly AnyWorkflow[],
  settings: DbosSettings,
): Promise<Driver> {
  if (DBOS.isInitialized())
    throw new HoldfastError(
      "conflict",
      "DBOS is already running in this process; it can be opened only once.",
      { next: "Pass all workflows to the first `openDbosWorkflows`." },
    );
  let isClosed = false;
  const store = patientStore(ctx.store, () => isClosed);
  const programs = new Map<string, Program>();
  for (const definition of definitions) {
    const { type: name, maxAttempts } = definition;
    // A fork has the arguments of its original, so the id is asked for.
    const run = () => runProgram({ ...ctx, store }, DBOS.workflowID ?? "", definition);
    programs.set(name, DBOS.registerWorkflow(run, { name, maxRecoveryAttempts: maxAttempts }));
  }
  const { url, dbosSchema, executorId, version, oneByOne } = settings;
  DBOS.setConfig({
    name: "holdfast",
    systemDatabaseUrl: url,
    systemDatabaseSchemaName: dbosSchema,
    executorID: executorId,
    applicationVersion: version,
    runMigrations: false,
    logLevel: "error",
  });
  await oneByOne(() => DBOS.migrate(url, { schemaName: dbosSchema }));
  const held = { url, dbosSchema, executorId };
  await holdRuns(ctx, definitions, held);
  await DBOS.launch();
  await parkGivenUp(ctx);
  return {
    idle: { owner: JSON.stringify(DBOS_OWNER), leaseUntil: DBOS_GOES_ON },
    owns: isOfDbos,
    goesOn: ({ leaseUntil }) => leaseUntil === DBOS_GOES_ON,
    isDriven: () => false, // DBOS knows; to begin again what is there is to follow it
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
      // Again when it was recorded before: that process may have died in between.
      if (await DBOS.getWorkflowStatus(signal.runId))
        await DBOS.send(signal.runId, "", signal.name, signal.id);
      return isNew;
    },
    cancel: ({ id }) => DBOS.cancelWorkflow(id),
    async close() {
      isClosed = true;
      await DBOS.shutdown({ deregister: true });
      await holdRuns(ctx, definitions, held).catch(() => {}); // without the database, its next start does
    },
  };
}

/** Makes DBOS work on the run: from its start, from where it was forked, or from where it failed or was cancelled. */
async function begin(
  ctx: EngineContext,
  run: WorkflowRun,
  { program, version }: { program: Program | undefined; version: string },
): Promise<void> {
  if (!program) throw new HoldfastError("not_supported", `No workflow of type ${run.type} is registered.`);
  const there = await DBOS.getWorkflowStatus(run.id);
  if (!there) {
    if (run.forkedFrom !== null && (await DBOS.getWorkflowStatus(run.forkedFrom))) {
      const places = await placesDone(ctx, run);
      const startStep = await firstOutside(run.forkedFrom, ({ place }) => places.has(place));
      const options = { newWorkflowID: run.id, applicationVersion: version };
      await DBOS.forkWorkflow(run.forkedFrom, startStep, options);
      return;
    }
    await DBOS.startWorkflow(program, { workflowID: run.id })();
    return;
  }
  const isActive = ["PENDING", "ENQUEUED", "DELAYED"].includes(there.status);
  if (isActive && there.applicationVersion === version) return;
  if (isActive) await DBOS.cancelWorkflow(run.id);
  const places = await placesDone(ctx, run);
  // The record of a result follows DBOS's own, which may be the only one.
  const startStep = await firstOutside(run.id, ({ place, kind }) => kind === "step" || places.has(place));
  await releaseRun(ctx, run.id);
  await DBOS.rewindWorkflow(run.id, { startStep, applicationVersion: version });
}

async function placesDone({ store }: EngineContext, run: WorkflowRun): Promise<Set<string>> {
  const done = (await listRecords(store, run)).filter(
    ({ endedAt, error }) => endedAt !== null && error === null,
  );
  return new Set(done.map(({ place }) => place));
}

async function resultOf(ctx: EngineContext, id: string): Promise<unknown> {
  const ended = await DBOS.retrieveWorkflow(id)
    .getResult()
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  await parkGivenUp(ctx);
  // DBOS gives an error back without its code; the record has all that counts.
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

/** Runs that DBOS began too often and gave up. */
async function parkGivenUp({ store, clock }: EngineContext): Promise<void> {
  const givenUp = await DBOS.listWorkflows({ status: "MAX_RECOVERY_ATTEMPTS_EXCEEDED", limit: 1_000 });
  for (const { workflowID } of givenUp) {
    const run = await store.getRun(workflowID);
    if (run?.status !== "running") continue;
    const change = { status: "parked", fence: run.fence + 1, updatedAt: clock() } as const;
    await store.changeRun({ runId: run.id, fence: run.fence }, change);
  }
}
