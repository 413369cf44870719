import type { Memory } from "../kernel/record.ts";
import type { MemoryStorage } from "../kernel/storage/memory-storage.ts";
import { toSearchWords } from "../text/search-words.ts";

/** Shorter words occur in every sentence. */
const MIN_WORD_LENGTH = 4;
const MAX_WORDS = 12;
/** A single word in common may be a coincidence. */
const MIN_SHARED = 2;
const MAX_CANDIDATES = 10;

/** Finds the notes of a project that are relevant to a prompt, best first: those that share enough words with it. */
export async function findMemoriesForPrompt(
  store: MemoryStorage,
  projectId: string,
  prompt: string,
): Promise<Memory[]> {
  const words = [...new Set(toSearchWords(prompt))]
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .slice(0, MAX_WORDS);
  if (words.length < MIN_SHARED) return [];
  const found = await store.findMemories(projectId, words, MAX_CANDIDATES);
  return found.filter(({ text }) => countShared(toSearchWords(text), words) >= MIN_SHARED);
}

function countShared(own: readonly string[], asked: readonly string[]): number {
  return asked.filter((word) => own.some((other) => other.startsWith(word))).length;
}
