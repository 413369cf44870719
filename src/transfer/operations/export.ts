import { accessSync, constants, existsSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import { awaitRequests } from "../../snapshots/await-requests.ts";
import { parseMoment } from "../../text/parse-moment.ts";
import { writeBundle } from "../bundle/bundle-file.ts";
import type { Lock } from "../bundle/encryption.ts";
import { checkPassphrase } from "../check-passphrase.ts";
import { chooseSessions } from "../choose-sessions.ts";
import { collectLines } from "../collect-lines.ts";
import { findProject } from "../find-project.ts";
import { hasRuns } from "../has-runs.ts";
import { emptyTally } from "../transfer.ts";

export const exportOperation = defineOperation({
  name: "export",
  group: "sessions",
  summary: "Write sessions to a file for another machine",
  positional: ["session"],
  readOnly: false,
  input: z.object({
    session: z
      .string()
      .max(128)
      .optional()
      .describe("Session or checkpoint id (default: all sessions of this project)"),
    since: z.string().max(40).optional().describe("Only sessions seen since then: 12h, 7d, or a date"),
    output: z
      .string()
      .max(4_096)
      .optional()
      .describe("The file (default: <project>-<date>.holdfast beside the repository)"),
    recipients: z
      .array(z.string().max(4_096))
      .max(50)
      .default([])
      .describe("Encrypt for the owner of this age key"),
    passphrase: z.string().max(1_000).optional().describe("Encrypt with this passphrase"),
    plain: flag("Do not encrypt"),
    files: flag("Also the files as each session had them last"),
  }),
  output: z.object({
    file: z.string(),
    bytes: z.number(),
    encrypted: z.boolean(),
    project: z.string(),
    sessions: z.number(),
    checkpoints: z.number(),
    conversations: z.number(),
    notes: z.number(),
    /** Sessions whose files are in it. */
    snapshots: z.number(),
    /** Sessions that were left out: another machine would not accept their id or a date. */
    leftOut: z.number(),
    /** The files of the sessions are not in it. */
    filesStay: z.boolean(),
    /** The project has workflow runs, which are not in it. */
    runsStay: z.boolean(),
  }),
  async run(ctx, { session, since, output, plain, files: withFiles, ...keys }) {
    const lock = plain ? undefined : lockOf(keys);
    const project = await findProject(ctx);
    const from = since === undefined ? undefined : parseMoment("since", since, ctx.clock());
    const sessions = await chooseSessions(ctx, project, { session, from });
    if (sessions.length === 0)
      throw new HoldfastError("not_found", "There is no session to export.", {
        next: "Run `holdfast continue` to see the sessions of this project.",
      });
    const identity = await ctx.workspace.identify(sessions[0]?.worktree ?? project.root);
    const { id, name, root } = project;
    const origin = { id, name, root, remotes: [...identity.remotes], rootCommit: identity.rootCommit };
    if (withFiles) await awaitRequests(ctx);
    const file = output === undefined ? await defaultFile(ctx, name) : fileFor(ctx, output);
    const tally = emptyTally();
    const lines = collectLines(ctx, { machine: ctx.machine, project: origin, sessions, withFiles }, tally);
    const bytes = await writeBundle(file, lines, lock);
    const runsStay = await hasRuns(ctx, project);
    const stay = { filesStay: !withFiles, runsStay };
    return { file, bytes, encrypted: lock !== undefined, project: name, ...tally, ...stay };
  },
});

function lockOf({
  recipients,
  passphrase,
}: {
  recipients: readonly string[];
  passphrase?: string | undefined;
}): Lock {
  if (recipients.length > 0) return { recipients };
  if (passphrase === undefined)
    throw new HoldfastError("invalid_input", "A bundle is encrypted, and no passphrase or key was given.", {
      next: "Set HOLDFAST_PASSPHRASE, pass --recipient <age key>, or pass --plain to write it unencrypted.",
    });
  return { passphrase: checkPassphrase(passphrase) };
}

function fileFor({ caller }: Pick<Context, "caller">, path: string): string {
  return isAbsolute(path) ? path : join(caller.cwd, path);
}

/** Beside the repository, in which the file would be untracked, if that directory can be written. */
async function defaultFile(ctx: Context, project: string): Promise<string> {
  const { cwd } = ctx.caller;
  const { worktree } = await ctx.workspace.locate(cwd);
  const beside = dirname(worktree);
  const isUsable = existsSync(join(worktree, ".git")) && isWritable(beside);
  return join(isUsable ? beside : cwd, defaultName(project, ctx.clock()));
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function defaultName(project: string, now: number): string {
  const name = project.replaceAll(/[^\w.-]+/g, "-").slice(0, 60) || "project";
  return `${name}-${new Date(now).toISOString().slice(0, 10)}.holdfast`;
}
