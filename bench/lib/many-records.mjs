import { createCheckpoint, encodeState } from "../../dist/index.js";
import { random } from "./agent-state.mjs";
import { ENDED_SESSION } from "./ended-session.mjs";

const AT_ONCE = 2_000;
const DAYS = 14;
const PROJECTS = 200;
const NOTES = 2_000;

/**
 * Fills a store with checkpoints of two weeks, the oldest first, of sessions that run side by side in 200 projects, each
 * checkpoint with a small state of its own; and one project with as many notes as it may have. Returns what was made.
 */
export async function fillStore(store, { checkpoints, sessions, now }) {
  const next = random(7);
  const started = now - DAYS * 86_400_000;
  const session = (i) => `ses_${String(i).padStart(16, "0")}`;
  const project = (i) => `prj_${String(i % PROJECTS).padStart(16, "0")}`;
  for (let from = 0; from < sessions; from += AT_ONCE) {
    await store.transaction(async (inside) => {
      for (let i = from; i < Math.min(sessions, from + AT_ONCE); i++) {
        await inside.replaceSession({
          ...SESSION,
          ...sessionOf(i, { session, project, started, now, sessions }),
        });
      }
    });
  }
  const ids = [];
  for (let from = 0; from < checkpoints; from += AT_ONCE) {
    await store.transaction(async (inside) => {
      for (let i = from; i < Math.min(checkpoints, from + AT_ONCE); i++) {
        const owner = Math.floor(next() * sessions);
        const { root, nodes } = encodeState(stateOf(i, next));
        const id = `chk_${randomId(next)}`;
        if (ids.length < 1_000 || i > checkpoints - 1_000) ids.push(id);
        const createdAt = started + Math.floor((i / checkpoints) * (now - started));
        const of = {
          projectId: project(owner),
          worktree: `/bench/${owner % PROJECTS}`,
          sessionId: session(owner),
        };
        await inside.saveCheckpoint(
          { ...createCheckpoint({ ...PASSIVE, ...of, id, createdAt }), stateRoot: root },
          nodes,
        );
      }
    });
  }
  await store.transaction(async (inside) => {
    for (let i = 0; i < NOTES; i++) {
      const text = stateOf(i, next).request;
      const note = {
        id: `mem_${randomId(next)}`,
        projectId: project(0),
        text,
        uses: i % 7,
        createdAt: started + i,
      };
      await inside.putMemory(note, text);
    }
  });
  return { ids: ids.slice(-1_000), session, project };
}

/** One more, of a run of its own. */
export async function saveOne(store, now, step) {
  const { root, nodes } = encodeState(stateOf(-step, random(step)));
  const id = `chk_z${String(step).padStart(15, "0")}`;
  const of = { projectId: "prj_load", worktree: "/bench/load", sessionId: null, createdAt: now + step };
  await store.saveCheckpoint({ ...createCheckpoint({ ...PASSIVE, ...of, id }), stateRoot: root }, nodes);
}

function sessionOf(i, { session, project, started, now, sessions }) {
  const lastSeenAt = started + Math.floor((i / sessions) * (now - started));
  return {
    id: session(i),
    nativeId: `native-${i}`,
    projectId: project(i),
    worktree: `/bench/${i % PROJECTS}`,
    cwd: `/bench/${i % PROJECTS}`,
    startedAt: lastSeenAt - 3_600_000,
    lastSeenAt,
    endedAt: lastSeenAt,
  };
}

function stateOf(i, next) {
  const words = Array.from({ length: 40 }, () => WORDS[Math.floor(next() * WORDS.length)]);
  return {
    request: `${i} ${words.join(" ")}`,
    todos: Array.from({ length: 5 }, (_, k) => ({ content: `${words[k]} ${i + k}`, status: "pending" })),
    files: words.slice(0, 6).map((word) => `src/${word}/${i % 97}.ts`),
  };
}

const randomId = (next) =>
  Array.from({ length: 16 }, () => ALPHABET[Math.floor(next() * ALPHABET.length)]).join("");

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const WORDS =
  "retry parser queue token commit branch merge field index schema worker socket buffer stream cursor window".split(
    " ",
  );

const SESSION = { ...ENDED_SESSION, agent: "claude-code", promptCount: 3, capture: null };

const PASSIVE = { kind: "place", trigger: "periodic", agent: "claude-code" };
