import * as z from "zod";
import { CheckpointView } from "../../checkpoints/checkpoint-view.ts";
import { saveCheckpoint } from "../../checkpoints/save-checkpoint.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";

/** Longer digests are rejected rather than truncated, since a truncated secret might not be recognized. */
const MOST = 16_384;

const line = z.string().trim().min(1).max(2_000);
const lines = z.array(line).max(50).default([]);

const Input = z.object({
  decisions: lines.describe("Decisions, each with its reason"),
  state: z.string().trim().max(8_000).optional().describe("Current state of the work"),
  blockers: lines.describe("Blockers"),
  nextSteps: lines.describe("Next steps"),
});

/** Saves what only the agent knows, in its own words. Recovery delivers it to the next session. */
export const digest = defineOperation({
  name: "digest",
  group: "sessions",
  summary: "Note decisions and steps for the next session",
  tool: "session_digest",
  guidance:
    "Call it after a decision, when you are blocked, and before a longer pause. Record what a transcript does not show: reasons, dead ends, intent.",
  readOnly: false,
  input: Input,
  output: CheckpointView,
  async run(ctx, input) {
    const text = digestText(input);
    if (text === "")
      throw new HoldfastError(
        "invalid_input",
        "The digest is empty: give a decision, the state, a blocker, or a next step.",
      );
    if (text.length > MOST) {
      const given = `${text.length} characters exceed the limit of ${MOST} for a digest.`;
      throw new HoldfastError("too_large", given);
    }
    const decisions = input.decisions.map((decision) => ({ decision }));
    const { nextSteps: next_steps, blockers } = input;
    const said = { kind: "digest", trigger: "agent", digest: text, decisions } as const;
    return await saveCheckpoint(ctx, said, { next_steps, blockers });
  },
});

function digestText({ state, decisions, blockers, nextSteps }: z.infer<typeof Input>): string {
  return [
    ...(state ? [`State: ${state}`] : []),
    ...listed("Decided", decisions),
    ...listed("Blocked by", blockers),
    ...listed("Next", nextSteps),
  ].join("\n");
}

function listed(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `- ${item}`)];
}
