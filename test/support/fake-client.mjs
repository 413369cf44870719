// A client in a terminal as far as typing goes: a composer with a faint suggestion, pastes in brackets, one prompt at Enter.
// Everything it gets is written to the file named first, one line of JSON each. Its prompt's mark comes second.
// `--ignore-term` makes it hard to end. Without a terminal it ends at once, badly where a file beside the log says so.
import { appendFileSync, existsSync } from "node:fs";

const [log, mark, ...args] = process.argv.slice(2);
const tell = (what) => appendFileSync(log, `${JSON.stringify(what)}\n`);
let typed = "";
// As Gemini CLI does while it is busy with itself: the first Enter is taken for a line break of the paste.
let late = args.includes("--late");

function draw() {
  const dialog = typed === "ask" ? "› 1. Yes, proceed\r\n  Press enter to confirm\r\n" : "";
  process.stdout.write(
    `\u001b[2J\u001b[H${dialog}${mark}${typed === "" ? "\u001b[2mAsk for anything\u001b[0m" : typed}`,
  );
  if (typed === "") process.stdout.write(`\r\u001b[${mark.length}C`);
}

tell({ started: args, pid: process.pid, cwd: process.cwd() });
if (!process.stdin.isTTY) process.exit(existsSync(`${log}.refuse`) ? 1 : 0);
process.stdin.setRawMode(true);
process.stdout.write("\u001b[?2004h");
process.stdin.on("data", (chunk) => {
  const data = chunk.toString();
  tell({ data });
  if (data === "\r" && late) {
    late = false;
    typed += "\r\n  ";
  } else if (data === "\r") {
    tell({ submitted: typed });
    typed = "";
  } else typed += data.replace("\u001b[200~", "").replace("\u001b[201~", "");
  draw();
});
process.on("SIGTERM", () => {
  tell({ signal: "SIGTERM" });
  if (!args.includes("--ignore-term")) process.exit(0);
});
draw();
