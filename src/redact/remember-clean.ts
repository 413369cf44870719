import { readOwnFile, writeOwnFile } from "../files/own-file.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";

export interface CleanLines {
  file: string;
  /** Names the rules of redaction: what others found clean is searched again. */
  rules: string;
}

export type RememberingRedactor = Redactor & { save(): void };

/** Longer texts are searched each time. */
const LONGEST = 200;
const MAX_BYTES = 128 * 1024;
/** Lines that are kept: those of this run first, of which a list of thousands must not push out all others. */
const KEPT = { ofRun: 400, inAll: 2_000 };

/**
 * Remembers short lines in which nothing was found, so that the next list of the same sessions is shown without loading
 * what finds secrets. The file contains hashes only: nothing can be read in it of a session that was deleted.
 */
export function rememberClean(redactor: Redactor, { file, rules }: CleanLines): RememberingRedactor {
  let before: ReadonlySet<string> | undefined;
  const ofRun = new Set<string>();
  let isNew = false;
  const known = () => (before ??= readHashes(file, rules));
  const isClean = (line: string) => {
    if (line.length > LONGEST) return false;
    const hash = hashOf(line);
    const isKnown = ofRun.has(hash) || known().has(hash);
    if (isKnown && ofRun.size < KEPT.ofRun) ofRun.add(hash);
    return isKnown;
  };
  const remember = (line: string, redacted: string | undefined) => {
    if (redacted !== line || line.length > LONGEST || ofRun.size >= KEPT.ofRun) return;
    ofRun.add(hashOf(line));
    isNew = true;
  };
  const text = (input: string): string => {
    if (isClean(input)) return input;
    const redacted = redactor.text(input);
    remember(input, redacted);
    return redacted;
  };
  const lines = (inputs: readonly string[]): string[] => {
    const unknown = inputs.filter((line) => !isClean(line));
    const redacted = redactor.lines(unknown);
    unknown.forEach((line, i) => remember(line, redacted[i]));
    const byLine = new Map(unknown.map((line, i) => [line, redacted[i] ?? ""]));
    return inputs.map((line) => byLine.get(line) ?? line);
  };
  const save = () => {
    if (!isNew) return;
    const kept = [...ofRun, ...[...known()].filter((hash) => !ofRun.has(hash))].slice(0, KEPT.inAll);
    attempt(() => writeOwnFile(file, `${[rules, ...kept].join("\n")}\n`));
  };
  return { text, lines, json: (input) => redactor.json(input), save };
}

function readHashes(file: string, rules: string): ReadonlySet<string> {
  const [first, ...hashes] = (readOwnFile(file, MAX_BYTES) ?? "").trimEnd().split("\n");
  return new Set(first === rules ? hashes : []);
}

/** Two 32-bit hashes and the length: no two lines that a person has look the same by chance. Loads no module. */
function hashOf(line: string): string {
  let first = 0x811c9dc5;
  let second = 0x9e3779b1;
  for (let i = 0; i < line.length; i++) {
    const unit = line.charCodeAt(i);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit ^ (first >>> 15), 0x85ebca6b);
  }
  return [first, second, line.length].map((part) => (part >>> 0).toString(36)).join("");
}

/** A full disk, or no state directory, only makes the next list slower. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {}
}
