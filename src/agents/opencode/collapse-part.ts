/**
 * JavaScript of the plugin that leaves explorations out of what the model reads, once their report is there. It is made of
 * the stored messages alone, before each request, so that a restart or a compaction changes nothing.
 */
export const COLLAPSE_PART = `
const OWN = "holdfast_";

/** The messages as the model is to read them. A step of the model is one message that holds its calls with their results. */
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
    neutral(messages[begin], replacement),
    ...(isKept ? [{ ...messages[end], parts: siblings }] : []),
    ...(said ? [report(said, replacement, count)] : []),
    ...messages.slice(end + 1),
  ];
}

/** Where the mark is. A compaction may have taken it, and marks after that are none of its ancestors: its summary is the nearest. */
function beginOf(messages, replacement) {
  const set = messages.findLastIndex((message) => marksIn(message).some((mark) => isSetBy(mark, replacement)));
  if (set >= 0) return set;
  const summary = messages.findLastIndex(({ info }) => info.summary === true);
  return summary >= 0 ? summary : messages.findLastIndex((message) => marksIn(message).length > 0);
}

/** Two marks may have one goal, and a goal may be redacted: the time of the call is sure where it is known. */
function isSetBy({ state: { time, input } }, { goal, at }) {
  if (at === undefined || time?.end === undefined) return input?.goal === goal;
  return time.start <= at && at <= time.end;
}

function marksIn({ parts }) {
  return parts.filter((part) => isDone(part, "checkpoint"));
}

/** The mark no longer asks for a rewind. */
function neutral(message, replacement) {
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
