/** How a step is repeated. Times are milliseconds. */
export interface RetryPolicy {
  /**
   * Total attempts (default: 1), including those of processes that died. Without it, a step that was interrupted by the
   * end of its process is done again each time.
   */
  maxAttempts?: number;
  /** The pause before the second attempt (default: 1000). */
  initialInterval?: number;
  /** The factor by which the pause grows (default: 2). */
  backoffCoefficient?: number;
  /** The longest pause (default: 100 times the first one). */
  maxInterval?: number;
  /** Whether an error is worth another attempt (default: all are). If this throws, it is not. */
  retryable?: (error: unknown) => boolean;
}

/** The pause before the next attempt; undefined if this was the last one. */
export function pauseAfter(policy: RetryPolicy, attempts: number, error: unknown): number | undefined {
  const { maxAttempts = 1, initialInterval = 1_000, backoffCoefficient = 2, retryable } = policy;
  if (attempts >= maxAttempts || !isRetryable(error, retryable)) return undefined;
  const longest = policy.maxInterval ?? 100 * initialInterval;
  return Math.min(longest, initialInterval * backoffCoefficient ** (attempts - 1));
}

function isRetryable(error: unknown, retryable: RetryPolicy["retryable"]): boolean {
  try {
    return retryable?.(error) !== false;
  } catch {
    return false; // the step's own error must not be replaced
  }
}
