export interface TextMemo<T> {
  get: (text: string) => T | undefined;
  set: (text: string, value: T) => void;
  clear: () => void;
}

/** What an entry takes beside its text, so that very many small ones are bounded too. */
const OVERHEAD = 200;

/** Remembers values by text within a budget of characters, entries counted in; beyond it it begins anew. */
export function createTextMemo<T>(budget: number): TextMemo<T> {
  const values = new Map<string, T>();
  let spent = 0;
  const clear = () => {
    values.clear();
    spent = 0;
  };
  return {
    get: (text) => values.get(text),
    set(text, value) {
      const cost = text.length + OVERHEAD;
      if (values.has(text) || cost > budget) return;
      if (spent + cost > budget) clear();
      values.set(text, value);
      spent += cost;
    },
    clear,
  };
}
