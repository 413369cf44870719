/**
 * JavaScript of the extension that removes an exploration from the conversation once its report exists. The edits are
 * entries of the session file, so the conversation stays collapsed without the extension, and is complete before them
 * in the tree.
 */
export const COLLAPSE_PART = `
const OWN = "mcp__holdfast__";

/** The entries to append after a turn for its completed rewinds; empty if all of them were applied before. */
function collapsedBy(branch) {
  const edited = new Set(branch.flatMap(({ type, targetId }) => (type === "context_edit" ? [targetId] : [])));
  const isDue = (entry) => isResultOf(entry, "rewind") && !edited.has(entry.id);
  return branch.filter(isDue).flatMap((entry) => {
    const replacement = replacementIn(entry);
    const edits = replacement ? editsFor(branch, entry, replacement) : [];
    return edits.filter(({ targetId }) => targetId === undefined || !edited.has(targetId));
  });
}

function isResultOf({ type, message }, tool) {
  return type === "message" && message.role === "toolResult" && message.toolName === OWN + tool && !message.isError;
}

function replacementIn({ message }) {
  try {
    return JSON.parse(message.content.map(({ text = "" }) => text).join("")).replacement;
  } catch {
    return undefined;
  }
}

function editsFor(branch, rewind, { tag, mark, goal, result, body }) {
  const before = branch.slice(0, branch.indexOf(rewind));
  const marks = before.filter((entry) => isResultOf(entry, "checkpoint"));
  const marked = marks.findLast((entry) => callOf(branch, entry)?.arguments?.goal === goal) ?? marks.at(-1);
  const opened = marked && groupOf(branch, marked);
  if (!opened) return [];
  const closed = groupOf(branch, rewind);
  const begin = branch.indexOf(opened.answer);
  const end = Math.max(...[rewind, ...closed.results].map((entry) => branch.indexOf(entry)));
  const edits = branch.slice(begin + 1, end + 1).flatMap((entry) => {
    if (entry === marked) return [edit(entry, { content: [{ type: "text", text: result }] })];
    if (opened.results.includes(entry) || !isSaid(entry)) return [];
    if (entry === closed.answer && closed.results.length > 1) return [edit(entry, { content: without(entry, rewind) })];
    return closed.results.includes(entry) && entry !== rewind ? [] : [edit(entry, null)];
  });
  const content = "<" + tag + ' mark="' + mark + '">\\n' + body + "\\n</" + tag + ">";
  return [...edits, { type: "custom_message", customType: "holdfast", content, display: true }];
}

/** An answer of the model and the results of its calls, which are kept or removed together. */
function groupOf(branch, result) {
  const answer = branch.findLast((entry) => callsOf(entry).some(({ id }) => id === result.message.toolCallId));
  const ids = answer ? callsOf(answer).map(({ id }) => id) : [];
  const isOne = ({ type, message }) => type === "message" && message.role === "toolResult" && ids.includes(message.toolCallId);
  return { answer, results: branch.filter(isOne) };
}

function callsOf({ type, message }) {
  if (type !== "message" || message.role !== "assistant" || !Array.isArray(message.content)) return [];
  return message.content.filter((block) => block.type === "toolCall");
}

function callOf(branch, { message }) {
  return branch.flatMap(callsOf).find(({ id }) => id === message.toolCallId);
}

function without({ message }, rewind) {
  return message.content.filter(({ type, id }) => type !== "toolCall" || id !== rewind.message.toolCallId);
}

function isSaid({ type, message }) {
  return type === "custom_message" || (type === "message" && message.role !== "system");
}

function edit({ id }, replacement) {
  return { type: "context_edit", targetId: id, replacement };
}
`;
