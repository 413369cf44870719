export { describeStore } from "./describe-store.ts";
export { sampleChildKeys } from "./sample-nodes.ts";
