import { random } from "./agent-state.mjs";
import { ENDED_SESSION } from "./ended-session.mjs";

const AT_ONCE = 1_000;
const PROJECTS = 20;
const AGENTS = ["claude-code", "codex", "gemini", "opencode"];

/**
 * Fills a store with sessions of the last months, each with a capture of about 20 KB, as weeks of work leave them: every
 * twentieth in the given worktree, the others in other projects, unless `isElsewhere` is false.
 */
export async function fillSessions(store, { sessions, project, worktree, now, isElsewhere = true }) {
  const next = random(11);
  for (let from = 0; from < sessions; from += AT_ONCE) {
    await store.transaction(async (inside) => {
      for (let i = from; i < Math.min(sessions, from + AT_ONCE); i++)
        await inside.replaceSession(sessionOf(i, { next, project, worktree, now, sessions, isElsewhere }));
    });
  }
}

function sessionOf(i, { next, project, worktree, now, sessions, isElsewhere }) {
  const isHere = !isElsewhere || i % PROJECTS === 0;
  const root = isHere ? worktree : `/work/project-${i % PROJECTS}`;
  const lastSeenAt = now - (sessions - i) * 900_000;
  return {
    ...SESSION,
    id: `ses_${String(i).padStart(16, "0")}`,
    agent: AGENTS[i % AGENTS.length],
    nativeId: `${randomHex(next, 8)}-${randomHex(next, 4)}-4${randomHex(next, 3)}-8${randomHex(next, 3)}-${randomHex(next, 12)}`,
    projectId: isHere ? project : `prj_${String(i % PROJECTS).padStart(16, "0")}`,
    worktree: root,
    cwd: root,
    startedIn: root,
    gitBranch: i % 3 === 0 ? "main" : `feature/${pick(next)}-${i % 50}`,
    startedAt: lastSeenAt - 3_600_000,
    lastSeenAt,
    endedAt: i % 7 === 0 ? null : lastSeenAt,
    capture: captureOf(i, next, { at: lastSeenAt, root }),
  };
}

function captureOf(i, next, { at, root }) {
  const texts = Array.from({ length: 12 }, (_, k) => sentence(next, i, k));
  return {
    ...EMPTY,
    goal: texts[0],
    prompts: texts.map((text, k) => ({
      id: `p${k}`,
      channel: "typed",
      text,
      asked: null,
      at: at - (12 - k) * 60_000,
    })),
    sentences: texts.map((text, k) => ({
      text,
      at: at - (12 - k) * 60_000,
      asked: null,
      kind: "other",
      worth: 0.4,
    })),
    todos: texts.slice(0, 5).map((content, k) => ({ content, status: k < 3 ? "completed" : "pending" })),
    decisions: texts
      .slice(5, 8)
      .map((decision) => ({ decision, rationale: `Because of the ${pick(next)}.` })),
    files: Array.from({ length: 20 }, (_, k) => ({
      path: `${root}/src/${pick(next)}/${pick(next)}-${k}.ts`,
      action: k % 2 === 0 ? "changed" : "read",
      at,
      changedAt: k % 2 === 0 ? at : null,
      edit: null,
    })),
    commands: Array.from({ length: 15 }, (_, k) => ({
      id: `c${k}`,
      command: `npm test -- --run test/${pick(next)}.test.ts`,
      ok: k !== 14 || i % 5 !== 0,
      output: `${sentence(next, i, k)}\n`.repeat(2),
      at,
    })),
    promptsSeen: texts.length,
    lastAnswer: sentence(next, i, 99).repeat(2),
    lastActiveAt: at,
    foldedTo: at,
  };
}

function sentence(next, i, k) {
  const words = Array.from({ length: 22 }, () => pick(next));
  return `Make the ${words.slice(0, 3).join(" ")} of step ${i}-${k} handle ${words.slice(3).join(" ")}.`;
}

const randomHex = (next, length) =>
  Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join("");

const pick = (next) => WORDS[Math.floor(next() * WORDS.length)];

const WORDS =
  "retry parser queue token commit branch merge field index schema worker socket buffer stream cursor window discount cart invoice customer refund order price currency upload thumbnail export report login password session cookie header timeout".split(
    " ",
  );

const EMPTY = { version: 3, responses: [], tokens: null };

const SESSION = { ...ENDED_SESSION, revision: 0, machine: null, promptCount: 12 };
