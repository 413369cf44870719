import * as z from "zod";
import { CheckpointView, checkpointViewer } from "../../checkpoints/checkpoint-view.ts";
import { findCheckpoint } from "../../checkpoints/find-checkpoint.ts";
import { namedSession } from "../../checkpoints/named-session.ts";
import { searchCheckpoints } from "../../checkpoints/search-checkpoints.ts";
import { readTurnFiles, TurnFiles } from "../../checkpoints/turn-files.ts";
import type { Context } from "../../kernel/context.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import type { SessionStorage } from "../../kernel/storage/session-storage.ts";
import { type CloneDeps, listClones } from "../../sessions/list-clones.ts";
import { BriefList, toBriefList } from "../brief-list.ts";
import { findUncovered, UncoveredSession } from "../uncovered-sessions.ts";

export const list = defineOperation({
  name: "list",
  group: "checkpoints",
  summary: "List checkpoints, newest first",
  tool: "checkpoint_list",
  guidance:
    "Lists this project unless all is set; search finds by words. Each checkpoint has an id and the trigger that created it.",
  readOnly: true,
  input: z.object({
    workflow: z.string().max(200).optional().describe("Workflow run id, or a name given to save"),
    search: z.string().max(200).optional().describe("Words of its summary, workflow, step or project"),
    session: z.string().max(128).optional().describe("Session id, from Holdfast or the agent"),
    all: flag("Include all projects"),
    limit: z.coerce.number().int().min(1).max(200).default(20).describe("Maximum number of results"),
    after: z.string().max(40).optional().describe("Id of the checkpoint to continue after"),
  }),
  output: z.object({
    checkpoints: z.array(CheckpointView.extend({ files: TurnFiles.nullable() })),
    /** Sessions that none of them shows; only on the first page. */
    sessions: z.array(UncoveredSession),
    /** True if there are more. To get them, pass the last id as `after`. */
    more: z.boolean(),
    /** The filters of this list, if any. */
    workflow: z.string().nullable(),
    search: z.string().nullable(),
    all: z.boolean(),
  }),
  toolOutput: { schema: BriefList, from: toBriefList },
  async run(ctx, { after, limit, search, ...asked }) {
    const { all } = asked;
    const shownText = (text: string | undefined) => (text === undefined ? null : ctx.redactor.text(text));
    const filters = { workflow: shownText(asked.workflow), search: shownText(search), all };
    const scope = await resolveScope(ctx, asked);
    if (!scope) return { checkpoints: [], sessions: [], more: false, ...filters };
    const filter = {
      ...scope,
      ...(after === undefined ? {} : { after: await findCheckpoint(ctx.store, after) }),
      limit: limit + 1,
    };
    const found =
      search === undefined
        ? await ctx.store.listCheckpoints(filter)
        : await searchCheckpoints(ctx.store, { ...filter, text: search });
    const shown = found.slice(0, limit);
    const view = await checkpointViewer(ctx, shown);
    const files = await readTurnFiles(ctx, shown);
    const checkpoints = shown.map((each) => ({ ...view(each), files: files.get(each.id) ?? null }));
    const isFirstPage = after === undefined && asked.workflow === undefined;
    const sessions = isFirstPage ? await findUncovered(ctx, { scope, search, checkpoints: shown }) : [];
    return { checkpoints, sessions, more: found.length > limit, ...filters };
  },
});

interface ListScope {
  workflow?: string | undefined;
  session?: string | undefined;
  all: boolean;
}

/** A session belongs to one project, wherever the command runs; a workflow name may occur in several projects. */
async function resolveScope(
  ctx: CloneDeps & Pick<Context, "agents" | "caller"> & { store: SessionStorage },
  { workflow, session, all }: ListScope,
) {
  const run: { workflowId?: string } = workflow === undefined ? {} : { workflowId: workflow };
  if (session !== undefined) return { ...run, sessionId: (await namedSession(ctx, session)).id };
  if (all) return run;
  const { ids } = await listClones(ctx, await ctx.workspace.locate(ctx.caller.cwd));
  if (ids.length > 0) return { ...run, projectId: ids };
  return workflow === undefined ? undefined : run;
}
