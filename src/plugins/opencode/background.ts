/** Work that the client does not wait for, but that must finish before it exits. */
export interface Background {
  run(work: Promise<unknown>): Promise<unknown>;
  done(): Promise<void>;
}

export function createBackground(): Background {
  const running = new Set<Promise<unknown>>();
  return {
    run(work) {
      const finished: Promise<unknown> = work.catch(() => {}).then(() => running.delete(finished));
      running.add(finished);
      return finished;
    },
    async done() {
      await Promise.all(running);
    },
  };
}
