import * as z from "zod";
import type { TokenUsage } from "../../kernel/agent/token-usage.ts";
import type { Context } from "../../kernel/context.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import { priceUsage } from "./price-usage.ts";

/** The tokens that a session used with one model. */
export const ModelUsage = z.object({
  model: z.string(),
  input: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  output: z.number(),
  /** US dollars; null if no price is known. */
  cost: z.number().nullable(),
});
export type ModelUsage = z.infer<typeof ModelUsage>;

/** The usage of one session by model. */
export interface SessionUsage {
  session: SessionSummary;
  models: ModelUsage[];
}

/** Reads what these sessions used. Omits those whose transcript is missing or whose client does not record tokens. */
export async function readSessionUsage(
  ctx: Pick<Context, "agents">,
  sessions: readonly SessionSummary[],
): Promise<SessionUsage[]> {
  const read = await Promise.all(sessions.map((session) => readUsage(ctx, session)));
  return countOnce(read.filter((usage) => usage !== undefined));
}

/** The total for the models with a known price, and the models without one. */
export function totalOf(models: readonly ModelUsage[]): { cost: number; unpriced: string[] } {
  return {
    cost: models.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    unpriced: [...new Set(models.filter(({ cost }) => cost === null).map(({ model }) => model))],
  };
}

interface Usage {
  session: SessionSummary;
  answers: readonly TokenUsage[];
}

async function readUsage(
  { agents }: Pick<Context, "agents">,
  session: SessionSummary,
): Promise<Usage | undefined> {
  const { agent, transcriptPath } = session;
  const adapter = agents.find(({ name }) => name === agent);
  const answers = transcriptPath === null ? undefined : await adapter?.sessions?.usage(transcriptPath);
  return answers && { session, answers };
}

/** A fork has copies of earlier answers. Each counts once, for the oldest session that has it. */
function countOnce(read: readonly Usage[]): SessionUsage[] {
  const counted = new Set<string>();
  const own = new Map<Usage, TokenUsage[]>();
  for (const usage of read.toSorted((one, other) => one.session.startedAt - other.session.startedAt)) {
    own.set(
      usage,
      usage.answers.filter(({ id }) => id === undefined || isFirst(counted, `${usage.session.agent} ${id}`)),
    );
  }
  return read.map((usage) => ({
    session: usage.session,
    models: sumByModel(own.get(usage) ?? [], usage.session.lastSeenAt),
  }));
}

function isFirst(seen: Set<string>, key: string): boolean {
  return seen.size < seen.add(key).size;
}

/** Prices each answer separately, since the rates depend on its day and may depend on the length of the input. */
function sumByModel(answers: readonly TokenUsage[], lastSeenAt: number): ModelUsage[] {
  const sums = new Map<string, ModelUsage>();
  for (const answer of answers) {
    const { model } = answer;
    const sum = sums.get(model) ?? { model, input: 0, cacheRead: 0, cacheWrite: 0, output: 0, cost: 0 };
    const cost = priceUsage(answer, answer.at ?? lastSeenAt);
    sums.set(model, {
      model,
      input: sum.input + answer.input,
      cacheRead: sum.cacheRead + answer.cacheRead,
      cacheWrite: sum.cacheWrite + answer.cacheWrite,
      output: sum.output + answer.output,
      cost: sum.cost === null || cost === null ? null : sum.cost + cost,
    });
  }
  // API errors are recorded as answers without tokens.
  return [...sums.values()].filter(
    ({ input, cacheRead, cacheWrite, output }) => input + cacheRead + cacheWrite + output > 0,
  );
}
