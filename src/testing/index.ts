export { type AgentFixtures, describeAgent, type RecordedPayload } from "./describe-agent.ts";
export { describeStore } from "./describe-store.ts";
export { sampleChildKeys } from "./sample-nodes.ts";
