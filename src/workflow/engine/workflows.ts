import { isDeepStrictEqual } from "node:util";
import { HoldfastError } from "../../kernel/errors.ts";
import { deriveId } from "../../kernel/ids.ts";
import type { RunFilter } from "../../kernel/storage/workflow-storage.ts";
import type { WorkflowRun, WorkflowStep } from "../../kernel/workflow-record.ts";
import type { AnyWorkflow, Workflow } from "../definition.ts";
import { unhandledFailures } from "../journal/unhandled-failures.ts";
import { fromJsonText, toJsonText } from "../json-text.ts";
import { type RecordedError, stepFailed } from "../recorded-error.ts";
import type { Drive, Driver } from "./driver.ts";
import { createEmbeddedDriver } from "./embedded-driver.ts";
import type { EngineContext } from "./engine-context.ts";
import { forkRun } from "./fork-run.ts";
import { listRecords } from "./list-records.ts";

/** A handle on a run, for the caller that started or resumed it. */
export interface RunHandle<Output = unknown> {
  readonly id: string;
  /** Resolves to what the workflow returned, or throws what it threw. Also waits for a run in another process. */
  result(): Promise<Output>;
}

export interface StartOptions {
  /** Makes starting idempotent: a second start with the same id gets the same run, and resumes it if necessary. */
  id?: string;
  /** The module that defines the workflow, from which it can be resumed. */
  module?: string | null;
}

const POLL_MS = 200;
const MAX_ID = 200;

function alreadyCompleted({ id }: Pick<WorkflowRun, "id">): HoldfastError {
  const next = `Run \`holdfast workflow fork ${id} --at <step>\` to continue from one of its steps.`;
  return new HoldfastError("conflict", `${id} is completed.`, { next });
}

function otherType({ id, type }: Pick<WorkflowRun, "id" | "type">, wanted: string): HoldfastError {
  const message = `${id} is a run of the workflow "${type}", not of "${wanted}".`;
  return new HoldfastError("conflict", message, { next: "Start it with another id." });
}

function nothingToRetry(id: string): HoldfastError {
  const next = `Run \`holdfast workflow resume ${id}\` if no process is running it.`;
  return new HoldfastError("conflict", `${id} has not ended, so there is nothing to retry.`, { next });
}

/** Starts runs and drives them in this process. Many processes may share a store; one at a time drives a run. */
export class Workflows {
  readonly #ctx: EngineContext;
  readonly #definitions = new Map<string, AnyWorkflow>();
  readonly #drives = new Map<string, Drive>();

  readonly #driver: Driver;

  constructor(
    ctx: EngineContext,
    definitions: readonly AnyWorkflow[],
    driver: Driver = createEmbeddedDriver(ctx),
  ) {
    this.#ctx = ctx;
    this.#driver = driver;
    for (const definition of definitions) this.register(definition);
  }

  register(definition: AnyWorkflow): void {
    this.#driver.register(definition);
    this.#definitions.set(definition.type, definition);
  }

  async start<Input, Output>(
    definition: Workflow<Input, Output>,
    input: Input,
    options: StartOptions = {},
  ): Promise<RunHandle<Output>> {
    this.register(definition as AnyWorkflow);
    const { store } = this.#ctx;
    const known = options.id === undefined ? undefined : await store.getRun(options.id);
    if (!known) {
      const run = await this.#newRun(definition.type, toJsonText("The input", input), options);
      if (await store.createRun(run)) return await this.#drive<Output>(run);
      return await this.start(definition, input, { ...options, id: run.id });
    }
    if (known.type !== definition.type) throw otherType(known, definition.type);
    return await this.#join<Output>(known);
  }

  /** Continues a run that no process drives, or follows it. */
  async #join<Output>(run: WorkflowRun): Promise<RunHandle<Output>> {
    const isIdle = run.status === "running" && !this.#driver.isDriven(run);
    return isIdle ? await this.#drive<Output>(run) : this.#follow<Output>(run.id);
  }

  /** Continues a run whose process died or was stopped. */
  async resume<Output = unknown>(id: string): Promise<RunHandle<Output>> {
    if (this.#drives.has(id)) return this.#follow<Output>(id);
    return await this.#drive<Output>(await this.get(id));
  }

  /** Resumes runs that no process drives if their type has the policy `auto`. A person decides about the others. */
  async recover(): Promise<{ resumed: RunHandle[]; proposed: WorkflowRun[] }> {
    const dangling = await this.dangling();
    const resumed: RunHandle[] = [];
    const proposed: WorkflowRun[] = [];
    for (const run of dangling) {
      const definition = this.#definitions.get(run.type);
      const isSame = definition?.version === run.codeVersion;
      if (definition?.recovery === "auto" && isSame) resumed.push(await this.#drive(run));
      else if (definition?.recovery !== "off" && !(isSame && this.#driver.continuesAutomatically(run)))
        proposed.push(run);
    }
    return { resumed, proposed };
  }

  async dangling(filter: Omit<RunFilter, "status" | "limit"> = {}): Promise<WorkflowRun[]> {
    const running = await this.#ctx.store.listRuns({ ...filter, status: "running", limit: 1_000 });
    return running.filter((run) => !this.#driver.isDriven(run));
  }

  async get(id: string): Promise<WorkflowRun> {
    const run = await this.#ctx.store.getRun(id);
    if (run) return run;
    const next = "Run `holdfast workflow list` to see the runs.";
    throw new HoldfastError("not_found", `There is no run ${id.slice(0, MAX_ID)}.`, { next });
  }

  /** The records of a run, oldest first. */
  async steps(id: string): Promise<WorkflowStep[]> {
    return await listRecords(this.#ctx.store, await this.get(id));
  }

  /** Sends a signal to a run's `waitFor`. With an idempotency key, repeated calls send it only once. */
  async send(
    id: string,
    name: string,
    payload?: unknown,
    { idempotencyKey }: { idempotencyKey?: string } = {},
  ): Promise<boolean> {
    await this.#own(id);
    const { newId, clock } = this.#ctx;
    return await this.#driver.send({
      id: idempotencyKey === undefined ? newId("sig") : deriveId("sig", id, idempotencyKey),
      runId: id,
      name,
      payload: toJsonText("The payload", payload),
      sentAt: clock(),
      takenBy: null,
    });
  }

  /** Ends a run: its driver is rejected at its next step. */
  async cancel(id: string): Promise<WorkflowRun> {
    await this.#driver.cancel(await this.#own(id));
    return await this.#change(id, (run) => {
      if (run.status === "completed") throw alreadyCompleted(run);
      return { status: "cancelled", ...this.#driver.idle };
    });
  }

  /**
   * Prepares a failed, parked or cancelled run to be resumed, with a fresh budget and without the failures that ended
   * it. Failures that the program caught stay as they are.
   */
  async retry(id: string): Promise<WorkflowRun> {
    const run = await this.#change(id, ({ status }) => {
      if (status !== "running" && status !== "completed")
        return { status: "running", attempts: 0, error: null, ...this.#driver.idle };
      throw status === "completed" ? alreadyCompleted({ id }) : nothingToRetry(id);
    });
    const failed = unhandledFailures(await this.#ctx.store.listSteps(id)).map(({ place }) => place);
    await this.#ctx.store.forgetSteps({ runId: id, fence: run.fence }, failed);
    return run;
  }

  /** Creates a run that shares the first `at` records of this one and can continue differently from there. */
  async fork(id: string, options: { at: number; id?: string }): Promise<WorkflowRun> {
    return await forkRun(this.#ctx, await this.#own(id), { ...options, idle: this.#driver.idle });
  }

  /** Stops driving. The runs continue from where they are when someone resumes them. */
  async close(): Promise<void> {
    await this.#driver.close();
    this.#drives.clear();
  }

  /** The run, if it belongs to this engine's driver. */
  async #own(id: string): Promise<WorkflowRun> {
    const run = await this.get(id);
    if (this.#driver.owns(run)) return run;
    throw new HoldfastError("conflict", `${id} belongs to another driver.`, {
      next: "Use a program that opened the engine with that driver: see docs/workflows.md.",
    });
  }

  async #newRun(type: string, input: string | null, options: StartOptions): Promise<WorkflowRun> {
    const { newId, locate, clock } = this.#ctx;
    const { id = newId("wf"), module = null } = options;
    if (id === "" || id.length > MAX_ID)
      throw new HoldfastError("invalid_input", `The id of a run has 1 to ${MAX_ID} characters.`);
    const { projectId, worktree } = await locate();
    const nothing = { output: null, error: null, codeVersion: null, ...this.#driver.idle };
    const origin = { forkedFrom: null, forkedAt: null, createdAt: clock(), updatedAt: clock() };
    const place = { projectId, worktree, module };
    return { id, type, input, ...nothing, ...place, ...origin, status: "running", attempts: 0, fence: 0 };
  }

  async #drive<Output>(run: WorkflowRun): Promise<RunHandle<Output>> {
    const definition = this.#definitions.get(run.type);
    if (!definition)
      throw new HoldfastError("not_supported", `No workflow of type ${run.type} is registered.`, {
        next: "Pass it to `openWorkflows`, or pass its module.",
      });
    const drive = await this.#driver.drive(await this.#own(run.id), definition);
    this.#drives.set(run.id, drive);
    // Whoever has the handle learns how it ended.
    void drive.result.catch(() => {}).finally(() => this.#drives.delete(run.id));
    return { id: run.id, result: () => drive.result as Promise<Output> };
  }

  /** A handle on a run that is driven elsewhere, or has ended. */
  #follow<Output>(id: string): RunHandle<Output> {
    const drive = this.#drives.get(id);
    const result = drive ? () => drive.result : () => this.#waitFor(id);
    return { id, result: result as () => Promise<Output> };
  }

  async #waitFor(id: string): Promise<unknown> {
    for (;;) {
      const { status, output, error, type } = await this.get(id);
      if (status === "completed") return fromJsonText(output);
      if (status === "failed") throw stepFailed(type, JSON.parse(error ?? "{}") as RecordedError);
      if (status !== "running") {
        const next = `Run \`holdfast workflow show ${id}\` to see why.`;
        throw new HoldfastError("conflict", `${id} is ${status}.`, { next });
      }
      await this.#ctx.sleep(POLL_MS);
    }
  }

  async #change(id: string, decide: (run: WorkflowRun) => Partial<WorkflowRun>): Promise<WorkflowRun> {
    for (;;) {
      const run = await this.#own(id);
      const change = { ...decide(run), fence: run.fence + 1, updatedAt: this.#ctx.clock() };
      if (await this.#ctx.store.changeRun({ runId: id, fence: run.fence }, change))
        return { ...run, ...change };
      // The change may have been made, and only its answer lost.
      const current = await this.get(id);
      if (isDeepStrictEqual(current, { ...run, ...change })) return current;
    }
  }
}
