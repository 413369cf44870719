/**
 * JavaScript of the plugin that hides explorations from the model once their report exists: a context engine, which the
 * client asks at the beginning of each turn for the messages before it. It has no state, so a restart changes nothing,
 * and leaves compaction to the client. The client uses it only if the settings choose it.
 */
export const COLLAPSE_PART = `
const OWN = "holdfast__";

const engine = {
  info: {
    id: "holdfast",
    name: "Holdfast",
    ownsCompaction: false,
    transcriptSemantics: {
      currentTurnFence: "before-current-turn-entry-v1",
      turnAdvancementIdempotency: "atomic-idempotent-v1",
    },
  },
  ingest: async () => ({ ingested: false }),
  assemble: async ({ messages }) => ({ messages: collapsed(messages), estimatedTokens: 0 }),
  commitTurn: async () => ({ status: "committed" }),
  async compact(asked) {
    const { delegateCompactionToRuntime } = await import("openclaw/plugin-sdk/core");
    return delegateCompactionToRuntime(asked);
  },
};

/** The messages for the model, unchanged if nothing was rewound. */
function collapsed(messages) {
  return messages.filter((message) => isResultOf(message, "rewind")).reduce(withReport, messages);
}

function withReport(messages, rewind) {
  const replacement = replacementIn(rewind);
  const closed = groupOf(messages, rewind);
  if (!replacement || !closed) return messages;
  const begin = beginOf(messages.slice(0, messages.indexOf(closed.answer)), replacement);
  if (begin === undefined) return messages;
  const end = Math.max(...closed.results.map((result) => messages.indexOf(result)));
  const siblings = closed.results.filter((result) => result !== rewind);
  return [
    ...messages.slice(0, begin.at).map((message) => (message === begin.mark ? withoutRequest(message, replacement) : message)),
    ...(siblings.length > 0 ? [without(closed.answer, rewind), ...siblings] : []),
    report(rewind, replacement),
    ...messages.slice(end + 1),
  ];
}

/**
 * Where the exploration begins: after the calls made with the mark or, if a compaction removed the mark, after its
 * summary.
 */
function beginOf(messages, { goal }) {
  const marks = messages.filter((message) => isResultOf(message, "checkpoint") && groupOf(messages, message));
  const summary = messages.findLastIndex(({ role }) => role === "compactionSummary");
  const set = marks.findLast((mark) => callOf(messages, mark).arguments?.goal === goal);
  const mark = set ?? (summary < 0 ? marks.at(-1) : undefined);
  if (!mark) return summary < 0 ? undefined : { at: summary + 1 };
  const { results } = groupOf(messages, mark);
  return { mark, at: Math.max(...results.map((result) => messages.indexOf(result))) + 1 };
}

/** An answer of the model and the results of its calls, which are kept or removed together. */
function groupOf(messages, result) {
  const answer = messages.slice(0, messages.indexOf(result)).findLast((message) => calls(message, result));
  const next = messages.slice(messages.indexOf(answer) + 1);
  const following = next.findIndex(({ role }) => role === "assistant");
  const results = following < 0 ? next : next.slice(0, following);
  return answer && { answer, results: results.filter((message) => message.role === "toolResult" && calls(answer, message)) };
}

function calls(message, { toolCallId }) {
  return callsOf(message).some(({ id }) => id === toolCallId);
}

function callsOf({ role, content }) {
  return role === "assistant" && Array.isArray(content) ? content.filter(({ type }) => type === "toolCall") : [];
}

function callOf(messages, mark) {
  return callsOf(groupOf(messages, mark).answer).find(({ id }) => id === mark.toolCallId);
}

function isResultOf({ role, toolName, isError }, tool) {
  return role === "toolResult" && toolName === OWN + tool && !isError;
}

/** The client includes a server's answer in two forms, one of which is a single line. */
function replacementIn({ content }) {
  const lines = content.flatMap(({ text = "" }) => text.split("\\n"));
  return lines.map(readLine).find((answer) => answer?.replacement)?.replacement;
}

function readLine(line) {
  try {
    return line.startsWith("{") ? JSON.parse(line) : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the result of the mark, so that it no longer asks for a rewind. */
function withoutRequest(message, { result }) {
  return { ...message, content: [{ type: "text", text: result }] };
}

function without(answer, { toolCallId }) {
  return { ...answer, content: answer.content.filter(({ type, id }) => type !== "toolCall" || id !== toolCallId) };
}

function report({ timestamp }, { tag, mark, body }) {
  const text = "<" + tag + ' mark="' + mark + '">\\n' + body + "\\n</" + tag + ">";
  return { role: "user", content: [{ type: "text", text }], timestamp };
}
`;
