import { createHash } from "node:crypto";
import { HoldfastError } from "../kernel/errors.ts";

/** Nodes of this suite are JSON with child keys and a payload, because a store itself never reads their contents. */
export function sampleNode(payload: string, children: readonly string[] = []) {
  const bytes = Buffer.from(JSON.stringify({ children, payload }));
  return { key: createHash("sha256").update(bytes).digest("hex"), bytes };
}

/** The `childKeys` option for a store under test. */
export function sampleChildKeys(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString("utf8");
  if (!text.startsWith("{")) throw new HoldfastError("state_corrupt", "This is no sample node.");
  return (JSON.parse(text) as { children: string[] }).children;
}

export function nodeMap(...nodes: ReturnType<typeof sampleNode>[]): Map<string, Uint8Array> {
  return new Map(nodes.map(({ key, bytes }) => [key, bytes]));
}
