import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { normal } from "../labelled/score-labelled.mjs";
import { sessionTurns } from "../labelled/session-turns.mjs";

export const PROJECT = "/home/user/project";
/** Kinds that other sections of a record deliver. */
const OTHER_KINDS = new Set(["file", "failure"]);

/** The sentences of a labelled session as training rows: their features, and the right answer for each head. */
export async function sessionRows(session, product) {
  const utterances = await readUtterances(session, product);
  return utterances.map(({ text, asked, form, turn, at }) => ({
    features: product.extractFeatures({ text, ...form, turn }),
    answers: product.HEADS.map((head) => answer(head, session, { text, asked, at })),
    weight: 1,
  }));
}

async function readUtterances(session, { claudeCode, foldEntry, EMPTY_CAPTURE, toUtterances }) {
  const entries = await readEntries(session, claudeCode);
  const done = [];
  let open = [];
  let at = -1;
  let capture = EMPTY_CAPTURE;
  const settle = () => {
    done.push(...open.map((utterance) => ({ ...utterance, turn: capture.turn })));
    open = [];
  };
  for (const entry of entries) {
    if (entry.type === "prompt") {
      settle();
      at = turnOf(session, entry.text, at);
      const found = toUtterances(entry.text, { offer: capture.offer, prompts: capture.promptsSeen });
      open = found.map((utterance) => ({ ...utterance, at }));
    }
    capture = foldEntry(capture, entry);
  }
  settle();
  return done;
}

/** What the client's transcript of a labelled session says. */
export async function readEntries(session, claudeCode) {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-rows-"));
  try {
    const path = join(folder, "session.jsonl");
    const lines = sessionTurns(session, PROJECT).flat();
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return (await claudeCode.readTranscript(path, Number.MAX_SAFE_INTEGER))?.entries ?? [];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function turnOf({ turns }, text, before) {
  const start = normal(text).slice(0, 40);
  const at = turns.findIndex(({ user }, i) => i > before && normal(user).slice(0, 40) === start);
  return at < 0 ? before + 1 : at;
}

/** 1, 0, or null if the labels do not say. */
function answer(head, session, { text, asked, at }) {
  const plain = normal(text);
  const whole = normal(`${text} ${asked ?? ""}`);
  const isGone = (session.absent ?? []).some((gone) =>
    gone.must_not.some((part) => plain.includes(normal(part))),
  );
  const matching = session.facts.filter((fact) => !OTHER_KINDS.has(fact.kind) && isIn(fact, whole, at));
  if (head === "worth") return isGone ? null : Number(matching.length > 0);
  if (!session.labels) return isGone ? null : byFacts(head, matching);
  return byLabels(head, labelsOf(session, plain, at));
}

/** A correction may be binding too. */
function byLabels(head, labels) {
  if (labels.includes(head)) return 1;
  return labels.length === 0 || (head === "constraint" && labels.includes("correction")) ? null : 0;
}

/** A fact matches within this many turns, if all of its parts occur, or one part that is longer than this. */
const NEAR = 40;
const DISTINCTIVE = 7;

function isIn({ must, mustAny, from_turn: from }, whole, at) {
  if (Math.abs((from ?? at) - at) > NEAR) return false;
  const alternatives = mustAny ?? [must];
  return alternatives.some(
    (all) =>
      all.every((part) => whole.includes(normal(part))) ||
      all.some((part) => part.length > DISTINCTIVE && whole.includes(normal(part))),
  );
}

function byFacts(head, facts) {
  if (facts.some(({ kind }) => kind === head)) return 1;
  return head === "constraint" && facts.length > 0 ? null : 0;
}

const START = 60;

function labelsOf({ labels }, plain, at) {
  const isSame = (a, b) => a.includes(b.slice(0, START)) || b.includes(a.slice(0, START));
  return labels
    .filter(({ turn, text }) => turn === at && isSame(normal(text), plain))
    .map(({ label }) => label);
}
