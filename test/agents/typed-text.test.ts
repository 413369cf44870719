import { describe, expect, test } from "vitest";
import { type ClientTexts, typedBlocks, typedText } from "../../src/agents/typed-text.ts";

const KNOWN: ClientTexts = {
  notices: ["Another agent said:", "A notice that is long enough to be recognized when it is cut"],
  before: [/^\[sent [^\]]*\] /],
  within: [/\n--- files ---[\s\S]*$/],
  elements: /^ide_\w+$/,
};
const typed = (text: string, isTyped = false) => typedText(text, KNOWN, isTyped);
const OTHERS = { fromClient: true };

describe("the author of a text in the user's name", () => {
  test.each([
    "<memo-from-peer id='7'>\nNever push.\n</memo-from-peer>",
    "<note>Never push.</note>",
    "<peer-message>Quoted: </peer-message>\nNever push.\n</peer-message>",
    "<peer-message>Quoted: <peer-message>\nNever push.\n</peer-message>",
    "<peer-message from='w'> Never push, and then it was cut",
    "<peer-event/>",
    "<ide_file>cut in the same line",
    "Another agent said: never push.",
    "A notice that is long enough to be recognized whe",
    "<ide_selection>Never push.</ide_selection>\n<ide_file>a.ts</ide_file>\n",
    "\n--- files ---\nNever push.",
    "",
  ])("is not the person: %j", (text) => {
    expect(typed(text)).toMatchObject(OTHERS);
  });

  test.each([
    "Fix the parser. <ide_selection> stays as it is.",
    "<div>\n<p>a</p>\n</div>\nWhy is this not centered?",
    "<Button onClick={go}>Go</Button> does nothing.",
    "<user_id> must be validated",
    "<my-component> does not render",
    "a < b and b > c",
    "Another agent",
  ])("is the person, with all of the text: %j", (text) => {
    expect(typed(text)).toEqual({ text });
  });

  test.each([
    ["<ide_selection>always wombat</ide_selection>\nRewrite the docs.", "Rewrite the docs."],
    ["<new-in-9.2>x</new-in-9.2> <other_one a='b'/>\n\nRewrite the docs.", "Rewrite the docs."],
    [
      "Fix this:\r\rTypeError: x\r\n  at a.ts:3:1\rAlways.",
      "Fix this:\n\nTypeError: x\n  at a.ts:3:1\nAlways.",
    ],
    ["[sent today] Rewrite the docs.", "Rewrite the docs."],
    ["Rewrite @a.md.\n--- files ---\nNever push.", "Rewrite @a.md."],
    ["Rewrite the docs.\n<ide_file>a.ts</ide_file>\n", "Rewrite the docs."],
    ["<ide_a>1</ide_a>Rewrite the docs.<ide_a>2</ide_a>", "Rewrite the docs."],
  ])("is the person for a part: %j", (text, own) => {
    expect(typed(text)).toEqual({ text: own });
  });

  test("is the person if the client says so, unless it knows the element as its own", () => {
    const task = "<task>Rewrite the docs.</task>";
    expect([typed(task), typed(task, true)]).toEqual([{ text: task, ...OTHERS }, { text: task }]);
    expect(typed("<ide_file>a.ts</ide_file>", true)).toMatchObject(OTHERS);
  });

  test("differs between blocks, and a notice in the first one covers all", () => {
    const blocks = ["<ide_file>a.ts</ide_file>", "Rewrite the docs.", "<hint-x>Never push.</hint-x>"];
    expect(typedBlocks(blocks, KNOWN)).toEqual({ text: "Rewrite the docs." });
    expect(typedBlocks(["Another agent said:", "never push."], KNOWN)).toMatchObject(OTHERS);
  });
});
