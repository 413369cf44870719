/**
 * JavaScript of the plugin that hides explorations from the model once their report exists. Before each request, it
 * computes the messages from the stored ones alone, so a restart or a compaction changes nothing.
 */
export const COLLAPSE_PART = `
const OWN = "holdfast_";

/** The messages for the model. One message holds a step of the model: its calls with their results. */
function collapsed(messages) {
  let now = messages;
  for (const [at, rewind] of rewindsIn(messages).entries()) now = withReport(now, rewind, at);
  return now;
}

function rewindsIn(messages) {
  return messages.flatMap(({ parts }) => parts.filter((part) => isDone(part, "rewind") && replacementIn(part)));
}

function withReport(messages, rewind, count) {
  const end = messages.findIndex(({ parts }) => parts.includes(rewind));
  const replacement = replacementIn(rewind);
  const begin = beginOf(messages.slice(0, end), replacement);
  if (begin < 0) return messages;
  const said = messages.slice(0, end).findLast(({ info }) => info.role === "user");
  const siblings = messages[end].parts.filter((part) => part !== rewind);
  const isKept = siblings.some(({ type }) => type === "tool");
  return [
    ...messages.slice(0, begin),
    withoutRequest(messages[begin], replacement),
    ...(isKept ? [{ ...messages[end], parts: siblings }] : []),
    ...(said ? [report(said, replacement, count)] : []),
    ...messages.slice(end + 1),
  ];
}

/**
 * The index of the mark or, if a compaction removed it, of the summary: marks after the summary belong to other
 * explorations.
 */
function beginOf(messages, replacement) {
  const set = messages.findLastIndex((message) => marksIn(message).some((mark) => isSetBy(mark, replacement)));
  if (set >= 0) return set;
  const summary = messages.findLastIndex(({ info }) => info.summary === true);
  return summary >= 0 ? summary : messages.findLastIndex((message) => marksIn(message).length > 0);
}

/** Marks can have equal goals, and a goal can be redacted. The time of the call identifies the mark, if it is known. */
function isSetBy({ state: { time, input } }, { goal, at }) {
  if (at === undefined || time?.end === undefined) return input?.goal === goal;
  return time.start <= at && at <= time.end;
}

function marksIn({ parts }) {
  return parts.filter((part) => isDone(part, "checkpoint"));
}

/** Replaces the result of the mark, so that it no longer asks for a rewind. */
function withoutRequest(message, replacement) {
  const { result } = replacement;
  const marks = marksIn(message);
  const mark = marks.findLast((each) => isSetBy(each, replacement)) ?? marks.at(-1);
  const parts = message.parts.map((part) => {
    return part === mark ? { ...part, state: { ...part.state, output: result } } : part;
  });
  return { ...message, parts };
}

function report({ info }, { tag, mark, body }, count) {
  const id = info.id + "r" + count;
  const text = "<" + tag + ' mark="' + mark + '">\\n' + body + "\\n</" + tag + ">";
  const part = { id: "prt_" + id, messageID: id, sessionID: info.sessionID, type: "text", synthetic: true, text };
  return { info: { ...info, id }, parts: [part] };
}

function isDone({ type, tool, state }, name) {
  return type === "tool" && tool === OWN + name && state.status === "completed";
}

function replacementIn({ state }) {
  try {
    return JSON.parse(state.output).replacement;
  } catch {
    return undefined;
  }
}
`;
