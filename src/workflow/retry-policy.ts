/** How a step is repeated. Times are milliseconds. */
export interface RetryPolicy {
  /** Attempts in all (default: 1). Those of processes that died count. */
  maxAttempts?: number;
  /** The pause before the second attempt (default: 1000). */
  initialInterval?: number;
  /** What the pause grows by (default: 2). */
  backoffCoefficient?: number;
  /** The longest pause (default: 100 times the first). */
  maxInterval?: number;
  /** Whether an error is worth another attempt (default: every one). */
  retryable?: (error: unknown) => boolean;
}

/** The pause before the next attempt; undefined when this was the last. */
export function pauseAfter(policy: RetryPolicy, attempts: number, error: unknown): number | undefined {
  const { maxAttempts = 1, initialInterval = 1_000, backoffCoefficient = 2, retryable } = policy;
  if (attempts >= maxAttempts || retryable?.(error) === false) return undefined;
  const longest = policy.maxInterval ?? 100 * initialInterval;
  return Math.min(longest, initialInterval * backoffCoefficient ** (attempts - 1));
}
