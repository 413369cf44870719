import { codex } from "../../../src/agents/codex/adapter.ts";
import { describeAgent } from "../../../src/testing/describe-agent.ts";
import { payloads } from "./fixtures.ts";

describeAgent("codex", codex, { payloads, sessionField: "session_id" });
