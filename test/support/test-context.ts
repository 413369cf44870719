import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AppOptions, type OpenContext, openContext } from "../../src/app.ts";
import type { Caller } from "../../src/kernel/context.ts";
import { putNewDatabase } from "./new-database.ts";
import { shareCodeCache } from "./share-code-cache.ts";

export interface TestPlace {
  root: string;
  project: string;
  /** Advances by hand: tests set the time. */
  clock: { now: number };
  open(caller?: Partial<Caller>, more?: Partial<Pick<AppOptions, "agents" | "env">>): Promise<OpenContext>;
}

/** Runs work with a home and a project in a temporary directory and the real store, which are removed afterwards. */
export async function withPlace(work: (place: TestPlace) => Promise<void>, settings?: object): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-test-")));
  const project = join(root, "project");
  for (const directory of [project, join(root, "home")]) mkdirSync(directory);
  if (settings) {
    mkdirSync(join(root, "state"), { mode: 0o700 });
    writeFileSync(join(root, "state/config.json"), JSON.stringify(settings));
  }
  const clock = { now: Date.UTC(2026, 10, 21, 12) };
  const opened: OpenContext[] = [];
  const place: TestPlace = {
    root,
    project,
    clock,
    async open(caller = {}, { env = {}, ...more } = {}) {
      if (opened.length === 0) {
        await putNewDatabase(join(root, "state"));
        shareCodeCache(join(root, "state"));
      }
      const ctx = await openContext({
        ...more,
        env: { HOLDFAST_HOME: join(root, "state"), ...env },
        home: join(root, "home"),
        cwd: project,
        caller,
        clock: () => clock.now++,
        programDir: join(root, "dist"),
      });
      opened.push(ctx);
      return ctx;
    },
  };
  try {
    await work(place);
  } finally {
    for (const ctx of opened) await ctx.close();
    rmSync(root, { recursive: true, force: true });
  }
}
