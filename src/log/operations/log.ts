import * as z from "zod";
import { namedSession } from "../../checkpoints/named-session.ts";
import type { Context } from "../../kernel/context.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import { parseMoment } from "../../text/parse-moment.ts";
import { findSessions, type SessionPage } from "../find-sessions.ts";
import { logMarkdown } from "../log-markdown.ts";
import { LogSession } from "../log-types.ts";
import { readLog } from "../read-log.ts";

const Input = z.object({
  session: z.string().max(128).optional().describe("Show the turns of this session"),
  since: z.string().max(40).optional().describe("Only sessions active since: 12h, 1d, 2w or a date"),
  until: z.string().max(40).optional().describe("Only sessions started until: an age or a date"),
  agent: z.string().max(40).optional().describe("Only sessions of this agent"),
  all: flag("Include all projects"),
  project: z.string().max(1_000).optional().describe("Name or directory of another project, or all"),
  worktree: z.string().max(1_000).optional().describe("Only this worktree, by its directory"),
  search: z.string().max(200).optional().describe("Words of titles, prompts, decisions, commands or paths"),
  turns: flag("Also show the turns of each session"),
  beforeTurn: z.coerce.number().int().min(1).optional().describe("Only turns before this number"),
  diff: flag("Also show the changed lines"),
  brief: flag("Leave out numbers of lines, tokens and cost"),
  format: z.enum(["text", "md"]).default("text").describe("Output format"),
  after: z.string().max(60).optional().describe("Continue after this position, from the page before"),
  limit: z.coerce.number().int().min(1).max(50).default(20).describe("Maximum number of sessions"),
});

const Output = z.object({
  sessions: z.array(LogSession),
  /** The position of the next page; null on the last one. */
  next: z.string().nullable(),
  /** The log as Markdown, if that was asked for. */
  markdown: z.string().nullable(),
});

/** What agents did, session by session. */
export const log = defineOperation({
  name: "log",
  group: "sessions",
  summary: "Show what agents did",
  tool: "session_log",
  guidance:
    "Returns what agents did in earlier sessions of this project as Markdown: requests, changed files, commands, decisions. Use it to write a stand-up note or a pull request.",
  toolOutput: {
    schema: z.object({ log: z.string(), next: z.string().nullable() }),
    from(output) {
      const { sessions, next } = Output.parse(output);
      return { log: logMarkdown(sessions), next };
    },
  },
  readOnly: true,
  input: Input,
  output: Output,
  async run(ctx, input) {
    const { sessions: found, next } = await findPage(ctx, input);
    const sessions = await readLog(ctx, found, {
      ...input,
      turns: input.turns || input.session !== undefined,
    });
    return { sessions, next, markdown: input.format === "md" ? logMarkdown(sessions) : null };
  },
});

async function findPage(ctx: Context, input: z.infer<typeof Input>): Promise<SessionPage> {
  const { session, since, until, agent, all, project, worktree, search, after, limit } = input;
  if (session !== undefined) return { sessions: [await namedSession(ctx, session)], next: null };
  const now = ctx.clock();
  return await findSessions(ctx, {
    all,
    project,
    worktree,
    agent,
    search,
    after,
    limit,
    since: since === undefined ? undefined : parseMoment("since", since, now),
    until: until === undefined ? undefined : parseMoment("until", until, now),
  });
}
