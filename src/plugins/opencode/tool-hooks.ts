import { blockText, MAX_TEXT } from "../block-text.ts";
import { filesCaptured } from "../files-captured.ts";
import type { OpenCodeHooks, OpenCodeOutput, TaskArguments } from "./client.ts";
import { type OpenSessions, report } from "./open-sessions.ts";

/** The hooks in which calls of tools are reported. */
export function toolHooks(
  sessions: OpenSessions,
): Pick<OpenCodeHooks, "tool.execute.before" | "tool.execute.after"> {
  return {
    async "tool.execute.before"({ tool, sessionID }, { args }) {
      const session = await sessions.find(sessionID);
      if (session && tool === "task") void report(session, "SubagentStart", { agent_type: subagentOf(args) });
      await filesCaptured();
    },

    async "tool.execute.after"({ tool, sessionID, callID, args }, output) {
      const session = await sessions.find(sessionID);
      if (!session) return;
      const exit = output.metadata?.exit;
      void report(session, "PostToolUse", {
        tool_name: tool,
        tool_use_id: callID,
        tool_input: args,
        tool_response: resultOf(output),
        is_error: output.isError === true || (exit ?? 0) !== 0,
        tool_details: { exit },
      });
      if (tool === "task") void report(session, "SubagentStop", { agent_type: subagentOf(args) });
    },
  };
}

/** The type of the subagent that the call starts. */
function subagentOf(args: TaskArguments | undefined): string {
  return args?.subagent_type ?? "general";
}

/** A tool of an MCP server returns blocks. */
function resultOf({ output, content }: OpenCodeOutput): string {
  return typeof output === "string" ? output.slice(0, MAX_TEXT) : blockText(content ?? []);
}
