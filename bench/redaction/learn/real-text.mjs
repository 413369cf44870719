import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const ABOUT = /passw|secret|token|api.?key|credential|login|auth|private key|session|cookie/gi;
const NAMES = /\.(?:md|js|ts|mjs|py|txt|json|html|ya?ml|toml|h|conf|sh|css|rst)$|README|^[^.]+$/;
const LARGEST = 400_000;
const LENGTH = 500;

/** Pieces of real files around words that speak of secrets; hardly one of them holds a secret. */
export function readRealText(directories, random, most) {
  const files = directories.flatMap((directory) => [...filesIn(directory, 0)]);
  shuffle(files, random);
  const pieces = [];
  for (const file of files) {
    if (pieces.length >= most) break;
    const text = readText(file);
    const places = text === undefined ? [] : [...text.matchAll(ABOUT)];
    for (let i = 0; i < Math.min(2, places.length); i++) {
      const place = places[Math.floor(random() * places.length)].index;
      const from = text.lastIndexOf("\n", Math.max(0, place - 200)) + 1;
      pieces.push({ text: text.slice(from, from + LENGTH), secrets: [], label: "clean" });
    }
  }
  return pieces;
}

/** Words of four to nine letters that the readme files use, the most frequent first. */
export function readVocabulary(directory) {
  const counts = new Map();
  for (const entry of entriesOf(directory).filter((each) => each.isDirectory())) {
    const text = readText(join(directory, entry.name, "README.md")) ?? "";
    for (const [word] of text.matchAll(/\b[a-z]{4,9}\b/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const about = /passw|secret|token|login|auth|user|field|config|value|default/;
  const words = [...counts].filter(([word, count]) => count > 2 && !about.test(word));
  return words.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([word]) => word);
}

export function shuffle(list, random) {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

function* filesIn(directory, depth) {
  for (const entry of entriesOf(directory)) {
    const path = join(directory, entry.name);
    if (entry.isDirectory() && depth < 7) yield* filesIn(path, depth + 1);
    else if (entry.isFile() && NAMES.test(entry.name)) yield path;
  }
}

function entriesOf(directory) {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

function readText(path) {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < 100 || size > LARGEST) return undefined;
  const text = readFileSync(path, "utf8");
  return text.includes("\0") ? undefined : text;
}
