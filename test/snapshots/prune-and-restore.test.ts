import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prune } from "../../src/checkpoints/operations/prune.ts";
import { withSnapshots } from "../support/snapshot-place.ts";

test("of one long turn, the snapshots in its middle go first, and it can be taken back", () =>
  withSnapshots(
    async ({ project, ctx, at, put, restore }) => {
      put("a.txt", "a person's line\n");
      put("notes.md", "notes\n");
      await at("prompt", 1);
      put("a.txt", "rewritten\n");
      put("notes.md", null);
      for (let call = 0; call < 14; call++) {
        put("made.txt", `${call}\n`);
        await at("during_turn", 1);
      }
      expect(await prune.call(ctx, {})).toMatchObject({ snapshots: 5 });
      expect(await restore("1")).toMatchObject({
        conflicts: [],
        counts: { created: 1, changed: 1, deleted: 1 },
      });
      expect(readFileSync(join(project, "notes.md"), "utf8")).toBe("notes\n");
    },
    { settings: { snapshots: { maxPerSession: 10 } } },
  ));

test("a project whose newest files alone are larger than its limit keeps its other snapshots", () =>
  withSnapshots(
    async ({ project, ctx, at, put, git, restore }) => {
      for (const name of ["one", "two", "three"]) put(name, "small\n");
      git("add", ".");
      git("commit", "-qm", "first");
      for (const name of ["one", "two", "three"]) put(name, randomBytes(2_000_000));
      put("notes.md", "notes\n");
      await at("prompt", 1);
      put("notes.md", null);
      await at("turn_end", 1);
      put("more.md", "more\n");
      await at("turn_end", 2);
      expect(await prune.call(ctx, {})).toMatchObject({ snapshots: 0 });
      await restore("1", { paths: ["notes.md"] });
      expect(readFileSync(join(project, "notes.md"), "utf8")).toBe("notes\n");
      // What takes the space in the others goes.
      put("large.bin", randomBytes(900_000));
      await at("turn_end", 3);
      put("large.bin", null);
      await at("turn_end", 4);
      expect((await prune.call(ctx, {})).snapshotBytes).toBeGreaterThan(900_000);
    },
    { settings: { snapshots: { maxProjectBytes: 3_000_000, maxFileBytes: 1_000_000 } } },
  ));
