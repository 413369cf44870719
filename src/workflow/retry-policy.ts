/** How a step is repeated. Times are milliseconds. */
export interface RetryPolicy {
  /** Total attempts (default: 1), including those of processes that died. */
  maxAttempts?: number;
  /** The pause before the second attempt (default: 1000). */
  initialInterval?: number;
  /** The factor by which the pause grows (default: 2). */
  backoffCoefficient?: number;
  /** The longest pause (default: 100 times the first one). */
  maxInterval?: number;
  /** Whether an error is worth another attempt (default: all are). */
  retryable?: (error: unknown) => boolean;
}

/** The pause before the next attempt; undefined if this was the last one. */
export function pauseAfter(policy: RetryPolicy, attempts: number, error: unknown): number | undefined {
  const { maxAttempts = 1, initialInterval = 1_000, backoffCoefficient = 2, retryable } = policy;
  if (attempts >= maxAttempts || retryable?.(error) === false) return undefined;
  const longest = policy.maxInterval ?? 100 * initialInterval;
  return Math.min(longest, initialInterval * backoffCoefficient ** (attempts - 1));
}
