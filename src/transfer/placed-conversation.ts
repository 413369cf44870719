/** A conversation that is compared with the one here, and completed. */
export interface PlacedConversation {
  path: string;
  add(part: string): Promise<void>;
  /**
   * `placed`: it is complete. `same`: it already was. `diverged`: the one here goes on differently, or was written to
   * meanwhile, and is kept. Otherwise why it could not be placed, and what to do.
   */
  finish(): Promise<"placed" | "same" | "diverged" | { problem: string }>;
  discard(): Promise<void>;
}
