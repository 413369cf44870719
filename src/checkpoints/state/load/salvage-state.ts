import { HoldfastError } from "../../../kernel/errors.ts";
import type { JsonValue } from "../../../kernel/json.ts";
import { childrenOf, type Node, readNode } from "../node/read-node.ts";
import { assembleState } from "./assemble-state.ts";
import type { ReadNodes } from "./read-tree.ts";

/** The readable parts of a damaged state, from which a person may continue by hand. */
export interface SalvagedState {
  state: JsonValue;
  /** Keys of unreadable nodes. A value is replaced by a text; elements and members in unreadable runs are omitted. */
  unreadable: string[];
}

/** Loads as much of a damaged state as possible (D59). */
export async function salvageState(root: string, readNodes: ReadNodes): Promise<SalvagedState> {
  const tree = new Map<string, Node>();
  const unreadable: string[] = [];
  for (let wanted = [root]; wanted.length > 0; ) {
    const found = await readNodes(wanted);
    const children = new Set<string>();
    for (const key of wanted) {
      const node = readOrNothing(key, found.get(key));
      if (!node) unreadable.push(key);
      tree.set(key, node ?? { type: "value", value: `(unreadable: node ${key.slice(0, 12)})` });
      for (const child of node ? childrenOf(node) : []) children.add(child);
    }
    wanted = [...children].filter((key) => !tree.has(key));
  }
  return { state: assembleState(root, tree), unreadable };
}

function readOrNothing(key: string, bytes: Uint8Array | undefined): Node | undefined {
  try {
    return readNode(key, bytes);
  } catch (error) {
    if (error instanceof HoldfastError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
