import type { Dialect, Kysely, RawBuilder } from "kysely";
import type { BackupResult } from "../kernel/storage/maintenance-storage.ts";
import type { SaveRows } from "./tables/save-rows.ts";
import type { Tables } from "./tables/schema.ts";

/** What differs between the databases, as data. */
export interface Traits {
  name: "sqlite" | "postgres";
  columns: {
    /** A text that is compared byte by byte (ids, prefixes). */
    key: string;
    integer: string;
    bytes: string;
    identity: string;
  };
  /** Statements that make the rest of the transaction the only writer of checkpoints. */
  lockCheckpoints: readonly string[];
  /** Statements that make the rest of the transaction the only migration, in a schema that exists. */
  lockMigrations: readonly string[];
  /** Selects `part` and `definition` of each column and index there is; an index's definition makes it anew. */
  schemaParts: string;
  /** Saves a record and its nodes, all or nothing; returns the sweep epoch at that moment. */
  save(db: Kysely<Tables>, rows: SaveRows): Promise<number>;
  /** Records a step, if its run has the fence (`tables/step-rows.ts`). */
  recordStep: string;
  /** Selects columns of the nodes `n` whose keys stand in a JSON list of hex texts: a look-up for each, no scan. */
  nodesOf(json: string, columns: string): RawBuilder<unknown>;
  /** The index of the memories' words, kept by the database itself, and how it is asked. */
  wordIndex: {
    create: readonly string[];
    /** Selects `id` of the memories with a word that begins with this one, each once. */
    withWord(word: string): RawBuilder<unknown>;
  };
}

/**
 * Runs work that may be run twice: again when it failed for a reason that passes. `mayRepeat` is asked before each
 * repetition.
 */
export type Retry = <T>(work: () => Promise<T>, mayRepeat?: () => boolean) => Promise<T>;

/** An opened database: how Kysely talks to it, and what only this kind can do. */
export interface Backend {
  traits: Traits;
  dialect: Dialect;
  retry: Retry;
  /** Copies the database before a migration changes it, where that is ours to do. */
  backUp(version: number): Promise<void>;
  /** Daily copies, where they are ours to make. */
  keepBackups(keep: number, now: number): Promise<BackupResult>;
  checkIntegrity(full: boolean): Promise<string[]>;
  /** Gives back free pages, a bounded slice; bytes given back. */
  releaseSpace(): Promise<number>;
  /** Frees disk space that is kept for deletions; false when there is none. */
  releaseReserve(): boolean;
  /** Called after each slice of a large deletion: keeps the database's log from growing with it. */
  truncateWal: (db: Kysely<Tables>) => Promise<void>;
}
