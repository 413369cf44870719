import { isAbsolute, join } from "node:path";
import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import type { ArrivingFiles } from "../../kernel/ports/snapshots.ts";
import type { GitLocation } from "../../kernel/ports/workspace.ts";
import { shortSessionId } from "../../text/short-session-id.ts";
import { openBundle } from "../bundle/bundle-file.ts";
import type { BundleLine, ProjectOrigin } from "../bundle/bundle-line.ts";
import { readIdentities } from "../bundle/read-identities.ts";
import { compareProjects } from "../compare-projects.ts";
import { DECISIONS, decideSession } from "../decide-session.ts";
import { importLines } from "../import-lines.ts";
import { type Survey, surveyBundle } from "../survey-bundle.ts";
import { keepFiles, verifyFiles } from "../verify-files.ts";

const ImportedSession = z.object({
  id: z.string(),
  title: z.string(),
  agent: z.string(),
  lastActivityAt: z.string(),
  /** What happens to it; see `decideSession`. */
  state: z.enum(DECISIONS),
});

export const importOperation = defineOperation({
  name: "import",
  group: "sessions",
  summary: "Take over sessions of another machine",
  positional: ["file"],
  readOnly: false,
  input: z.object({
    file: z.string().min(1).max(4_096).describe("A bundle that `holdfast export` wrote"),
    into: z
      .string()
      .max(4_096)
      .optional()
      .describe("The clone in which to continue (default: this directory)"),
    identity: z.string().max(4_096).optional().describe("File with the secret key of age"),
    passphrase: z.string().max(1_000).optional().describe("Passphrase of the bundle"),
    dryRun: flag("Only show what would be imported"),
  }),
  output: z.object({
    dryRun: z.boolean(),
    /** The machine that wrote the bundle, and when. */
    machine: z.string(),
    createdAt: z.string(),
    project: z.string(),
    directory: z.string(),
    sessions: z.array(ImportedSession),
    /** What was not here yet; in a dry run, what the bundle contains. */
    checkpoints: z.number(),
    conversations: z.number(),
    notes: z.number(),
    snapshots: z.number(),
    /** The files that came with sessions, which `restore` brings into the tree. */
    files: z.array(z.object({ session: z.string(), snapshot: z.string() })),
    warnings: z.array(z.string()),
  }),
  async run(ctx, { file, into, identity, passphrase, dryRun }) {
    const path = absolute(ctx, file);
    const keys = {
      passphrase,
      identities: identity === undefined ? [] : readIdentities(absolute(ctx, identity)),
    };
    const arriving = await ctx.snapshots.receive();
    try {
      const survey = await surveyBundle(openBundle(path, keys), arriving);
      const directory = into === undefined ? ctx.caller.cwd : absolute(ctx, into);
      const location = await ctx.workspace.locate(directory);
      if (into === undefined) await refuseOtherProject(ctx, location.worktree, survey);
      const lines = () => openBundle(path, keys);
      return await importInto(ctx, { location, survey, lines, dryRun, arriving });
    } finally {
      await arriving.discard();
    }
  },
});

interface Importing {
  location: GitLocation;
  survey: Survey;
  lines(): AsyncIterable<BundleLine>;
  dryRun: boolean;
  arriving: ArrivingFiles;
}

/** Everything is verified before anything is written. */
async function importInto(ctx: Context, { location, survey, lines, dryRun, arriving }: Importing) {
  const known = await ctx.store.findProjectByRoot(location.projectRoot);
  const sessions = await compareSessions(ctx, survey, known?.id);
  const verified = await verifyFiles(ctx, { arriving, location, survey });
  const about = { dryRun, ...aboutBundle(survey), directory: location.worktree, sessions };
  if (dryRun) {
    const { checkpoints, notes, conversations } = survey;
    const { warnings, complete } = verified;
    return { ...about, checkpoints, notes, conversations, snapshots: complete.length, files: [], warnings };
  }
  const { id: projectId } = await ctx.store.ensureProject({
    id: ctx.newId("prj"),
    root: location.projectRoot,
    name: survey.project.name,
    createdAt: ctx.clock(),
  });
  const { machine } = survey;
  const destination = { projectId, worktree: location.worktree, machine };
  const { sessions: _stored, warnings, ...done } = await importLines(ctx, lines(), destination);
  const { snapshots, files } = await keepFiles(ctx, { arriving, location, destination }, verified.complete);
  return { ...about, ...done, snapshots, files, warnings: [...warnings, ...verified.warnings] };
}

function absolute({ caller }: Pick<Context, "caller">, path: string): string {
  return isAbsolute(path) ? path : join(caller.cwd, path);
}

/** Sessions of one project in the directory of another would be continued in the wrong place. */
async function refuseOtherProject(
  { workspace }: Pick<Context, "workspace">,
  worktree: string,
  { project }: Survey,
): Promise<void> {
  const kinship = compareProjects(project, await workspace.identify(worktree));
  if (kinship === "same") return;
  const about = {
    fork: "is a fork of it",
    other: "is another project",
    unknown: "cannot be recognized as the same project",
  }[kinship];
  throw new HoldfastError("conflict", `The bundle is of ${nameOf(project)}, and ${worktree} ${about}.`, {
    next: "Run it in the clone of that project, or pass --into <directory> to import it there anyway.",
  });
}

function nameOf({ name, remotes }: ProjectOrigin): string {
  return remotes[0] === undefined ? name : `${name} (${remotes[0]})`;
}

async function compareSessions(ctx: Context, { sessions }: Survey, projectId: string | undefined) {
  return await Promise.all(
    sessions.map(async ({ session, title }): Promise<z.infer<typeof ImportedSession>> => {
      const existing = await ctx.store.getSession(session.id);
      return {
        id: shortSessionId(session.nativeId),
        title: ctx.redactor.text(title),
        agent: session.agent,
        lastActivityAt: new Date(session.lastSeenAt).toISOString(),
        state: decideSession(session, existing, { ...ctx, projectId }),
      };
    }),
  );
}

function aboutBundle({ machine, createdAt, project }: Survey) {
  return { machine, createdAt: new Date(createdAt).toISOString(), project: project.name };
}
