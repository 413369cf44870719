import * as z from "zod";
import type { TokenUsage } from "../../kernel/agent/token-usage.ts";
import type { Context } from "../../kernel/context.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import { priceUsage } from "../cost/price-usage.ts";
import { listRecentSessions } from "../list-recent-sessions.ts";

const Used = z.object({
  model: z.string(),
  input: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  output: z.number(),
  /** US dollars; null if no price is known. */
  cost: z.number().nullable(),
});

/**
 * Sums up the tokens that the clients recorded in their transcripts and prices them by a dated table. Nothing else is
 * stored.
 */
export const cost = defineOperation({
  name: "cost",
  group: "sessions",
  summary: "Show the tokens and cost of sessions",
  readOnly: true,
  input: z.object({
    all: flag("Include all projects"),
    days: z.coerce.number().int().min(1).max(365).default(30).describe("Number of days to include"),
    limit: z.coerce.number().int().min(1).max(200).default(50).describe("Maximum number of sessions"),
  }),
  output: z.object({
    sessions: z.array(
      z.object({ id: z.string(), agent: z.string(), lastSeenAt: z.string(), models: z.array(Used) }),
    ),
    /** Total for the models with a known price. */
    cost: z.number(),
    /** Models without a known price. */
    unpriced: z.array(z.string()),
    /** Number of sessions whose transcript is missing or whose client does not record tokens. */
    unread: z.number(),
  }),
  async run(ctx, input) {
    const listed = await listRecentSessions(ctx, input);
    const read = await Promise.all(listed.map((session) => readUsage(ctx, session)));
    const sessions = countOnce(read.filter((session) => session !== undefined));
    const models = sessions.flatMap((session) => session.models);
    return {
      sessions,
      cost: models.reduce((sum, { cost: each }) => sum + (each ?? 0), 0),
      unpriced: [...new Set(models.filter((each) => each.cost === null).map(({ model }) => model))],
      unread: read.length - sessions.length,
    };
  },
});

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
  const answers = transcriptPath === null ? undefined : await adapter?.readUsage?.(transcriptPath);
  return answers && { session, answers };
}

/** A fork has copies of earlier answers. Each counts once, for the oldest session that has it. */
function countOnce(read: readonly Usage[]) {
  const counted = new Set<string>();
  const own = new Map<Usage, TokenUsage[]>();
  for (const usage of read.toSorted((one, other) => one.session.startedAt - other.session.startedAt)) {
    own.set(
      usage,
      usage.answers.filter(({ id }) => id === undefined || isFirst(counted, `${usage.session.agent} ${id}`)),
    );
  }
  return read.map((usage) => {
    const { nativeId: id, agent, lastSeenAt } = usage.session;
    const models = sumByModel(own.get(usage) ?? [], lastSeenAt);
    return { id, agent, lastSeenAt: new Date(lastSeenAt).toISOString(), models };
  });
}

function isFirst(seen: Set<string>, key: string): boolean {
  return seen.size < seen.add(key).size;
}

/** Prices each answer separately, since the rates depend on its day and may depend on the length of the input. */
function sumByModel(answers: readonly TokenUsage[], lastSeenAt: number): z.infer<typeof Used>[] {
  const sums = new Map<string, z.infer<typeof Used>>();
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
