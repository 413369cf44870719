import { styleText } from "node:util";

const colors = process.stdout.isTTY === true && !process.env.NO_COLOR;
const styled = (style, text) => (colors ? styleText(style, text) : text);

export function heading(text) {
  process.stdout.write(`\n${styled(["bold", "cyan"], text)}\n`);
}

export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** Prints text that the model reads, set apart from the rest. */
export function quote(text) {
  const lines = text.split("\n").map((line) => `   ${styled("yellow", "│")} ${line}`);
  process.stdout.write(`${lines.join("\n")}\n   (${[...text].length} characters)\n`);
}
