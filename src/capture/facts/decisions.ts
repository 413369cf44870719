import * as z from "zod";
import type { ToolFact } from "../../kernel/agent/tool-fact.ts";
import type { Capture } from "../../kernel/capture.ts";
import { bounded } from "../../text/bounded.ts";
import { LIMITS } from "../limits.ts";

type OwnTool = Extract<ToolFact, { type: "own_tool" }>;

const TOOLS = new Set(["checkpoint_save", "session_digest"]);

const Decision = z.union([
  z.string().transform((decision) => ({ decision, rationale: null })),
  z
    .object({ decision: z.string(), rationale: z.string().nullish() })
    .transform(({ decision, rationale }) => ({ decision, rationale: rationale ?? null })),
]);
const Input = z.union([
  z.object({ decisions: z.array(Decision) }).transform(({ decisions }) => decisions),
  z.object({ state: z.object({ decisions: z.array(Decision) }) }).transform(({ state }) => state.decisions),
]);

/** The decisions that the agent passed to our tools. */
export function statedDecisions({ tool, input }: Pick<OwnTool, "tool" | "input">): Capture["decisions"] {
  if (!TOOLS.has(tool)) return [];
  const parsed = Input.safeParse(input);
  if (!parsed.success) return [];
  return parsed.data.map(({ decision, rationale }) => ({
    decision: bounded(decision, 400),
    rationale: rationale === null ? null : bounded(rationale, 400),
  }));
}

type Decisions = Capture["decisions"];

/** Adds new decisions, within the limit. */
export function mergeDecisions(known: Decisions, fresh: Decisions): Decisions {
  const unknown = fresh.filter(({ decision }) => !known.some((each) => each.decision === decision));
  return [...known, ...unknown].slice(-LIMITS.decisions);
}
