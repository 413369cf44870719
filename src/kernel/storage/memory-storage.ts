import type { Memory } from "../record.ts";

/** The short notes of a project, found by their words. */
export interface MemoryStorage {
  /** `words` are the search terms: lower case, letters and digits, separated by spaces (`text/search-words.ts`). */
  putMemory(memory: Memory, words: string): Promise<void>;
  /**
   * The memories of a project that contain a word with one of these prefixes, best first. Without words: the most used.
   */
  findMemories(projectId: string, words: readonly string[], limit: number): Promise<Memory[]>;
  /** The memories of all projects, ordered by id, starting after `after`. */
  listMemories(page: { after: string; limit: number }): Promise<Memory[]>;
  countMemories(projectId: string): Promise<number>;
  /** Increments the use count of each memory. */
  countUses(ids: readonly string[]): Promise<void>;
  /** Returns false if the project has no such memory. */
  deleteMemory(projectId: string, id: string): Promise<boolean>;
}
