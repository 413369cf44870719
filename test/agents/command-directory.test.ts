import { describe, expect, test } from "vitest";
import { readCall as readGeminiCall } from "../../src/agents/gemini/tools.ts";
import { readCall as readPiCall } from "../../src/agents/oh-my-pi/tools.ts";
import { readCall as readOpenClawCall } from "../../src/agents/openclaw/tools.ts";
import { readCall as readOpenCodeCall } from "../../src/agents/opencode/tools.ts";

const RUN = { type: "command_run", call: "c", command: "touch round.js" };

describe("issue 29.4: the directory that a call names for its command", () => {
  test.each([
    ["Gemini CLI", readGeminiCall, "run_shell_command", "dir_path"],
    ["OpenCode", readOpenCodeCall, "bash", "workdir"],
    ["OpenClaw", readOpenClawCall, "exec", "workdir"],
    ["oh-my-pi", readPiCall, "bash", "cwd"],
  ])("is read from %s", (_, readCall, name, field) => {
    const call = { id: "c", name, input: { command: "touch round.js", [field]: "b" } };
    expect(readCall(call)).toContainEqual({ ...RUN, cwd: "b" });
    const without = readCall({ ...call, input: { command: "touch round.js", [field]: null } });
    expect(without).toContainEqual(RUN);
  });
});
