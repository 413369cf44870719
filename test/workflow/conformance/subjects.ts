import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject } from "vitest";
import { openDbosWorkflows } from "../../../src/dbos-library.ts";
import type { AnyWorkflow } from "../../../src/workflow/definition.ts";
import type { Workflows } from "../../../src/workflow/engine/workflows.ts";
import { openWorkflows } from "../../../src/workflow-library.ts";
import { runSql, temporarySchema } from "../../support/temporary-schema.ts";

/** The settings with which this process or another one opens a driver. */
export interface Settings {
  driver: "embedded" | "dbos";
  file?: string;
  url?: string;
  schema?: string;
  dbosSchema?: string;
  executorId?: string;
  cwd: string;
}

export interface Subject {
  settings: Settings;
  /** Opens an engine that its driver takes for another process. The previous one must be closed first. */
  engine(definitions: readonly AnyWorkflow[]): Promise<Workflows>;
}

export const SUBJECTS = ["embedded on SQLite", "embedded on PostgreSQL", "DBOS"] as const;
export type SubjectName = (typeof SUBJECTS)[number];

/** Runs one case with a new database, which is removed afterwards. */
export async function withSubject(
  name: SubjectName,
  work: (subject: Subject) => Promise<void>,
): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-driver-")));
  const cwd = join(folder, "project");
  mkdirSync(cwd);
  const url = inject("postgresUrl") ?? "";
  const schemas =
    name === "embedded on SQLite" ? [] : [await temporarySchema(url), await temporarySchema(url)];
  const [schema = "", dbosSchema = ""] = schemas;
  const settings: Settings =
    name === "embedded on SQLite"
      ? { driver: "embedded", file: join(folder, "a.db"), cwd }
      : name === "DBOS"
        ? { driver: "dbos", url, schema, dbosSchema, executorId: "one", cwd }
        : { driver: "embedded", url, schema, cwd };
  const opened: Workflows[] = [];
  try {
    await work({
      settings,
      async engine(workflows) {
        const engine = await open(settings, workflows);
        opened.push(engine);
        return engine;
      },
    });
  } finally {
    for (const engine of opened) await engine.close();
    for (const each of schemas) await runSql(url, `drop schema ${each} cascade`);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function open(settings: Settings, workflows: readonly AnyWorkflow[]): Promise<Workflows> {
  const { driver, ...options } = settings;
  return driver === "dbos"
    ? await openDbosWorkflows({ ...options, workflows } as never)
    : await openWorkflows({ ...options, workflows });
}

/** Waits with a generous limit, because the machine may be busy. The test has its own timeout. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isSo, { timeout: 300_000, interval: 25 }).toBe(true);
}
