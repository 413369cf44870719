/** @typedef {import("./play-session.mjs").Turn} Turn */

/** @param {string} command @param {string} [result] @param {boolean} [failed] */
const bash = (command, result = "", failed = false) => ({ tool: "Bash", input: { command }, result, failed });
/** @param {string} project @param {string} path @param {string} text @returns {import("./play-session.mjs").Call} */
const write = (project, path, text) => ({
  tool: "Write",
  input: { file_path: `${project}/${path}`, content: text },
  write: [path, text],
});
/** @param {readonly (readonly [string, string])[]} todos */
const todo = (...todos) => ({
  tool: "TodoWrite",
  input: { todos: todos.map(([content, status]) => ({ content, status, activeForm: content })) },
});

/** @param {string} decision */
const decided = (decision) => ({ tool: "mcp__holdfast__session_digest", input: { decisions: [decision] } });

const LIST =
  "export function list(rows, cursor, size = 20) {\n  const from = cursor ? rows.findIndex(({ id }) => id === cursor) + 1 : 0;\n  return rows.slice(from, from + size);\n}\n";

/** An ordinary piece of work. @param {string} project @returns {Turn[]} */
export const invoices = (project) => [
  {
    prompt:
      "Add pagination to the list of invoices. The page size must stay 20, and never add a dependency for it.",
    calls: [
      bash("git log --oneline -5", "a1b2c3d Start"),
      todo(
        ["Choose offset or cursor", "completed"],
        ["Page the list of invoices", "in_progress"],
        ["Test the last page", "pending"],
      ),
      write(project, "src/list.js", LIST.replace("cursor, size = 20", "offset, size = 20")),
      bash("npm test", "1 test passed"),
    ],
    answer: "The list is paged by offset, 20 at a time. `npm test` passes.",
    tokens: 2_400,
  },
  {
    prompt:
      "Use a cursor, not an offset: rows are inserted while somebody pages, and then an invoice is shown twice.",
    calls: [
      write(project, "src/list.js", LIST),
      write(
        project,
        "test/list.test.js",
        'import { list } from "../src/list.js";\nconsole.assert(list([{ id: 1 }, { id: 2 }], 1).length === 1);\n',
      ),
      decided("Page by cursor, not by offset: rows are inserted while somebody pages"),
      bash("npm test", "AssertionError: 19 == 20\n    at test/list.test.js:4", true),
    ],
    answer:
      "I decided to use a cursor instead of an offset, because rows are inserted while a person pages. One test fails: the last page has 19 rows.",
    tokens: 3_100,
  },
  {
    prompt: "Why 19? Look at the last page before you change the test.",
    calls: [bash("node --test test/", "not ok 1 - the last page", true)],
    answer: "The cursor row itself is skipped twice. I will fix `from` next.",
    tokens: 1_900,
  },
];

/** Markup, directions, long lines and names that are none. @param {string} project @returns {Turn[]} */
export const hostile = (project) => [
  {
    prompt: `<script>window.hacked = 1</script><img src=x onerror="window.hacked = 2"> Rename the "quoted" & 'odd' files. ${"long ".repeat(2_000)}`,
    calls: [
      write(project, "a\nb <img src=x onerror=hacked>.js", '<script>window.hacked = 3</script>\n"&quot;"\n'),
      write(project, "\u202egpj.exe", `${"x".repeat(10_000)}\n`),
      bash("echo '\u001b[31m<b>bold</b>' && printf '\u202eabc'", "<svg onload=hacked()>", true),
    ],
    answer: "[link](javascript:window.hacked=4) <iframe src=//evil.example></iframe> Done.",
  },
  {
    prompt: "אנא תקן את הבדיקה האחרונה ואל תשנה את README.md — שלום עולם (test/list.test.js).",
    answer: "בוצע: הבדיקה תוקנה.",
    calls: [bash("npm test", "ok")],
  },
];

/** A short session in another project. @param {string} project @returns {Turn[]} */
export const upload = (project) => [
  {
    prompt:
      "The upload times out for files above 2 GB. Find out why, and fix it without raising the time limit.",
    calls: [write(project, "upload.py", "CHUNK = 8 * 1024 * 1024\n"), bash("pytest -q", "3 passed")],
    answer: "Uploads are now sent in parts of 8 MB.",
    tokens: 5_200,
  },
];
