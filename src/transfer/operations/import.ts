import { isAbsolute, join } from "node:path";
import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import type { ArrivingFiles } from "../../kernel/ports/snapshots.ts";
import type { GitLocation } from "../../kernel/ports/workspace.ts";
import { compareProjects } from "../../sessions/compare-projects.ts";
import { ensureProject } from "../../sessions/locate-directory.ts";
import { shortSessionId } from "../../text/short-session-id.ts";
import { openBundle, unlockBundle } from "../bundle/bundle-file.ts";
import type { BundleLine, ProjectOrigin } from "../bundle/bundle-line.ts";
import { readIdentities } from "../bundle/read-identities.ts";
import type { Relation } from "../compare-records.ts";
import { DECISIONS } from "../decide-session.ts";
import { describeMissingFiles } from "../describe-missing-files.ts";
import { type Fork, forkLines, forkNativeId } from "../fork-lines.ts";
import { importLines } from "../import-lines.ts";
import { planSession, type SessionPlan } from "../plan-session.ts";
import { type BundleContents, type SessionContents, verifyBundle } from "../verify-bundle.ts";
import { keepFiles, verifyFiles } from "../verify-files.ts";

const ImportedSession = z.object({
  id: z.string(),
  title: z.string(),
  agent: z.string(),
  lastActivityAt: z.string(),
  /** What happens to it; see `decideSession`. `forked`: it was continued on two machines, so it comes as another session. */
  state: z.enum([...DECISIONS, "forked"]),
  /** The session here beside which it is a fork. */
  forkOf: z.string().nullable(),
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
    files: z.array(z.object({ id: z.string(), snapshot: z.string() })),
    warnings: z.array(z.string()),
  }),
  async run(ctx, { file, into, identity, passphrase, dryRun }) {
    const path = absolute(ctx, file);
    const identities = identity === undefined ? [] : readIdentities(absolute(ctx, identity));
    const keys = await unlockBundle(path, { passphrase, identities });
    const arriving = await ctx.snapshots.receive();
    try {
      const contents = await verifyBundle(openBundle(path, keys), arriving);
      const directory = into === undefined ? ctx.caller.cwd : absolute(ctx, into);
      const location = await ctx.workspace.locate(directory);
      if (into === undefined) await refuseOtherProject(ctx, location.worktree, contents);
      const lines = () => openBundle(path, keys);
      return await importInto(ctx, { location, contents, lines, dryRun, arriving });
    } finally {
      await arriving.discard();
    }
  },
});

interface ImportInput {
  location: GitLocation;
  contents: BundleContents;
  lines(): AsyncIterable<BundleLine>;
  dryRun: boolean;
  arriving: ArrivingFiles;
}

/** Everything is verified before anything is written. */
async function importInto(ctx: Context, { location, contents, lines, dryRun, arriving }: ImportInput) {
  const known = await ctx.store.findProjectByRoot(location.projectRoot);
  const plans = await planSessions(ctx, contents, known?.id);
  const sessions = plans.map(({ bundled, plan }) => viewOf(ctx, bundled, plan));
  const verified = await verifyFiles(ctx, { arriving, location, contents });
  const problems = verified.missing.map((each) => describeMissingFiles(each, "import"));
  const about = { dryRun, ...aboutBundle(contents), directory: location.worktree, sessions };
  if (dryRun) {
    const { checkpoints, notes, conversations } = contents;
    const snapshots = verified.complete.length;
    return { ...about, checkpoints, notes, conversations, snapshots, files: [], warnings: problems };
  }
  const { projectRoot: root } = location;
  const projectId = await ensureProject(ctx, { root, name: contents.project.name, at: ctx.clock() });
  const { machine } = contents;
  const destination = { projectId, worktree: location.worktree, machine };
  const planned = byId(plans);
  const {
    sessions: _stored,
    warnings,
    ...done
  } = await importLines(ctx, forkLines(lines(), planned.forks), {
    ...destination,
    relations: planned.relations,
  });
  const complete = verified.complete.map((each) => ({
    ...each,
    session: planned.forks.get(each.session)?.id ?? each.session,
  }));
  const { snapshots, files } = await keepFiles(ctx, { arriving, location, destination }, complete);
  const ids = new Map(plans.map(({ bundled, plan }) => [plan.id, shownId(bundled, plan)]));
  return {
    ...about,
    ...done,
    snapshots,
    files: files.map(({ session, snapshot }) => ({ id: ids.get(session) ?? session, snapshot })),
    warnings: [...warnings, ...problems],
  };
}

async function planSessions(
  ctx: Context,
  { sessions, machine, machineId: source = machine }: BundleContents,
  projectId: string | undefined,
) {
  const plans = [];
  for (const bundled of sessions)
    plans.push({ bundled, plan: await planSession(ctx, bundled, { source, projectId }) });
  return plans;
}

function byId(plans: Awaited<ReturnType<typeof planSessions>>) {
  const forks = new Map<string, Fork>();
  const relations = new Map<string, Relation>();
  for (const { bundled, plan } of plans) {
    if (plan.fork) forks.set(bundled.session.id, plan.fork);
    if (plan.relation) relations.set(plan.id, plan.relation);
  }
  return { forks, relations };
}

function absolute({ caller }: Pick<Context, "caller">, path: string): string {
  return isAbsolute(path) ? path : join(caller.cwd, path);
}

/** Sessions of one project in the directory of another would be continued in the wrong place. */
async function refuseOtherProject(
  { workspace }: Pick<Context, "workspace">,
  worktree: string,
  { project }: BundleContents,
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

function viewOf(
  { redactor }: Pick<Context, "redactor">,
  bundled: SessionContents,
  plan: SessionPlan,
): z.infer<typeof ImportedSession> {
  const { session, title } = bundled;
  const { decision, fork } = plan;
  return {
    id: shownId(bundled, plan),
    title: redactor.text(title),
    agent: session.agent,
    lastActivityAt: new Date(session.lastSeenAt).toISOString(),
    state: fork && (decision === "new" || decision === "newer") ? "forked" : decision,
    forkOf: fork ? shortSessionId(session.nativeId) : null,
  };
}

function shownId({ session }: SessionContents, { fork }: SessionPlan): string {
  return shortSessionId(fork ? forkNativeId(fork.id) : session.nativeId);
}

function aboutBundle({ machine, createdAt, project }: BundleContents) {
  return { machine, createdAt: new Date(createdAt).toISOString(), project: project.name };
}
