import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { list } from "../../src/capture/operations/list.ts";
import { save } from "../../src/place/operations/save.ts";
import { styleFor } from "../../src/surfaces/cli/layout/style.ts";
import { render } from "../../src/surfaces/cli/render/render.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

async function found(ctx: OpenContext, search: string, more: object = {}): Promise<string[]> {
  const { checkpoints } = await list.call(ctx, { search, ...more });
  return checkpoints.map(({ id }) => id);
}

test("D37: checkpoints are found by text, with their workflow, step name and project as tags", () =>
  withPlace(async ({ open, root, clock }) => {
    const ctx = await open();
    const run = { workflow: "conductor_app", workflowType: "feature", trigger: "phase_complete" } as const;
    const reviewed = await save.call(ctx, { ...run, step: "Code review", digest: "Über the retry loop" });
    const built = await save.call(ctx, { ...run, step: "Implementation" });
    mkdirSync(join(root, "billing"));
    const elsewhere = await open({ cwd: join(root, "billing") });
    const other = await save.call(elsewhere, { ...run, step: "Code review" });

    expect(await found(ctx, "conductor_app")).toEqual([built.id, reviewed.id]);
    expect(await found(ctx, "code REVIEW")).toEqual([reviewed.id]);
    expect(await found(ctx, "checkpoint project code review")).toEqual([reviewed.id]);
    expect(await found(ctx, "über retry")).toEqual([reviewed.id]);
    expect(await found(ctx, "retry implementation")).toEqual([]);
    expect(await found(ctx, "billing", { all: true })).toEqual([other.id]);
    expect(await found(ctx, "review", { all: true, workflow: "conductor_app" })).toEqual([
      other.id,
      reviewed.id,
    ]);

    const session = new AgentSession(ctx, clock);
    await session.prompt("Rewrite the importer in Rust.");
    await session.compact();
    const [captured] = await found(ctx, "importer");
    expect(await found(ctx, "rust claude-code digest")).toEqual([captured]);
  }));

test("D37: a search goes through all pages, and continues after a given checkpoint", () =>
  withPlace(async ({ open }) => {
    const ctx = await open();
    const saved = [];
    for (const step of ["one", "two", "three", "four"])
      saved.push(await save.call(ctx, { workflow: "w", step, trigger: "explicit" }));
    const page = await list.call(ctx, { search: "w", limit: 2 });
    expect(page).toMatchObject({ more: true, checkpoints: [{ step: "four" }, { step: "three" }] });
    const after = page.checkpoints[1]?.id;
    expect(await found(ctx, "w", { limit: 2, after })).toEqual([saved[1]?.id, saved[0]?.id]);
    const nothing = await list.call(ctx, { search: "w five" });
    const shown = render("list", nothing, { style: styleFor(false), now: 0, columns: 80 });
    expect(shown).toEqual(['No checkpoint of this project matches "w five".']);
    await expect(found(ctx, "…!")).rejects.toMatchObject({ code: "invalid_input" });
  }));
