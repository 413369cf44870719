/** Rooms that every other room may import. They themselves may import only the kernel. */
export const ground = ["kernel", "text", "files"];

/** The rooms that define operations. */
const capabilities = [
  "checkpoints",
  "snapshots",
  "memory",
  "capture",
  "recovery",
  "insights",
  "log",
  "debrief",
  "rewind",
  "setup",
  "terminals",
  "place",
  "workflow",
];

/**
 * The rooms of `src/` and what else each may import. A room imports only rooms on the lines above its own. A room
 * inside another room (`terminals/tmux`) is a separate room. `web` is not in `src/`. `src/*.ts` wires everything and may import every room.
 * `ARCHITECTURE.md` shows the same table; a test compares them.
 */
export const rooms = {
  kernel: [],
  text: [],
  files: [],
  shell: [],
  sessions: [],
  checkpoints: ["sessions"],
  snapshots: ["sessions", "checkpoints"],
  memory: ["sessions"],
  statements: [],
  capture: ["shell", "sessions", "checkpoints", "statements"],
  recovery: ["sessions", "checkpoints", "memory", "statements", "capture"],
  rewind: ["sessions", "checkpoints", "capture"],
  insights: ["checkpoints", "capture", "recovery", "rewind"],
  log: ["shell", "sessions", "checkpoints", "snapshots", "capture", "recovery", "insights"],
  debrief: ["shell", "sessions", "checkpoints", "capture"],
  place: ["sessions", "checkpoints", "snapshots", "capture", "recovery"],
  notifications: [],
  workflow: ["sessions", "checkpoints"],
  langgraph: ["checkpoints"],
  setup: ["sessions", "checkpoints", "memory", "place", "recovery"],
  terminals: ["sessions", "checkpoints", "capture", "setup"],
  events: ["sessions", "snapshots", "capture", "recovery", "debrief", "place", "rewind", "notifications"],
  agents: [],
  store: [],
  spool: [],
  workspace: [],
  processes: [],
  redact: [],
  archive: [],
  "terminals/tmux": [],
  "notifications/channels": [],
  operations: capabilities,
  surfaces: [],
  "surfaces/cli": [...capabilities, "operations", "surfaces"],
  "surfaces/http": ["checkpoints", "terminals", "surfaces"],
  "surfaces/mcp": ["surfaces"],
  "surfaces/hook": ["events", "spool"],
  daemon: ["spool", "surfaces/hook"],
  testing: [],
  launcher: [],
  web: ["operations", "surfaces"],
};

/** Packages that only some rooms may import. All others may be imported anywhere. */
export const packages = {
  "@dbos-inc/dbos-sdk": ["workflow"],
  "@opentelemetry/api": ["workflow"],
  "@langchain/core": ["langgraph"],
  "@langchain/langgraph-checkpoint": ["langgraph"],
  "@preact/signals": ["web"],
  aws4fetch: ["archive"],
  commander: ["surfaces/cli"],
  diff: ["web"],
  preact: ["web"],
  "yocto-spinner": ["surfaces/cli"],
  "@clack/prompts": ["surfaces/cli"],
  hono: ["surfaces/http"],
  "@hono/node-server": ["daemon"],
  "@modelcontextprotocol/server": ["surfaces/mcp"],
  kysely: ["store"],
  pg: ["store"],
  "node:sqlite": ["files", "store", "daemon"],
  "@photostructure/sqlite": ["files", "store", "daemon"],
};
