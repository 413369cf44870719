/** Rows per page, one bit each. */
const PAGE = 8_192;

export interface RowSet {
  has(id: number): boolean;
  add(id: number): void;
}

/** A set of row ids at about one bit each: the nodes of a million checkpoints fit into a few megabytes. */
export function createRowSet(): RowSet {
  // In pages, because ids may be sparse: PostgreSQL uses up an id even for a row that already exists.
  const pages = new Map<number, Uint8Array>();
  return {
    has(id) {
      const byte = pages.get(Math.floor(id / PAGE))?.[(id % PAGE) >> 3] ?? 0;
      return (byte & (1 << (id & 7))) !== 0;
    },
    add(id) {
      const number = Math.floor(id / PAGE);
      const page = pages.get(number) ?? new Uint8Array(PAGE / 8);
      const at = (id % PAGE) >> 3;
      page[at] = (page[at] ?? 0) | (1 << (id & 7));
      pages.set(number, page);
    },
  };
}
