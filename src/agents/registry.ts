import type { AgentAdapter } from "../kernel/agent/agent.ts";
import { claudeCode } from "./claude-code/adapter.ts";
import { codex } from "./codex/adapter.ts";
import { gemini } from "./gemini/adapter.ts";
import { ohMyPi } from "./oh-my-pi/adapter.ts";
import { openclaw } from "./openclaw/adapter.ts";
import { opencode } from "./opencode/adapter.ts";
import { pi } from "./pi/adapter.ts";

export const agents: readonly AgentAdapter[] = [claudeCode, gemini, codex, pi, ohMyPi, opencode, openclaw];
