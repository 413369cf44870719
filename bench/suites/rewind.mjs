import { answerCheckpoint, answerRewind, applyRewinds, openAiMessages } from "../../dist/rewind.js";

const FILES = 40;
const FILE_CHARS = 6_000;
const QUESTIONS = 10;
const TOKEN = 4;
const shape = openAiMessages();

/**
 * A scripted agent that explores 40 files for one question and then answers ten more: with rewind and without, what its last
 * request holds, what all requests hold, and which files it reads again because it does not know that it read them.
 */
export async function run() {
  const plain = explore({ rewinds: false });
  const rewound = explore({ rewinds: true });
  const row = (name, of) => [name, of.last, of.sent, of.again, of.milliseconds.toFixed(1)];
  const share = (field) => (rewound[field] / plain[field]).toFixed(3);
  return {
    title: `Rewind: ${FILES} files of ${FILE_CHARS / 1_000} KB explored for one question, ${QUESTIONS} more questions`,
    columns: [
      "agent",
      "tokens of the last request",
      "tokens of all requests",
      "files read again",
      "ms in applyRewinds",
    ],
    rows: [
      row("without rewind", plain),
      row("with rewind", rewound),
      ["ratio", share("last"), share("sent"), "", ""],
    ],
    notes: [`Tokens are characters / ${TOKEN}. The goal for files read again is 0.`],
  };
}

function explore({ rewinds }) {
  let messages = [{ role: "user", content: "Which of these files calls the parser?" }];
  const paths = Array.from({ length: FILES }, (_, i) => `src/module-${i}.ts`);
  const totals = { last: 0, sent: 0, again: 0, milliseconds: 0 };
  const request = () => {
    const began = performance.now();
    if (rewinds) messages = applyRewinds(shape, messages).messages;
    totals.milliseconds += performance.now() - began;
    totals.last = Math.ceil(JSON.stringify(messages).length / TOKEN);
    totals.sent += totals.last;
  };
  let calls = 0;
  const call = (name, input, result) => {
    request();
    const id = `call_${calls++}`;
    const tool_calls = [{ id, type: "function", function: { name, arguments: JSON.stringify(input) } }];
    messages.push({ role: "assistant", content: null, tool_calls });
    messages.push({ role: "tool", tool_call_id: id, content: result });
  };
  const goal = "which files call the parser";
  if (rewinds) call("checkpoint", { goal }, answerCheckpoint(shape, messages, { goal }).text);
  for (const path of paths) call("read_file", { path }, `${path}\n${"x".repeat(FILE_CHARS)}`);
  const report = "Only src/module-7.ts and src/module-31.ts call parse(), in load() and in reload().";
  if (rewinds) call("rewind", { report }, answerRewind(shape, messages, { report }).text);
  for (let question = 0; question < QUESTIONS; question++) {
    messages.push({ role: "user", content: `Question ${question}: does ${paths[question]} matter?` });
    request();
    // An agent reads what nothing in its context says that it read.
    const [before = ""] = JSON.stringify(messages).split("Question");
    if (!before.includes(paths[question])) totals.again++;
    messages.push({ role: "assistant", content: "No." });
  }
  return totals;
}
