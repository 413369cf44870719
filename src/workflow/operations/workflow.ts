import * as z from "zod";
import { defineOperation, flag } from "../../kernel/operation.ts";
import { RUN_STATUSES } from "../../kernel/workflow-record.ts";
import { RunView, StepView } from "../run-view.ts";
import { ACTIONS, type ActionName } from "./actions.ts";
import { LineageNode } from "./lineage.ts";

const names = Object.keys(ACTIONS) as [ActionName, ...ActionName[]];

export const workflowOperation = defineOperation({
  name: "workflow",
  group: "workflows",
  summary: "List durable workflows, or run and resume one",
  positional: ["action", "target"],
  readOnly: false,
  verbatim: ["input", "payload"],
  input: z.object({
    action: z.enum(names).default("list").describe("What to do"),
    target: z.string().max(1_000).optional().describe("Run id; for run, the module of the workflow"),
    type: z.string().max(200).optional().describe("Workflow type"),
    id: z.string().min(1).max(200).optional().describe("Id of the new run (default: generated)"),
    input: z.unknown().optional().describe("Input of the new run as JSON"),
    module: z.string().max(1_000).optional().describe("Module of the workflow (default: as recorded)"),
    at: z.coerce.number().int().min(0).optional().describe("Step to fork at, or whose state to show"),
    name: z.string().min(1).max(200).optional().describe("Name of the signal to send"),
    payload: z.unknown().optional().describe("Payload of the signal as JSON"),
    key: z.string().min(1).max(200).optional().describe("Idempotency key of the signal"),
    status: z.enum(RUN_STATUSES).optional().describe("List only runs with this status"),
    all: flag("List the runs of all projects"),
    limit: z.coerce.number().int().min(1).max(200).default(20).describe("Maximum number of results"),
  }),
  output: z.object({
    action: z.enum(names),
    runs: z.array(RunView),
    steps: z.array(StepView),
    /** The state of the run after the requested step. */
    state: z.unknown().optional(),
    output: z.unknown().optional(),
    /** The checkpoints of the run and its forks, oldest first. */
    lineage: z.array(LineageNode).optional(),
    /** What a person should know before they continue. */
    warning: z.string().nullable(),
  }),
  async run(ctx, input) {
    const { action } = input;
    return { action, steps: [], warning: null, ...(await ACTIONS[action](ctx, input)) };
  },
});
