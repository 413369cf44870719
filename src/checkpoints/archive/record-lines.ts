import * as z from "zod";
import { KINDS, RETENTION_CLASSES, TRIGGERS } from "../../kernel/record.ts";
import type { NodeStorage } from "../../kernel/storage/node-storage.ts";
import { nodeKey } from "../state/node/node-key.ts";

const text = z.string().nullable();
const number = z.number().nullable();

/** A checkpoint as a line of a bundle has it. */
export const CheckpointRecord = z.object({
  id: z.string().regex(/^chk_\w+$/),
  kind: z.enum(KINDS),
  trigger: z.enum(TRIGGERS),
  name: text,
  projectId: z.string(),
  worktree: z.string(),
  sessionId: text,
  workflowId: text,
  workflowType: text,
  agent: text,
  parentId: text,
  stepNumber: number,
  stepName: text,
  progress: number,
  stateRoot: z.string(),
  digest: text,
  gitHead: text,
  gitBranch: text,
  createdAt: z.number(),
  retention: z.enum(RETENTION_CLASSES),
  trashedAt: number,
  abandonedAt: number,
});

/** A node of a state as a line of a bundle. Nodes with the hashes of others are no text. */
export const NodeLine = z.object({
  type: z.literal("node"),
  key: z.string(),
  text: z.string(),
  encoding: z.literal("base64").optional(),
});
export type NodeLine = z.infer<typeof NodeLine>;

export function encodeNode(key: string, bytes: Uint8Array): NodeLine {
  const node = Buffer.from(bytes);
  const content = node.toString();
  return Buffer.from(content).equals(node)
    ? { type: "node", key, text: content }
    : { type: "node", key, text: node.toString("base64"), encoding: "base64" };
}

/** The bytes of a node; undefined if they do not match its hash. */
export function decodeNode({ key, text: content, encoding }: NodeLine): Uint8Array | undefined {
  const bytes = Buffer.from(content, encoding);
  return nodeKey(bytes) === key ? bytes : undefined;
}

/** The nodes of a bundle, to be read like those of a store. */
export function nodeStorageOf(nodes: ReadonlyMap<string, Uint8Array>): NodeStorage {
  return {
    getNodes: async (keys) => {
      const found = keys.flatMap((key): [string, Uint8Array][] => {
        const node = nodes.get(key);
        return node ? [[key, node]] : [];
      });
      return new Map(found);
    },
  };
}
