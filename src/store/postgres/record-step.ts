import { recordAllStatement, recordStatement } from "../tables/step-rows.ts";

// The lock on the run's row orders this record before or after a driver that takes over.
const parts = { parameter: (n: number, type: string) => `$${n}::${type}`, lock: "for share" };

export const RECORD_STEP = recordStatement(parts);

/**
 * Set for this transaction only, which is the statement. What is committed afterwards on the same server, and waits for the
 * disk, takes this record along: the log is written in order.
 */
const also = "and set_config('synchronous_commit', 'off', true) = 'off'";
export const RECORD_UNFLUSHED = recordStatement({ ...parts, also });
export const RECORD_ALL = recordAllStatement({ ...parts, also });
