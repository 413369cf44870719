import { gemini } from "../../../src/agents/gemini/adapter.ts";
import { describeAgent } from "../../../src/testing/describe-agent.ts";
import { payloads } from "./fixtures.ts";

describeAgent("gemini", gemini, { payloads, sessionField: "session_id" });
