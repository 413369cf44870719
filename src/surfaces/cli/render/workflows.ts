import type * as z from "zod";
import { outlineState } from "../../../checkpoints/outline-state.ts";
import { count } from "../../../text/phrases.ts";
import type { workflowOperation } from "../../../workflow/operations/workflow.ts";
import type { RunView, StepView } from "../../../workflow/run-view.ts";
import type { Rendering } from "../layout/rendering.ts";
import { ago, fitted, table } from "../layout/table.ts";
import { fields } from "./checkpoints.ts";
import { contents } from "./inspect.ts";
import { renderLineage } from "./lineage.ts";

type Output = z.infer<typeof workflowOperation.output>;

/** Runs and what they recorded. A run that waits for a person says what to do. */
export function renderWorkflow(output: Output, how: Rendering): string[] {
  const { action, runs, steps, warning } = output;
  const { style } = how;
  const [run, ...forks] = runs;
  if (action === "graph") return renderGraph(output, how);
  if (!run) return ["No workflow runs here. Start one with: holdfast workflow run <module>"];
  const warnings = warning === null ? [] : [style.bad(warning)];
  if (action === "list") return [...renderRuns(runs, how), ...adviceOn(runs, how)];
  const details =
    action === "show"
      ? [...renderSteps(run, { steps, forks }, how), ...contents(outlineState(output.state), how)]
      : [];
  const result = output.output === undefined ? [] : ["", `Result: ${JSON.stringify(output.output)}`];
  return [...warnings, ...renderRun(run, how), ...details, ...result, ...adviceOn([run], how)];
}

function renderGraph({ runs, lineage = [], warning }: Output, how: Rendering): string[] {
  if (lineage.length === 0) return ["This run has no checkpoints yet."];
  return [
    ...renderLineage({ runs, nodes: lineage }, how),
    ...(warning === null ? [] : ["", how.style.bad(warning)]),
  ];
}

function renderRun(run: RunView, { now }: Rendering): string[] {
  const driver = run.driver ? `process ${run.driver.pid} on ${run.driver.host}` : null;
  return fields([
    ["Run", run.id],
    ["Workflow", run.type],
    ["Status", run.status === "parked" && !run.error ? "parked (its process died too often)" : statusOf(run)],
    ["Driver", driver],
    ["Attempts", String(run.attempts)],
    ["Code", run.codeVersion],
    ["Forked", run.forkedFrom === null ? null : `from ${run.forkedFrom} at step ${run.forkedAt}`],
    ["Started", ago(run.createdAt, now)],
    ["Error", run.error],
  ]);
}

function renderRuns(runs: readonly RunView[], { now, columns, style }: Rendering): string[] {
  const rows = runs.map((run) => [
    run.id,
    run.type,
    statusOf(run),
    String(run.attempts),
    ago(run.updatedAt, now),
  ]);
  const [head = "", ...body] = table(
    fitted([["RUN", "WORKFLOW", "STATUS", "ATTEMPTS", "AGE"], ...rows], 0, columns),
  );
  return [style.strong(head), ...body];
}

const SYMBOLS = { done: "●", failed: "✗", waiting: "○" } as const;

/** The steps of a run, including those that it shares with the run it was forked from, and its forks. */
function renderSteps(
  run: RunView,
  { steps, forks }: { steps: readonly StepView[]; forks: readonly RunView[] },
  { style }: Rendering,
): string[] {
  const lines = steps.flatMap((step) => {
    const depth = "  ".repeat(step.place.split("/").length - 1);
    const shared = step.run === run.id ? "" : style.dim(" (shared)");
    const again = step.attempts > 1 ? ` ${count(step.attempts, "attempt")}` : "";
    const name = step.kind === "step" ? step.key : `${step.kind}: ${step.key}`;
    const saved = step.checkpoint === null ? "" : style.dim(` ${step.checkpoint}`);
    const own = `${SYMBOLS[step.status]} ${depth}${step.number} ${name}${again}${saved}${shared}`;
    const branches = forks.filter(({ forkedAt }) => forkedAt === step.number);
    return [own, ...branches.map((fork) => `├─╮ ${fork.id} (${statusOf(fork)})`)];
  });
  return lines.length > 0 ? ["", ...lines] : [];
}

function statusOf({ status, dangling }: RunView): string {
  return dangling ? "interrupted" : status;
}

function adviceOn(runs: readonly RunView[], { style }: Rendering): string[] {
  const stopped = runs.find(({ dangling }) => dangling);
  const ended = runs.find(({ status }) => ["failed", "parked", "cancelled"].includes(status));
  const advice = [
    ...(stopped ? [`Continue where it stopped: holdfast workflow resume ${stopped.id}`] : []),
    ...(ended ? [`Try again: holdfast workflow retry ${ended.id}`] : []),
  ];
  return advice.length > 0 ? ["", ...advice.map(style.dim)] : [];
}
