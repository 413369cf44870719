/**
 * JavaScript of the plugin that leaves explorations out of what the model reads, once their report is there: a context engine,
 * which the client asks at the beginning of each turn for what was before it. It keeps nothing, so that a restart changes
 * nothing, and compactions stay the client's. The client uses it where its settings choose it.
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

/** The messages as the model is to read them; the same ones where nothing was rewound. */
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
    ...messages.slice(0, begin.at).map((message) => (message === begin.mark ? neutral(message, replacement) : message)),
    ...(siblings.length > 0 ? [without(closed.answer, rewind), ...siblings] : []),
    report(rewind, replacement),
    ...messages.slice(end + 1),
  ];
}

/** Where the exploration begins: behind the calls beside the mark. A compaction may have taken the mark: its summary is the nearest. */
function beginOf(messages, { goal }) {
  const marks = messages.filter((message) => isResultOf(message, "checkpoint") && groupOf(messages, message));
  const summary = messages.findLastIndex(({ role }) => role === "compactionSummary");
  const set = marks.findLast((mark) => callOf(messages, mark).arguments?.goal === goal);
  const mark = set ?? (summary < 0 ? marks.at(-1) : undefined);
  if (!mark) return summary < 0 ? undefined : { at: summary + 1 };
  const { results } = groupOf(messages, mark);
  return { mark, at: Math.max(...results.map((result) => messages.indexOf(result))) + 1 };
}

/** An answer of the model with its calls' results: they stay or go together. */
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

/** The client shows what a server answers in two forms; one of them is a single line. */
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

/** The mark no longer asks for a rewind. */
function neutral(message, { result }) {
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
