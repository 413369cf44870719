import * as z from "zod";
import type { Exchange } from "./pair-calls.ts";
import { closesMark, isCheckpoint, isRewind, opensMark } from "./tool-texts.ts";

/** A mark in a conversation, identified by the call that set it. */
export interface Mark {
  call: string;
  goal: string;
}

export interface OpenMark extends Mark {
  exchange: Exchange;
}

/** A pending rewind. `mark` is undefined if it is no longer in the conversation. */
export interface DueRewind {
  exchange: Exchange;
  report: string;
  mark: OpenMark | undefined;
}

const CheckpointInput = z.object({ goal: z.string() });
const RewindInput = z.object({ report: z.string(), to: z.string().optional() });

/**
 * Finds the marks that are open at the end of the conversation, outermost first, and the first pending rewind: one that
 * was accepted but not applied. Uses only the calls and their results, so that the outcome is the same after a restart.
 * Calls count by when they were made, not by when their results came: a late result cannot close a mark that is newer
 * than the rewind's call.
 */
export function findMarks(exchanges: readonly Exchange[]): { open: OpenMark[]; due: DueRewind | undefined } {
  const open: OpenMark[] = [];
  for (const exchange of exchanges) {
    const mark = parseMark(exchange);
    if (mark) open.push(mark);
    const rewind = parseRewind(exchange);
    if (rewind) return { open, due: { exchange, report: rewind.report, mark: findTarget(open, rewind) } };
  }
  return { open, due: undefined };
}

function parseMark(exchange: Exchange): OpenMark | undefined {
  const { call, result } = exchange;
  if (!isCheckpoint(call) || !result || !opensMark(result.result)) return undefined;
  const { goal = "" } = CheckpointInput.safeParse(call.input).data ?? {};
  return { call: call.id, goal, exchange };
}

function parseRewind({ call, result }: Exchange) {
  if (!isRewind(call) || !result || !closesMark(result.result)) return undefined;
  return RewindInput.safeParse(call.input).data;
}

/** The mark whose goal the model names, otherwise the innermost. */
function findTarget(open: readonly OpenMark[], { to }: { to?: string | undefined }): OpenMark | undefined {
  return open.findLast(({ goal }) => goal === to) ?? open.at(-1);
}
