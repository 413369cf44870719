import { readFileSync } from "node:fs";
import * as z from "zod";
import { outcomeOf } from "../../src/agents/tool-facts.ts";
import { foldEntry } from "../../src/capture/fold-entry.ts";
import { collectTurnFacts } from "../../src/debrief/collect-turn-facts.ts";
import { hasEvidence, runsCheck } from "../../src/debrief/has-evidence.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { SessionSummary } from "../../src/kernel/record.ts";

const Run = z.object({
  run: z.string(),
  exit: z.number().optional(),
  refused: z.boolean().default(false),
  output: z.string().default(""),
});
const Expected = z.object({
  open: z.array(z.number()),
  checks: z.array(z.number()),
  accepted: z.array(z.number()).optional(),
  written: z.array(z.string()),
});
/** What an agent did in one turn, and what a reader would find at its end (see test/fixtures/shell/README.md). */
const Turn = z.object({
  id: z.string(),
  note: z.string(),
  steps: z.array(z.union([Run, z.object({ edit: z.string() })])),
  required: z.string().optional(),
  expect: Expected,
});
export type Turn = z.infer<typeof Turn>;
type Step = Turn["steps"][number];

const ASPECTS = ["open", "checks", "accepted", "written"] as const;
export type Aspect = (typeof ASPECTS)[number];
export type Score = Record<Aspect, { precision: number; recall: number; wrong: string[] }>;

export function readTurns(path: string): Turn[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => Turn.parse(JSON.parse(line)));
}

/** The precision and recall of each aspect, and the turns in which it is wrong. */
export function scoreTurns(turns: readonly Turn[]): Score {
  const found = turns.map((turn) => ({ turn, is: judge(turn) }));
  const scoreOf = (aspect: Aspect) => {
    const pairs = found
      .filter(({ turn }) => aspect !== "accepted" || turn.required !== undefined)
      .map(({ turn, is }) => ({ turn, is: is[aspect], expected: turn.expect[aspect] ?? [] }));
    const hits = sum(pairs.map(({ is, expected }) => common(is, expected).length));
    return {
      precision: ratio(hits, sum(pairs.map(({ is }) => is.length))),
      recall: ratio(hits, sum(pairs.map(({ expected }) => expected.length))),
      wrong: pairs.filter(({ is, expected }) => differs(is, expected)).map(describe),
    };
  };
  return {
    open: scoreOf("open"),
    checks: scoreOf("checks"),
    accepted: scoreOf("accepted"),
    written: scoreOf("written"),
  };
}

const SESSION = { cwd: "/repo", worktree: "/repo", startedAt: 0, lastPromptAt: 0 } as SessionSummary;

/** Uses the product's own folding, so that the same limits apply. */
function judge({ steps, required }: Turn): Record<Aspect, (number | string)[]> {
  const facts = collectTurnFacts(SESSION, fold(steps));
  const runs = fold(steps.map((step) => ("run" in step ? step : undefined)));
  return {
    open: facts.failures.map(({ at }) => at - 1),
    checks: facts.passed.filter(runsCheck).map(({ at }) => at - 1),
    accepted: facts.passed
      .filter((run) => hasEvidence([run], required ?? "none", facts.root))
      .map(({ at }) => at - 1),
    written: runs.files
      .filter(({ changedAt }) => changedAt !== null)
      .map(({ path }) => path.replace("/repo/", "")),
  };
}

function fold(steps: readonly (Step | undefined)[]): Capture {
  return steps
    .flatMap((step, i) => (step === undefined ? [] : entriesOf(step, i)))
    .reduce(foldEntry, EMPTY_CAPTURE);
}

function entriesOf(step: Step, i: number): Parameters<typeof foldEntry>[1][] {
  const [at, call] = [i + 1, `call-${i}`];
  if ("edit" in step) {
    const path = `/repo/${step.edit}`;
    return [
      { at, type: "file_changed", call, path },
      { at, ...outcomeOf(call, { ok: true, text: "" }) },
    ] as Parameters<typeof foldEntry>[1][];
  }
  const ok = !step.refused && (step.exit ?? 0) === 0;
  const text = ok || step.refused ? step.output : `Exit code ${step.exit}\n${step.output}`;
  return [
    { at, type: "command_run", call, command: step.run },
    { at, ...outcomeOf(call, { ok, text }) },
  ] as Parameters<typeof foldEntry>[1][];
}

function common<T>(a: readonly T[], b: readonly T[]): T[] {
  return a.filter((item) => b.includes(item));
}

function differs<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length !== b.length || common(a, b).length !== a.length;
}

function describe({ turn, is, expected }: { turn: Turn; is: unknown[]; expected: unknown[] }): string {
  return `${turn.id} (${turn.note}): [${is.join(", ")}] instead of [${expected.join(", ")}]`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}
