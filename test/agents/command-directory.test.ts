import { describe, expect, test } from "vitest";
import { client as gemini } from "../../src/agents/gemini/tools.ts";
import { client as ohMyPi } from "../../src/agents/oh-my-pi/tools.ts";
import { client as openclaw } from "../../src/agents/openclaw/tools.ts";
import { client as opencode } from "../../src/agents/opencode/tools.ts";

const RUN = { type: "command_run", call: "c", command: "touch round.js" };

describe("the directory that a call names for its command", () => {
  test.each([
    ["Gemini CLI", gemini, "run_shell_command", "dir_path"],
    ["OpenCode", opencode, "bash", "workdir"],
    ["OpenClaw", openclaw, "exec", "workdir"],
    ["oh-my-pi", ohMyPi, "bash", "cwd"],
  ])("is read from %s", (_, client, name, field) => {
    const call = { id: "c", name, input: { command: "touch round.js", [field]: "b" } };
    expect(client.readCall(call)).toContainEqual({ ...RUN, cwd: "b" });
    const without = client.readCall({ ...call, input: { command: "touch round.js", [field]: null } });
    expect(without).toContainEqual(RUN);
  });
});
