import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { passwordMaker } from "./passwords.mjs";

const lines = (name) =>
  readFileSync(fileURLToPath(new URL(name, import.meta.url)), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.replaceAll("\\n", "\n").replaceAll("\\t", "\t").replaceAll("\\r", ""));

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
const HEX = `${DIGITS}abcdef`;
const ALNUM = LOWER + LOWER.toUpperCase() + DIGITS;
const SECRETS = new Set(["pw", "ph", "tk", "hx", "b6", "dg", "lc"]);
const LEADS = ["", "", "", "", "hi, ", "ok: ", "$ ", "  ", "> ", "// ", "- ", "FYI ", "note: "];
const TAILS = ["", "", "", "", " thanks", "\n", "\nok", ", please", ". Then run the tests.", " # temp"];
const USERS = ["admin", "root", "anna", "bob", "svc", "deploy", "app", "jlee", "m.huber", "backup"];
const AS_IT_IS = 3;

/** Texts of contexts.txt with made-up secrets, and of look-alikes.txt, which hold none; `times` of each. */
export function fillContexts(random, vocabulary, times) {
  const fill = fillers(random, vocabulary);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const make = (line, i) => {
    const isBare = i < AS_IT_IS || line.includes("\n");
    const lead = isBare ? "" : pick(LEADS);
    let text = lead;
    let from = 0;
    const secrets = [];
    for (const { 0: slot, 1: name, index } of line.matchAll(/«(\w+)»/g)) {
      text += line.slice(from, index);
      const value = fill[name]();
      if (SECRETS.has(name))
        secrets.push({ start: text.length, end: text.length + value.length, kind: name });
      text += value;
      from = index + slot.length;
    }
    text += line.slice(from) + (isBare ? "" : pick(TAILS));
    return { text, secrets };
  };
  const all = (name, label) =>
    lines(name).flatMap((line) =>
      Array.from({ length: times }, (_, i) => {
        const { text, secrets } = make(line, i);
        const isSecret = label === "secret" && secrets.length > 0;
        return { text, secrets: isSecret ? secrets : [], label: isSecret ? "secret" : "clean" };
      }),
    );
  return [...all("contexts.txt", "secret"), ...all("look-alikes.txt", "clean")];
}

function fillers(random, vocabulary) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const chars = (count, alphabet) => Array.from({ length: count }, () => pick([...alphabet])).join("");
  const word = () => pick(vocabulary);
  const { password, phrase } = passwordMaker(random, vocabulary);
  const uuid = () => [8, 4, 4, 4, 12].map((count) => chars(count, HEX)).join("-");
  return {
    pw: password,
    ph: () => (random() < 0.7 ? phrase() : password()),
    tk: () =>
      pick([
        () => chars(20 + Math.floor(random() * 30), ALNUM),
        () => chars(32, HEX),
        () => chars(40, LOWER + DIGITS),
      ])(),
    hx: () => chars(pick([32, 40, 48, 64]), HEX),
    b6: () => Buffer.from(chars(pick([20, 32, 48]), ALNUM)).toString("base64"),
    dg: () => chars(pick([4, 6, 8]), DIGITS),
    lc: () => Array.from({ length: pick([4, 5]) }, () => chars(5, LOWER.toUpperCase() + DIGITS)).join("-"),
    w: word,
    u: () => (random() < 0.3 ? word() : pick(USERS) + (random() < 0.3 ? Math.floor(random() * 99) : "")),
    h: () =>
      pick([
        () => `10.${Math.floor(random() * 255)}.${Math.floor(random() * 255)}.7`,
        () => `${pick(["db", "mail", "git", "vpn"])}.${word()}${pick([".com", ".lan", ".internal", ".io"])}`,
        () => `${word()}-${Math.floor(random() * 9)}`,
      ])(),
    em: () => `${word()}@${word()}${pick([".com", ".org", ".io"])}`,
    ak: () =>
      `${pick(["AKIA", "ASIA", "", ""])}${chars(16 + 4 * Math.floor(random() * 2), LOWER.toUpperCase() + DIGITS)}`,
    sid: () => chars(pick([10, 16, 24, 32, 40]), pick([HEX, ALNUM, LOWER + DIGITS])),
    lcid: () => chars(pick([6, 8, 10, 17]), pick([HEX, LOWER + DIGITS])),
    pub: () => Buffer.from(chars(32, ALNUM)).toString("base64"),
    id: () => pick([() => chars(40, HEX), uuid, () => chars(64, HEX), () => chars(7, HEX)])(),
  };
}
