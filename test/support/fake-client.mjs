// Imitates how an agent in a terminal takes input: a composer with a dimmed suggestion, bracketed pastes, and a prompt
// on Enter. The first argument is a file to which it writes everything it receives, as lines of JSON; the second is the
// prompt marker. `--ignore-term` makes it ignore SIGTERM. Without a terminal it exits at once, with an error if there
// is a `.refuse` file next to the log.
import { appendFileSync, existsSync } from "node:fs";

const [log, mark, ...args] = process.argv.slice(2);
const record = (what) => appendFileSync(log, `${JSON.stringify(what)}\n`);
let typed = "";
// Like Gemini CLI while it is busy, takes the first Enter for a line break in the paste.
let late = args.includes("--late");

function draw() {
  const dialog = typed === "ask" ? "› 1. Yes, proceed\r\n  Press enter to confirm\r\n" : "";
  process.stdout.write(
    `\u001b[2J\u001b[H${dialog}${mark}${typed === "" ? "\u001b[2mAsk for anything\u001b[0m" : typed}`,
  );
  if (typed === "") process.stdout.write(`\r\u001b[${mark.length}C`);
}

record({ started: args, pid: process.pid, cwd: process.cwd() });
if (!process.stdin.isTTY) process.exit(existsSync(`${log}.refuse`) ? 1 : 0);
process.stdin.setRawMode(true);
process.stdout.write("\u001b[?2004h");
process.stdin.on("data", (chunk) => {
  const data = chunk.toString();
  record({ data });
  if (data === "\r" && late) {
    late = false;
    typed += "\r\n  ";
  } else if (data === "\r") {
    record({ submitted: typed });
    typed = "";
  } else typed += data.replace("\u001b[200~", "").replace("\u001b[201~", "");
  draw();
});
process.on("SIGTERM", () => {
  record({ signal: "SIGTERM" });
  if (!args.includes("--ignore-term")) process.exit(0);
});
draw();
