import { recordAllStatement, recordStatement } from "../tables/step-rows.ts";

// The lock on the run's row makes a step either precede or follow a takeover by another driver.
const parts = { parameter: (n: number, type: string) => `$${n}::${type}`, lock: "for share" };

export const RECORD_STEP = recordStatement(parts);

/**
 * Set only for this transaction, which is this statement. The log is written in order, so the next commit that waits
 * for the disk makes this one durable too.
 */
const also = "and set_config('synchronous_commit', 'off', true) = 'off'";
export const RECORD_UNFLUSHED = recordStatement({ ...parts, also });
export const RECORD_ALL = recordAllStatement({ ...parts, also });
