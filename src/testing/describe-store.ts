import { afterEach, beforeEach, describe } from "vitest";
import type { Store } from "../kernel/storage/store.ts";
import { checkpointContract } from "./checkpoint-contract.ts";
import { eventContract } from "./event-contract.ts";
import { memoryContract } from "./memory-contract.ts";
import { nodeContract } from "./node-contract.ts";
import { replyContract } from "./reply-contract.ts";
import { sessionContract } from "./session-contract.ts";
import { sharingContract } from "./sharing-contract.ts";
import { workflowContract } from "./workflow-contract.ts";

/**
 * Tests the contract of `Store`. A back end supplies a function that opens an empty store with `sampleChildKeys`. Each
 * test gets its own store, which is closed afterwards.
 */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(`R-P9: the ${name} store`, () => {
    let store: Store | undefined;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(async () => {
      await store?.close();
    });
    const current = (): Store => {
      if (!store) throw new Error("the store did not open");
      return store;
    };
    checkpointContract(current);
    nodeContract(current);
    sessionContract(current);
    eventContract(current);
    replyContract(current);
    memoryContract(current);
    workflowContract(current);
    sharingContract(current);
  });
}
