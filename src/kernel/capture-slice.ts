import type * as z from "zod";
import type { Capture } from "./capture.ts";

/** What one capability keeps with a session's capture. Only the capability that defines it reads and writes it. */
export interface CaptureSlice<Value> {
  read(capture: Capture): Value;
  write(capture: Capture, value: Value): Capture;
}

/**
 * Defines a capability's own state, so that a new capability needs no field in `Capture`. State that another version
 * stored, or that cannot be read, counts as `empty`: it must be possible to work on without it.
 */
export function defineSlice<Value>({
  name,
  version,
  schema,
  empty,
}: {
  /** Unique, and never changed: it is stored. */
  name: string;
  version: number;
  schema: z.ZodType<Value>;
  empty: Value;
}): CaptureSlice<Value> {
  return {
    read({ slices }) {
      const stored = slices[name];
      const parsed = stored?.version === version ? schema.safeParse(stored.value) : undefined;
      return parsed?.success ? parsed.data : empty;
    },
    write: (capture, value) => ({
      ...capture,
      slices: { ...capture.slices, [name]: { version, value } },
    }),
  };
}
