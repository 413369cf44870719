import { isAbsolute, join } from "node:path";
import { transcriptOf } from "../transcript.mjs";

/** The turns of a labelled session as lines of a transcript, with the paths moved into `project`. */
export function sessionTurns({ name, turns }, project) {
  const lines = transcriptOf(
    turns.map(({ user, assistant, tools = [] }) => ({
      prompt: user,
      steps: tools.map((tool) => stepOf(tool, project)),
      answer: assistant ?? "",
    })),
    { sessionId: name, cwd: project, startedAt: Date.now() - turns.length * 20_000 },
  );
  return lines.map((turn) => turn.filter(({ message }) => message.content[0]?.text !== ""));
}

function stepOf({ name, input, result, error }, project) {
  const path = input?.file_path;
  const inProject = typeof path === "string" && !isAbsolute(path) ? { file_path: join(project, path) } : {};
  return { tool: name, input: { ...input, ...inProject }, ok: !error, output: result ?? "ok" };
}
