import { useEffect, useState } from "preact/hooks";
import { CallError, type Failure } from "./call.ts";
import { revision } from "./live.ts";

export interface CallState<T> {
  data: T | undefined;
  failure: Failure | undefined;
  /** Whether it is being read, for the first time or again. */
  busy: boolean;
}

interface Options<T> {
  live?: boolean;
  /** What is shown of a new `key` until `read` has answered, if that takes longer. */
  preview?: () => Promise<T>;
}

/**
 * Reads something again whenever `key` changes, and, if it is `live`, whenever the store does. What was read before stays
 * until then.
 */
export function useCall<T>(
  key: string,
  read: () => Promise<T>,
  { live = true, preview }: Options<T> = {},
): CallState<T> {
  const [loaded, setLoaded] = useState<CallState<T> & { key: string }>({ ...EMPTY, key });
  const now = live ? revision.value : 0;
  useEffect(() => {
    let isCurrent = true;
    setLoaded((before) => (before.key === key ? { ...before, busy: true } : { ...EMPTY, key }));
    const isNew = loaded.key !== key || loaded.data === undefined;
    const show = (data: T) => isCurrent && setLoaded({ data, failure: undefined, busy: true, key });
    const shown = isNew && preview ? preview().then(show) : Promise.resolve();
    const all = shown.then(read);
    all.then(
      (data) => isCurrent && setLoaded({ data, failure: undefined, busy: false, key }),
      (error: unknown) =>
        isCurrent && setLoaded((before) => ({ ...before, failure: failureOf(error), busy: false, key })),
    );
    return () => {
      isCurrent = false;
    };
  }, [key, now]);
  return loaded.key === key ? loaded : EMPTY;
}

const EMPTY = { data: undefined, failure: undefined, busy: true };

export function failureOf(error: unknown): Failure {
  if (error instanceof CallError) return error.failure;
  return { code: "internal", message: String(error), next: "Reload the page." };
}
