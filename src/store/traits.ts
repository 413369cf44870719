import type { Dialect, Kysely, RawBuilder } from "kysely";
import type { BackupResult } from "../kernel/storage/maintenance-storage.ts";
import type { SaveRows } from "./tables/save-rows.ts";
import type { Tables } from "./tables/schema.ts";

/** The differences between the databases, as data. */
export interface Traits {
  name: "sqlite" | "postgres";
  columns: {
    /** Text compared byte by byte (ids, prefixes). */
    key: string;
    integer: string;
    bytes: string;
    identity: string;
  };
  /** Statements that make this transaction the only writer of checkpoints. */
  lockCheckpoints: readonly string[];
  /** Statements that make this transaction the only migration, in an existing schema. */
  lockMigrations: readonly string[];
  /** Selects `part` and `definition` of all columns and indexes; the definition recreates an index. */
  schemaParts: string;
  /** Saves a record and its nodes atomically; returns the sweep epoch at that moment. */
  save(db: Kysely<Tables>, rows: SaveRows): Promise<number>;
  /** Records a step if its run has this fence (`tables/step-rows.ts`). */
  recordStep: string;
  /** The same without waiting for the disk, if that needs another statement. */
  recordUnflushed?: string;
  /** Records several steps in one statement, also without waiting, if that saves round trips. */
  recordAll?: string;
  /** The function that makes a JSON array of its arguments. */
  jsonArray: string;
  /** Runs work whose commits do not wait for the disk. Has no effect inside a transaction, whose own commit waits. */
  unflushed<T>(db: Kysely<Tables>, work: (inside: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Selects columns of the nodes `n` whose keys are in a JSON list of hex strings, by lookups rather than a scan. */
  nodesOf(json: string, columns: string): RawBuilder<unknown>;
  /** The index of words in notes, which the database maintains, and its queries. */
  wordIndex: {
    create: readonly string[];
    /** Selects the `id` of each note with a word that begins with this one, without duplicates. */
    withWord(word: string): RawBuilder<unknown>;
  };
}

/**
 * Runs work that may run twice, and repeats it after a transient failure. `mayRepeat` is called before each repetition.
 */
export type Retry = <T>(work: () => Promise<T>, mayRepeat?: () => boolean) => Promise<T>;

/** An opened database: its Kysely dialect, and the features that only this kind has. */
export interface Backend {
  traits: Traits;
  dialect: Dialect;
  /** For migrations, if the statements of `dialect` have a time limit. */
  migrationDialect?: Dialect;
  retry: Retry;
  /** Copies the database before a migration, if backups are our task. */
  backUp(version: number): Promise<void>;
  /** Makes daily copies, if backups are our task. */
  keepBackups(keep: number, now: number): Promise<BackupResult>;
  checkIntegrity(full: boolean): Promise<string[]>;
  /** Releases a bounded number of free pages. Returns the number of bytes. */
  releaseSpace(db: Kysely<Tables>): Promise<number>;
  /** Frees disk space reserved for deletions. False if there is none. */
  releaseReserve(): boolean;
  /** Called after each slice of a large deletion, to limit the size of the log. */
  truncateWal: (db: Kysely<Tables>) => Promise<void>;
}
