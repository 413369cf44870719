import { join } from "node:path";
import { expect, test } from "vitest";
import type { Workspace } from "../../src/kernel/ports/workspace.ts";
import { turnOf, withDebriefs } from "./turn.ts";

test("R-P8: a project's rules are read and matched before the store is locked, with the same result", () =>
  withDebriefs(async ({ open, clock, project }) => {
    const ctx = await open();
    let isLocked = false;
    const seen: string[] = [];
    const see = (what: string) => seen.push(`${what} ${isLocked ? "locked" : "free"}`);
    const { transaction } = ctx.store;
    ctx.store.transaction = (work, ...rest) =>
      transaction.call(
        ctx.store,
        async (inner) => {
          isLocked = true;
          try {
            return await work(inner);
          } finally {
            isLocked = false;
          }
        },
        ...rest,
      ) as never;
    const rule = {
      get files() {
        see("matched");
        return ["src/**"];
      },
      evidence: "npm test",
      afterLastEdit: true,
    };
    const workspace: Workspace = {
      ...ctx.workspace,
      projectConfig: async () => {
        see("read");
        return { debrief: { enabled: true, rules: [rule] } };
      },
    };
    const session = await turnOf({ ...ctx, workspace }, clock, 40);
    await session.use("Edit", { file_path: join(project, "src/a.ts") });
    expect((await session.stop()).block?.reason).toContain(
      "Changed without `npm test` passing since: src/a.ts.",
    );
    expect(seen).toEqual(["read free", "matched free"]);
  }));
