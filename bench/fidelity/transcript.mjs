/** The lines that Claude Code would have written for these turns, one array of lines a turn. */
export function transcriptOf(turns, { sessionId, cwd, startedAt }) {
  let count = 0;
  let turn = 0;
  let parentUuid = null;
  const line = (type, content) => {
    count += 1;
    const uuid = `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
    const timestamp = new Date(startedAt + count * 1_000).toISOString();
    const message =
      type === "assistant" ? { id: `msg_${count}`, role: type, content } : { role: type, content };
    const entry = {
      promptId: `prompt_${turn}`,
      parentUuid,
      isSidechain: false,
      type,
      message,
      uuid,
      timestamp,
      cwd,
      sessionId,
    };
    parentUuid = uuid;
    return entry;
  };
  return turns.map(({ prompt, steps, answer }) => {
    turn += 1;
    return [
      line("user", prompt),
      ...steps.flatMap(({ tool: name, input, ok, output = "ok" }) => {
        const id = `toolu_${count}`;
        return [
          line("assistant", [{ type: "tool_use", id, name, input }]),
          line("user", [{ type: "tool_result", tool_use_id: id, content: output, is_error: !ok }]),
        ];
      }),
      line("assistant", [{ type: "text", text: answer }]),
    ];
  });
}
