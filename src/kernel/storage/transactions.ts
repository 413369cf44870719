/** Transactions over the parts of the store that the work uses: `Transactions<SessionStorage & EventStorage>`. */
export interface Transactions<Parts> {
  /** Runs `work` in one transaction. `store` is bound to it. */
  transaction<T>(work: (store: Parts) => Promise<T>): Promise<T>;
}
