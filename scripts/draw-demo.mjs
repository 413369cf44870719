// Draws docs/demo.svg from the output of the demo:  npm run demo --silent | node scripts/draw-demo.mjs > docs/demo.svg
import { text } from "node:stream/consumers";

const COLUMNS = 132;
const ROWS = 46;
const LINE = 17;
const CHARACTER = 7.8;

// The temporary directory of one run means nothing to a reader.
const shown = (await text(process.stdin)).replaceAll(/(?:\/[\w.-]+)+\/(?:shop-api|home(?=\/))/g, (path) =>
  path.endsWith("shop-api") ? "~/shop-api" : "~",
);
const rows = shown.trimStart().split("\n").slice(0, ROWS).map(draw);
const height = ROWS * LINE + 40;
process.stdout.write(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COLUMNS * CHARACTER + 40} ${height}" role="img">
<title>An agent destroys files and is killed; the next session receives what it needs, and the files come back</title>
<rect width="100%" height="100%" rx="8" fill="#16181d"/>
<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13" xml:space="preserve">
${rows.join("\n")}
</g>
</svg>
`);

function draw(row, index) {
  const cut = row.length > COLUMNS ? `${row.slice(0, COLUMNS - 1)}…` : row;
  return `<text x="20" y="${30 + index * LINE}" fill="${color(row)}">${escape(cut)}</text>`;
}

function color(row) {
  if (/^\d\. /.test(row)) return "#7fd6e8";
  if (row.startsWith("   │")) return "#e8d27f";
  return row.includes("$ holdfast") ? "#9be87f" : "#d5d9e0";
}

function escape(row) {
  return row.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
