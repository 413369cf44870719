import { useEffect, useRef, useState } from "preact/hooks";
import type { LogSession } from "../model/log-session.ts";
import { call, type Failure } from "./call.ts";
import { revision } from "./live.ts";
import { failureOf } from "./use-call.ts";

const PAGE = 50;

interface Sessions {
  /** What was asked for. */
  key: string;
  found: LogSession[];
  next: string | null;
  failure: Failure | undefined;
  busy: boolean;
}

/**
 * The sessions of a query, newest first: one page, and with `loadMore` the next. Each page is first read without what
 * takes longer, the line counts and the cost. When the store changes, the first page is read again.
 */
export function useSessions(input: object): Omit<Sessions, "key"> & { loadMore: () => void } {
  const key = JSON.stringify(input);
  const [state, setState] = useState<Sessions>(() => empty(key));
  const wanted = useRef(key);
  wanted.current = key;
  const loading = useRef<string | undefined>(undefined);
  const load = async (after: string | null) => {
    const id = `${key} ${after}`;
    if (loading.current === id) return;
    loading.current = id;
    try {
      for (const brief of [true, false]) {
        const page = await call("log", {
          ...input,
          brief,
          limit: PAGE,
          ...(after === null ? {} : { after }),
        });
        if (wanted.current !== key) return;
        setState((before) => merged(before.key === key ? before : empty(key), page, after, brief));
      }
    } catch (error) {
      const failure = failureOf(error);
      if (wanted.current === key) setState((before) => ({ ...before, key, failure, busy: false }));
    } finally {
      if (loading.current === id) loading.current = undefined;
    }
  };
  useEffect(() => void load(null), [key, revision.value]);
  const current = state.key === key ? state : { ...state, busy: true };
  const loadMore = () => {
    if (state.key === key && state.next !== null && !loading.current) void load(state.next);
  };
  return { ...current, loadMore };
}

function empty(key: string): Sessions {
  return { key, found: [], next: null, failure: undefined, busy: true };
}

function merged(
  { key, found, next }: Sessions,
  page: { sessions: LogSession[]; next: string | null },
  after: string | null,
  brief: boolean,
): Sessions {
  const known = new Map(found.map((session) => [session.id, session]));
  for (const session of page.sessions) {
    const before = known.get(session.id);
    // What a brief answer leaves out stays as it was until the whole one arrives.
    const kept = brief && before ? { usage: before.usage, added: before.added, removed: before.removed } : {};
    known.set(session.id, { ...session, ...kept });
  }
  const sorted = [...known.values()].sort((a, b) => b.lastActivityAt.localeCompare(a.lastActivityAt));
  const isFirstAgain = after === null && found.length > page.sessions.length;
  return { key, found: sorted, next: isFirstAgain ? next : page.next, failure: undefined, busy: false };
}
