import type { Context } from "../../kernel/context.ts";
import type { Session } from "../../kernel/record.ts";
import type { StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import { toStorable } from "../../kernel/to-storable.ts";
import { boundedMiddle } from "../../text/bounded.ts";
import { factLines, reportText } from "../messages/report-text.ts";
import type { SpanFacts } from "../messages/span-facts.ts";
import { type MarkState, type RewindState, readMark } from "./mark-state.ts";
import { readSpan, type Span } from "./read-span.ts";
import { MAX_KEPT_REPORT } from "./save-mark.ts";

/** A warning for a conversation that continues. A fork is cut before the compaction and does not need it. */
const COMPACTED =
  "the conversation was compacted after the checkpoint; the summary may still mention the exploration";
/** Approximate number of characters per token. */
const CHARS_PER_TOKEN = 4;

export interface CompletedMark {
  mark: StoredCheckpoint;
  state: MarkState;
  rewind: RewindState;
  /** The text that replaces the exploration, with its tags. */
  text: string;
}

/** Prepares a rewind to a mark, without writing anything. `session` is the one whose transcript contains the mark. */
export async function completeMark(
  ctx: Pick<Context, "agents" | "redactor" | "store">,
  session: Session,
  { mark, report, isFork = false }: { mark: StoredCheckpoint; report: string; isFork?: boolean },
): Promise<CompletedMark> {
  const state = await readMark(ctx.store, mark);
  const span = await readSpan(ctx, session, { ...state, at: mark.createdAt });
  return completeWithSpan(ctx, { mark, state, report, span, isFork });
}

interface EndedMark {
  mark: StoredCheckpoint;
  state: MarkState;
  report: string;
  span: Span;
  isFork?: boolean;
}

/** Does the same with a span that was already read. */
export function completeWithSpan(
  ctx: Pick<Context, "redactor">,
  { mark, state, report, span, isFork = false }: EndedMark,
): CompletedMark {
  // Truncated first, since what is cut off needs no redaction.
  const kept = ctx.redactor.text(toStorable(boundedMiddle(report.trim(), MAX_KEPT_REPORT)));
  const facts = ctx.redactor.json(span.facts as never) as SpanFacts;
  const { goal, tokens } = state;
  const warning = span.warning ?? (span.isCompacted && !isFork ? COMPACTED : null);
  const text = reportText({ goal, mark: mark.id, report: kept, facts, warning: warning ?? undefined });
  const rewind = {
    report: kept,
    facts: factLines(facts),
    spanTokens: span.tokens === null || tokens === null ? null : Math.max(0, span.tokens - tokens),
    reportTokens: Math.ceil(text.length / CHARS_PER_TOKEN),
    warning,
  };
  return { mark, state, rewind, text };
}
