import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { JsonValue } from "../../kernel/json.ts";
import type { RunStatus, WorkflowRun } from "../../kernel/workflow-record.ts";
import { type AnyWorkflow, isWorkflow } from "../definition.ts";
import { createEngineContext } from "../engine/create-engine-context.ts";
import type { StepAttempt } from "../engine/engine-context.ts";
import { listRecords } from "../engine/list-records.ts";
import { isDriven } from "../engine/owner.ts";
import { type RunHandle, Workflows } from "../engine/workflows.ts";
import { findRun } from "../find-run.ts";
import { type RunView, type StepView, toRunView, toStepView } from "../run-view.ts";
import { describeState, stateAt } from "../state/state-at.ts";
import { type LineageNode, readLineage } from "./lineage.ts";

interface ActionInput {
  target?: string | undefined;
  type?: string | undefined;
  id?: string | undefined;
  input?: unknown;
  module?: string | undefined;
  at?: number | undefined;
  name?: string | undefined;
  payload?: unknown;
  key?: string | undefined;
  status?: RunStatus | undefined;
  all: boolean;
  limit: number;
}

interface ActionResult {
  runs: RunView[];
  steps?: StepView[];
  state?: JsonValue;
  output?: unknown;
  lineage?: LineageNode[];
  warning?: string | null;
}

type Action = (ctx: Context, input: ActionInput) => Promise<ActionResult>;

/** The actions on runs, by their names on the command line. */
export const ACTIONS = {
  list: async (ctx, { type, status, all, limit }) => {
    const project = all ? undefined : await findOwnProject(ctx);
    if (!all && !project) return { runs: [] };
    const runs = await ctx.store.listRuns({
      ...(project ? { projectId: project.id } : {}),
      ...(type === undefined ? {} : { type }),
      ...(status === undefined ? {} : { status }),
      limit,
    });
    return { runs: runs.map((run) => viewOf(ctx, run)) };
  },
  show: async (ctx, { target, at }) => {
    const run = await findRun(ctx.store, target);
    const steps = await listRecords(ctx.store, run);
    const forks = await ctx.store.listRuns({ forkedFrom: run.id, limit: 100 });
    const shown = at === undefined ? steps : steps.filter(({ number }) => number <= at);
    const state = describeState(stateAt(steps, at ?? Number.POSITIVE_INFINITY));
    return {
      runs: [run, ...forks].map((each) => viewOf(ctx, each)),
      steps: shown.map((step) => toStepView(step, ctx.redactor)),
      state: ctx.redactor.json(state),
    };
  },
  graph: async (ctx, { target }) => {
    const { runs, nodes, isWhole } = await readLineage(ctx, target);
    const warning = isWhole ? null : "There are more checkpoints than shown here.";
    return { runs: runs.map((run) => viewOf(ctx, run)), lineage: nodes, warning };
  },
  run: async (ctx, { target, type, input, id }) => {
    if (target === undefined)
      throw new HoldfastError("invalid_input", "Pass the module that exports the workflow.", {
        next: "For example: holdfast workflow run ./release.mjs",
      });
    return await drive(ctx, { module: target, type }, async (engine, definition, module) =>
      engine.start(definition as never, input, { module, ...(id === undefined ? {} : { id }) }),
    );
  },
  resume: async (ctx, { target, module }) => {
    const { id, type, module: recorded, codeVersion } = await findRun(ctx.store, target);
    // Other people write to a shared database, so a module that it names is not loaded without consent.
    const from = module ?? (ctx.config.store.url === undefined ? recorded : null);
    if (from === null)
      throw new HoldfastError("invalid_input", `The module of ${id} is not known: pass it with --module.`);
    return await drive(ctx, { module: from, type, startedWith: codeVersion }, (engine) => engine.resume(id));
  },
  cancel: async (ctx, { target }) => changeRun(ctx, target, (engine, id) => engine.cancel(id)),
  retry: async (ctx, { target }) => changeRun(ctx, target, (engine, id) => engine.retry(id)),
  fork: async (ctx, { target, at, id }) => {
    if (at === undefined)
      throw new HoldfastError("invalid_input", "Pass the step to fork at with --at.", {
        next: "Run `holdfast workflow show <run>` to see its steps.",
      });
    const options = { at, ...(id === undefined ? {} : { id }) };
    return await changeRun(ctx, target, (engine, run) => engine.fork(run, options));
  },
  send: async (ctx, { target, name, payload, key }) => {
    if (name === undefined)
      throw new HoldfastError("invalid_input", "Pass the name of the signal with --name.", {
        next: "Run `holdfast workflow show <run>` to see which signal it waits for.",
      });
    const run = await findRun(ctx.store, target);
    const options = key === undefined ? {} : { idempotencyKey: key };
    const isNew = await engineOf(ctx).send(run.id, name, payload, options);
    return { runs: [viewOf(ctx, run)], warning: isNew ? null : "This signal was already sent." };
  },
} satisfies Record<string, Action>;

export type ActionName = keyof typeof ACTIONS;

function engineOf(
  ctx: Context,
  definitions: readonly AnyWorkflow[] = [],
  onAttempt: (attempt: StepAttempt) => void = () => {},
): Workflows {
  return new Workflows({ ...createEngineContext(ctx, ctx.caller.cwd), onAttempt }, definitions);
}

/** `step 3: compile (attempt 2)` */
function describeAttempt({ number, key, attempt }: StepAttempt): string {
  return `step ${number}: ${key}${attempt > 1 ? ` (attempt ${attempt})` : ""}`;
}

async function changeRun(
  ctx: Context,
  target: string | undefined,
  change: (engine: Workflows, id: string) => Promise<WorkflowRun>,
): Promise<ActionResult> {
  const { id } = await findRun(ctx.store, target);
  return { runs: [viewOf(ctx, await change(engineOf(ctx), id))] };
}

async function waitForEnd(begin: () => Promise<RunHandle>): Promise<{ id: string; output: unknown }> {
  const { id, result } = await begin();
  return { id, output: await result() };
}

/** Runs the workflow of a module to its end in this process. */
async function drive(
  ctx: Context,
  {
    module,
    type,
    startedWith = null,
  }: { module: string; type: string | undefined; startedWith?: string | null },
  begin: (engine: Workflows, definition: AnyWorkflow, module: string) => Promise<RunHandle>,
): Promise<ActionResult> {
  if (!ctx.loadModule)
    throw new HoldfastError(
      "not_supported",
      "Workflows can only be run on the command line, not through this API.",
    );
  const { path, exports } = await ctx.loadModule(module);
  const definition = definitionIn(exports, { module, type });
  const progress = await ctx.progress?.();
  const engine = engineOf(ctx, [definition], (attempt) => progress?.update(describeAttempt(attempt)));
  const warning = warningOf(definition, startedWith);
  if (warning !== null) progress?.say(warning);
  progress?.start(definition.type);
  const { id, output } = await waitForEnd(() => begin(engine, definition, path)).finally(() =>
    progress?.stop(),
  );
  const run = await engine.get(id);
  return { runs: [viewOf(ctx, run)], output: ctx.redactor.json((output ?? null) as JsonValue), warning };
}

function definitionIn(
  exports: Readonly<Record<string, unknown>>,
  { module, type }: { module: string; type: string | undefined },
): AnyWorkflow {
  const found = Object.values(exports).filter(isWorkflow);
  const definition =
    type === undefined && found.length === 1 ? found[0] : found.find((each) => each.type === type);
  if (!definition) {
    const types = found.map((each) => each.type).join(", ") || "none";
    throw new HoldfastError("invalid_input", `${module} exports these workflow types: ${types}.`, {
      next: "Export what `workflow(…)` returns, and choose one with --type.",
    });
  }
  return definition;
}

/** A warning before a run continues with other code than it began with. */
function warningOf({ version }: AnyWorkflow, startedWith: string | null): string | null {
  if (startedWith === null || startedWith === version) return null;
  return `The code has changed: the run was started with ${startedWith}, this is ${version}.`;
}

function viewOf(ctx: Context, run: WorkflowRun): RunView {
  const { host } = createEngineContext(ctx, ctx.caller.cwd).self;
  return toRunView(run, isDriven(run, { ...ctx, host }), ctx.redactor);
}

async function findOwnProject({ store, workspace, caller }: Pick<Context, "store" | "workspace" | "caller">) {
  return await store.findProjectByRoot((await workspace.locate(caller.cwd)).projectRoot);
}
